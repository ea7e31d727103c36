import { csvLine } from '../../../wire/format/csv.js'
import { pause } from '../raw-http.js'
import { type Field, found, type Scenario } from '../scenario.js'

/**
 * The move from another server: ten thousand accounts with the passwords that their holders had. That takes as long as
 * hashing takes, so it is looked at for a minute and then cancelled; its figures are printed but for small sizes:
 * `npm run attack -- typed-import`.
 */
const PEOPLE = 5
const SIGN_IN_EVERY_MS = 500
const SIGN_IN_MAX_MS = 5_000
/** Beyond the time that it is looked at: a slice has several passwords. */
const PROGRESS_MAX_MS = 20_000
const PASSWORD = 'Crash#2026ma'

interface JobData {
  readonly state: string
  readonly done: number
  readonly total: number | null
}

interface ImportFigures {
  /** How far the job was at each look. */
  readonly done: readonly number[]
  /** How long the sign-ins of others took, in order. */
  readonly signInMs: readonly number[]
  readonly refused: readonly number[]
}

export const typedImport: Scenario = {
  name: 'typed-import',
  tries: '10,000 accounts are imported with typed passwords, while others sign in',
  async attack(field) {
    const { server, staff } = field
    const logins: number[] = []
    for (let i = 0; i < PEOPLE; i++) logins.push((await field.trader('1000')).login)
    const count = field.size(10_000, 600)
    const { data: begun } = await server.ask<{ job_id: number }>(
      'POST /admin/v1/accounts/import',
      staff,
      {
        csv: tableOf(count),
        dry_run: false,
      },
    )
    const job = `/admin/v1/jobs/${begun.job_id}`
    const { data: first } = await server.ask<JobData>(`GET ${job}`, staff)
    const figures = await watched(field, job, logins, field.size(60_000, 1_000))
    const { data: ended } = await server.ask<JobData>(`POST ${job}/cancel`, staff)
    const latest = figures.signInMs.at(-1) ?? 0
    if (!field.isSmall) process.stdout.write(figuresText(figures))
    return found(
      first.total !== count && `the job tells of ${first.total} accounts`,
      figures.done.some((done, i) => done < (figures.done[i - 1] ?? 0)) && 'progress went back',
      (figures.done.at(-1) ?? 0) <= first.done && 'there is no progress',
      ended.state !== 'cancelled' && `the job is ${ended.state} after it was cancelled`,
      figures.refused.length > 0 && `others who signed in were answered ${figures.refused[0]}`,
      latest > SIGN_IN_MAX_MS && `somebody signed in within ${Math.round(latest)} ms`,
    )
  },
}

function tableOf(count: number): string {
  const rows = Array.from({ length: count }, (_, n) => {
    return ['demo\\standard', `Moved ${n}`, 'Typed-12-own!', 'Looks-34-own!']
  })
  return [['group', 'name', 'master_password', 'investor_password'], ...rows].map(csvLine).join('')
}

/** Until there was progress, at least. */
async function watched(
  { server, staff, address }: Field,
  job: string,
  logins: readonly number[],
  ms: number,
): Promise<ImportFigures> {
  const [done, signInMs, refused] = [[] as number[], [] as number[], [] as number[]]
  const until = performance.now() + ms
  const isDue = (): boolean => {
    const now = performance.now()
    return now < until || (done.at(-1) === done[0] && now < until + PROGRESS_MAX_MS)
  }
  for (let turn = 0; isDue(); turn++) {
    const login = logins[turn % logins.length] ?? 0
    const at = performance.now()
    const { status } = await server.ask(
      'POST /trader/v1/auth/login',
      { headers: { 'x-forwarded-for': address() } },
      { login, password: PASSWORD, terminal: 'desktop' },
    )
    if (status === 200) signInMs.push(performance.now() - at)
    else refused.push(status)
    done.push((await server.ask<JobData>(`GET ${job}`, staff)).data.done)
    await pause(SIGN_IN_EVERY_MS)
  }
  return { done, signInMs: signInMs.sort((a, b) => a - b), refused }
}

function figuresText({ done, signInMs }: ImportFigures): string {
  const ms = (part: number): string => {
    const place = Math.min(signInMs.length - 1, Math.floor(signInMs.length * part))
    return `${Math.round(signInMs[place] ?? 0)} ms`
  }
  const imported = `${done.at(-1) ?? 0} accounts within the minute, told in ${new Set(done).size} steps`
  return `${imported}; ${signInMs.length} sign-ins of others within p50 ${ms(0.5)}, latest ${ms(1)}\n`
}
