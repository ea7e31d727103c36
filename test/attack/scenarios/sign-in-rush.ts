import { pause } from '../raw-http.js'
import { type Field, found, type Scenario } from '../scenario.js'

/**
 * The morning after a restart: everybody signs in at once, each from an address of their own. What cannot be
 * hashed is refused at once, and staff go on signing in. Its figures are printed but for small sizes:
 * `npm run attack -- sign-in-rush`.
 */
const PER_SECOND = 500
const TICK_MS = 20
/** Each opens with two hashes of passwords. */
const PEOPLE = 20
const SMALL_PEOPLE = 8
/** A refusal asks neither the desk nor a password thread. Small sizes run beside other work. */
const REFUSED_MEDIAN_MAX_MS = 250
const SMALL_MEDIAN_MAX_MS = 5_000
const STAFF_MAX_MS = 5_000
const STAFF_EVERY_MS = 500

interface RushFigures {
  readonly offered: number
  readonly statuses: ReadonlyMap<number, number>
  /** How long refusals and staff sign-ins took, in order. */
  readonly refusedMs: readonly number[]
  readonly staffMs: readonly number[]
  readonly staffRefused: readonly number[]
}

export const signInRush: Scenario = {
  name: 'sign-in-rush',
  tries: '500 sign-ins a second are offered, from as many addresses',
  async attack(field) {
    const logins: number[] = []
    for (let i = 0; i < field.size(PEOPLE, SMALL_PEOPLE); i++) {
      logins.push(await field.server.openBareAccount(field.staff, 'demo\\standard'))
    }
    const desk = field.address()
    // Staff are known where they have signed in before.
    await signInFrom(field, '/admin', 1, 'Crash#2026ad', desk)
    const figures = await rush(field, logins, desk, field.size(10_000, 1_000))
    if (!field.isSmall) process.stdout.write(figuresText(figures))
    const odd = [...figures.statuses].filter(([status]) => status !== 200 && status !== 503)
    const median = partOf(figures.refusedMs, 0.5)
    const latest = figures.staffMs.at(-1) ?? 0
    return found(
      odd.length > 0 && `answers were ${odd.map(([status, count]) => `${count} x ${status}`)}`,
      !figures.statuses.has(200) && 'nobody signed in',
      !figures.statuses.has(503) && `all ${figures.offered} were taken`,
      median > field.size(REFUSED_MEDIAN_MAX_MS, SMALL_MEDIAN_MAX_MS) &&
        `half of the refusals took ${Math.round(median)} ms`,
      figures.staffRefused.length > 0 && `staff were answered ${figures.staffRefused[0]}`,
      latest > STAFF_MAX_MS && `staff signed in within ${Math.round(latest)} ms`,
    )
  },
}

/** Sends at the pace, whatever is answered meanwhile. */
async function rush(
  field: Field,
  logins: readonly number[],
  desk: string,
  ms: number,
): Promise<RushFigures> {
  const statuses = new Map<number, number>()
  const [refusedMs, staffMs, staffRefused] = [[] as number[], [] as number[], [] as number[]]
  const begun = performance.now()
  const sent: Promise<void>[] = []
  const one = async (login: number): Promise<void> => {
    const at = performance.now()
    const status = await signInFrom(field, '/trader', login, 'Crash#2026ma', field.address())
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 503) refusedMs.push(performance.now() - at)
  }
  const staff = async (): Promise<void> => {
    while (performance.now() - begun < ms) {
      const at = performance.now()
      const status = await signInFrom(field, '/admin', 1, 'Crash#2026ad', desk)
      if (status === 200) staffMs.push(performance.now() - at)
      // Ten of a minute are let through: the rate is not what is looked at.
      else if (status !== 429) staffRefused.push(status)
      await pause(STAFF_EVERY_MS)
    }
  }
  const signsIn = staff()
  for (;;) {
    const elapsed = performance.now() - begun
    if (elapsed >= ms) break
    const due = Math.floor((elapsed / 1000) * PER_SECOND)
    while (sent.length < due) sent.push(one(logins[sent.length % logins.length] ?? 0))
    await pause(TICK_MS)
  }
  await Promise.all([...sent, signsIn])
  const inOrder = (list: number[]): number[] => list.sort((a, b) => a - b)
  const [refused, ofStaff] = [inOrder(refusedMs), inOrder(staffMs)]
  return { offered: sent.length, statuses, refusedMs: refused, staffMs: ofStaff, staffRefused }
}

async function signInFrom(
  { server }: Field,
  side: '/admin' | '/trader',
  login: number,
  password: string,
  address: string,
): Promise<number> {
  const terminal = side === '/admin' ? 'manager' : 'desktop'
  const headers = { 'x-forwarded-for': address }
  const body = { login, password, terminal }
  const { status } = await server.ask(`POST ${side}/v1/auth/login`, { headers }, body)
  return status
}

function partOf(inOrder: readonly number[], part: number): number {
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * part))] ?? 0
}

function figuresText({ offered, statuses, refusedMs, staffMs }: RushFigures): string {
  const ms = (list: readonly number[], part: number): string =>
    `${partOf(list, part).toFixed(1)} ms`
  const taken = `${statuses.get(200) ?? 0} signed in, ${statuses.get(503) ?? 0} refused at once`
  const refused = `refusals p50 ${ms(refusedMs, 0.5)}, p99 ${ms(refusedMs, 0.99)}`
  const staff = `${staffMs.length} staff within p50 ${ms(staffMs, 0.5)}, latest ${ms(staffMs, 1)}`
  return `${offered} offered: ${taken} (${refused}); ${staff}\n`
}
