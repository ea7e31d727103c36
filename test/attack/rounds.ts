import { randomInt } from 'node:crypto'
import { constants, setPriority } from 'node:os'
import { ServerProcess } from '../crash/server-process.js'
import { ServerRest, type StaffSession } from '../crash/server-rest.js'
import { Bystander } from './bystander.js'
import type { BystanderFigures } from './bystander-thread.js'
import { pause } from './raw-http.js'
import type { Field, Scenario } from './scenario.js'
import { MemoryWatch } from './watch.js'

/**
 * Runs scenarios, each beside a bystander that trades, and judges what became of everybody else.
 *
 *   A1. No thread of the server ends, and `/health` is well when the attacker has gone.
 *   A2. The process holds `MEMORY_MAX_MIB` more than when idle, at the most.
 *   A3. The bystander's orders are done, and none is late beyond the bounds.
 */
export interface Outcome {
  readonly name: string
  readonly tries: string
  /** Empty when everything held. */
  readonly faults: readonly string[]
  readonly alone: BystanderFigures
  readonly beside: BystanderFigures
  /** Null without a process to look at. */
  readonly memoryMib: number | null
  readonly deadThreads: number | null
}

export interface RoundsOptions {
  readonly scenarios: readonly Scenario[]
  readonly isSmall: boolean
  readonly dataDir: string
  /** A server elsewhere: `127.0.0.1:8080`, with the password of its administrator. */
  readonly elsewhere?: { readonly port: number; readonly password: string } | undefined
  /** A bystander's order is never later than that. */
  readonly latestMs: number
  /** Nothing is made of a p99 below it; above it, it is `P99_TIMES_MAX` of that alone at the most. */
  readonly p99FreeMs: number
  onOutcome(outcome: Outcome): void
}

const MEMORY_MAX_MIB = 256
/** Small sizes are run beside other things. */
const SMALL_LATENESS_TIMES = 3
const ORDERS_PER_SEC = 50
const P99_TIMES_MAX = 3
const SETTLE_MS = 60_000
/** By then a server has made what it makes after its start, the checks of requests above all. */
const WARM_MS = 20_000
/** A p99 is one of a hundred orders at least: of a short attack those just after it count as well. */
const LOOKED_AT_MS = 2_500

export async function runAttacks(options: RoundsOptions): Promise<Outcome[]> {
  const kept = new Map<string, unknown>()
  const own = options.elsewhere === undefined ? await preparedServer(options, kept) : undefined
  const bystander = await Bystander.create()
  if (own !== undefined && !options.isSmall) await pause(WARM_MS)
  // Attackers elsewhere take nothing of the server's processor: those here take what it leaves.
  setPriority(constants.priority.PRIORITY_LOW)
  try {
    const target = own ?? new Elsewhere(options)
    const outcomes: Outcome[] = []
    for (const scenario of options.scenarios) {
      if (own === undefined && scenario.needsOwnServer === true) continue
      const outcome = await runOne(scenario, { target, own, bystander, kept }, options)
      outcomes.push(outcome)
      options.onOutcome(outcome)
    }
    return outcomes
  } finally {
    await bystander.stop()
    await own?.kill()
  }
}

/** The parts that all scenarios of a run share. */
interface Scene {
  readonly target: ServerRest
  readonly own: ServerProcess | undefined
  readonly bystander: Bystander
  readonly kept: Map<string, unknown>
}

/** Prepares the server without rates for what scenarios need beforehand; then it is started as it comes. */
async function preparedServer(
  { scenarios, dataDir, isSmall }: RoundsOptions,
  kept: Map<string, unknown>,
): Promise<ServerProcess> {
  const start = (env: Readonly<Record<string, string>>): Promise<ServerProcess> =>
    ServerProcess.start({ dataDir, env: { ...ENVIRONMENT, ...env } })
  if (scenarios.some(({ prepare }) => prepare !== undefined)) {
    const server = await start({ RATE_LIMITS: 'off' })
    const field = await fieldOf(server, kept, isSmall)
    for (const scenario of scenarios) await scenario.prepare?.(field)
    await server.terminate()
  }
  return start({ RATE_LIMITS: 'on' })
}

/** Attackers name an address of their own, as a proxy would. */
const ENVIRONMENT = { TRUST_PROXY: '127.0.0.1', SHARDS: '1', LOG_LEVEL: 'info' }

async function runOne(
  scenario: Scenario,
  { target, own, bystander, kept }: Scene,
  options: RoundsOptions,
): Promise<Outcome> {
  const { isSmall } = options
  const field = await fieldOf(target, kept, isSmall)
  const token = await bystanderToken(field)
  await bystander.begin({ port: target.port, token, ordersPerSec: ORDERS_PER_SEC })
  await pause(isSmall ? 100 : 1_000)
  await bystander.figures()
  await pause(isSmall ? 300 : 4_000)
  const alone = await bystander.figures()
  const memory = own === undefined ? undefined : new MemoryWatch(own.pid)
  const deadBefore = deathsIn(own)
  const faults: string[] = []
  const begunAt = performance.now()
  const harm = await scenario.attack(field).catch((error: unknown) => `it broke off: ${error}`)
  if (!isSmall) await pause(Math.max(0, LOOKED_AT_MS - (performance.now() - begunAt)))
  if (harm !== null) faults.push(harm)
  const beside = await bystander.figures()
  const memoryMib = memory?.stop() ?? null
  const deadThreads = own === undefined ? null : deathsIn(own) - deadBefore
  const memoryMaxMib = (isSmall ? undefined : scenario.memoryMaxMib) ?? MEMORY_MAX_MIB
  const isFlood = scenario.latestMs !== undefined
  const bounds = { ...lateness(scenario, options), memoryMaxMib, isFlood }
  faults.push(...(await judge(target, alone, beside, memoryMib, deadThreads, bounds)))
  await bystander.rest()
  const { name, tries } = scenario
  return { name, tries, faults, alone, beside, memoryMib, deadThreads }
}

/** A scenario that names when orders are late at the latest is judged by nothing else. */
function lateness(
  { latestMs: named }: Scenario,
  { isSmall, latestMs, p99FreeMs }: RoundsOptions,
): Pick<Bounds, 'latestMs' | 'p99FreeMs'> {
  if (named === undefined) return { latestMs, p99FreeMs }
  const latest = isSmall ? SMALL_LATENESS_TIMES * named : named
  return { latestMs: latest, p99FreeMs: latest }
}

/** The bounds that one scenario is judged by. */
interface Bounds extends Pick<RoundsOptions, 'latestMs' | 'p99FreeMs'> {
  readonly memoryMaxMib: number
  /** It takes its time, so somebody trades meanwhile. */
  readonly isFlood: boolean
}

async function judge(
  target: ServerRest,
  alone: BystanderFigures,
  beside: BystanderFigures,
  memoryMib: number | null,
  deadThreads: number | null,
  { memoryMaxMib, latestMs, p99FreeMs, isFlood }: Bounds,
): Promise<string[]> {
  const faults: string[] = []
  if (beside.orders === 0 && isFlood) faults.push('no order of the bystander was answered')
  if (deadThreads !== null && deadThreads > 0) faults.push(`${deadThreads} threads ended`)
  if (memoryMib !== null && memoryMib > memoryMaxMib) {
    faults.push(`${Math.round(memoryMib)} MiB more than before`)
  }
  if (beside.lost > 0) faults.push(`the bystander lost its socket ${beside.lost} times`)
  // Without prices nobody trades.
  if (beside.refused > 0 && !beside.firstRefusal.startsWith('trade.off_quotes')) {
    faults.push(`${beside.refused} orders of the bystander were refused: ${beside.firstRefusal}`)
  }
  const p99Max = Math.max(p99FreeMs, P99_TIMES_MAX * alone.p99)
  if (beside.p99 > p99Max) faults.push(`p99 of the bystander ${Math.round(beside.p99)} ms`)
  if (beside.max > latestMs)
    faults.push(`an order of the bystander took ${Math.round(beside.max)} ms`)
  const until = performance.now() + SETTLE_MS
  for (;;) {
    const { status, body } = await target.health()
    if (status === 200) return faults
    if (performance.now() > until) return [...faults, `/health: ${body.reason}`]
    await pause(100)
  }
}

const DEATHS = /ended; starting it again/g

function deathsIn(server: ServerProcess | undefined): number {
  return server?.output.match(DEATHS)?.length ?? 0
}

/** A server that somebody else started. */
class Elsewhere extends ServerRest {
  readonly port: number

  constructor({ elsewhere }: RoundsOptions) {
    super(elsewhere?.password)
    this.port = elsewhere?.port ?? 0
  }
}

const staffSessions = new Map<number, { session: StaffSession; at: number }>()
const STAFF_SESSION_MS = 600_000
const bystanderTokens = new Map<number, { token: string; at: number }>()
/** Within the quarter of an hour for which a token is good; no scenario takes longer than what is left. */
const BYSTANDER_MS = 600_000

/** One sign-in serves many scenarios: how often somebody may sign in has a bound, too. */
async function staffOf(server: ServerRest): Promise<StaffSession> {
  const known = staffSessions.get(server.port)
  if (known !== undefined && performance.now() - known.at < STAFF_SESSION_MS) return known.session
  const session = await server.signInStaff()
  staffSessions.set(server.port, { session, at: performance.now() })
  return session
}

/** One account trades beside many scenarios: opening one and signing in takes three hashes of passwords. */
async function bystanderToken({ server, trader }: Field): Promise<string> {
  const known = bystanderTokens.get(server.port)
  if (known !== undefined && performance.now() - known.at < BYSTANDER_MS) return known.token
  const { accessToken: token } = await trader('1000000')
  bystanderTokens.set(server.port, { token, at: performance.now() })
  return token
}

async function fieldOf(
  server: ServerRest,
  kept: Map<string, unknown>,
  isSmall: boolean,
): Promise<Field> {
  const staff = await staffOf(server)
  return {
    server,
    staff,
    isSmall,
    kept,
    size: (full, small) => (isSmall ? small : full),
    trader: async (deposit, group = 'demo\\standard') => {
      const login =
        deposit === ''
          ? await server.openBareAccount(staff, group)
          : await server.openAccount(staff, group, deposit)
      return server.signInTrader(login)
    },
    clerk: (rights, ...groupScope) => server.openStaff(staff, rights, groupScope),
    address: () => `203.0.${randomInt(256)}.${randomInt(1, 255)}`,
  }
}
