import { csvLine, readCsv } from '../../../wire/format/csv.js'
import { type AtWork, type Data, type DeskTask, ended } from './desk-task.js'

/**
 * Imports of accounts from a table, in several slices.
 *
 *   T1. Each has one job, which is done with as many records as the table has.
 *   T2. Each record is one account, that of its row, by a name that no other has.
 *   T3. Who is given the password that was made for an account signs in with it.
 */
interface Job {
  readonly id: number
  readonly kind: string
  readonly state: string
  readonly done: number
  readonly total: number | null
  readonly error: string
}

interface Row {
  readonly action: string
  readonly login: number | null
  readonly master_password: string | null
}

/**
 * Of more than one slice each: eight typed passwords are one, which take long while there is load, and so are 25 records without. The last record has
 * none typed.
 */
const TABLES = [
  { records: 27, passwords: ['', ''] },
  { records: 9, passwords: ['Drill-12-ma!', 'Drill-12-in!'] },
] as const
const HEAD = ['group', 'name', 'master_password', 'investor_password']
const RESULT_BOUNDS = { recordsMax: 100, cellsMax: 6 }
const JOBS = '/admin/v1/jobs'

export class TableImports {
  /** The newest job that was looked at. */
  #newest = 0

  task(n: number): DeskTask {
    const { records: count, passwords } = TABLES[n % TABLES.length] ?? TABLES[0]
    const names = Array.from({ length: count }, (_, at) => `Import ${n} record ${at}`)
    const records = names.map((name, at) => {
      return ['demo\\standard', name, ...(at < count - 1 ? passwords : ['', ''])]
    })
    return {
      what: `import ${n}`,
      path: 'POST /admin/v1/accounts/import',
      body: { csv: [HEAD, ...records].map(csvLine).join(''), dry_run: false },
      told: (data) => (data['job_id'] === null ? JSON.stringify(data['items']) : undefined),
      audit: (at, data) => this.#audit(at, `Import ${n} record`, names, data),
    }
  }

  async #audit(
    at: AtWork,
    prefix: string,
    names: readonly string[],
    data: Data,
  ): Promise<string[]> {
    const jobs = await ended(
      () => this.#newJobs(at),
      (found) => found.length > 0 && found.every(({ state }) => !OPEN.includes(state)),
    )
    const [job] = jobs
    this.#newest = job?.id ?? this.#newest
    if (job === undefined || jobs.length > 1 || !isWhole(job, names.length)) {
      return [`has the jobs ${JSON.stringify(jobs)}`]
    }
    const rows =
      data['job_id'] === null ? (data['items'] as readonly Row[]) : await rowsOf(at, job.id)
    const accounts = await accountsNamed(at, prefix)
    const told = names.map((name, place) => `${name} is ${rows[place]?.login}`).sort()
    const there = accounts.map(({ name, login }) => `${name} is ${login}`).sort()
    const found = rows
      .filter(({ action }) => action !== 'created')
      .map((row) => `has the row ${JSON.stringify(row)}`)
    if (told.join() !== there.join()) found.push(`told: ${told.join()}; there: ${there.join()}`)
    return [...found, ...(await signInProblems(at, rows.at(-1)))]
  }

  async #newJobs({ server, staff }: AtWork): Promise<Job[]> {
    const { data } = await server.ask<{ items: Job[] }>(`GET ${JOBS}`, staff)
    const items = data?.items ?? []
    return items.filter(({ id, kind }) => kind === 'accounts.import' && id > this.#newest)
  }
}

const OPEN: readonly string[] = ['waiting', 'running']

function isWhole({ state, done, total, error }: Job, records: number): boolean {
  return state === 'done' && done === records && total === records && error === ''
}

/** As the job of an import keeps them that was not answered with its rows. */
async function rowsOf({ server, staff }: AtWork, id: number): Promise<readonly Row[]> {
  const url = `http://127.0.0.1:${server.port}${JOBS}/${id}/result`
  const answer = await fetch(url, { headers: staff.headers })
  const table = readCsv(await answer.text(), RESULT_BOUNDS)
  if (!table.ok) return []
  return table.records.slice(1).map(({ cells: [, action = '', login, , master = ''] }) => {
    return { action, login: Number(login), master_password: master }
  })
}

interface Named {
  readonly name: string
  readonly login: number
}

async function accountsNamed({ server, staff }: AtWork, prefix: string): Promise<Named[]> {
  const path = `GET /admin/v1/accounts?name=${encodeURIComponent(prefix)}&limit=100`
  const { data } = await server.ask<{ items: Named[] }>(path, staff)
  return data?.items ?? []
}

/** T3. */
async function signInProblems({ server }: AtWork, row: Row | undefined): Promise<string[]> {
  const asked = { login: row?.login, password: row?.master_password, terminal: 'desktop' }
  const { code } = await server.ask('POST /trader/v1/auth/login', undefined, asked)
  return code === 'ok' ? [] : [`${row?.login} signs in with the password of its row: ${code}`]
}
