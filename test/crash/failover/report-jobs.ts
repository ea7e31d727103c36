import { readCsv } from '../../../wire/format/csv.js'
import { type AtWork, type DeskTask, ended } from './desk-task.js'

/**
 * Reports of all accounts, as tables.
 *
 *   R1. Each request has one job, which is done.
 *   R2. Its file is a table with a row for each account that the job counts, each once, those among them that were there before.
 */
interface Job {
  readonly id: number
  readonly state: string
  readonly rows: number
  readonly error: string
}

const JOBS = '/admin/v1/reports/jobs'
const HEAD = 'login,name,group,currency,balance_begin'
const TABLE_BOUNDS = { recordsMax: 1e6, cellsMax: 64 }

export class ReportJobs {
  /** Accounts that were there before all reports. */
  readonly #logins: readonly number[]
  /** The newest job that was looked at. */
  #newest = 0

  constructor(logins: readonly number[]) {
    this.#logins = logins
  }

  task(n: number): DeskTask {
    return {
      what: `report ${n}`,
      path: `POST ${JOBS}`,
      body: { module: 'accounts_summary', format: 'csv' },
      told: ({ id }) => `the job ${id}`,
      audit: (at, { id }) => this.#audit(at, Number(id)),
    }
  }

  async #audit(at: AtWork, id: number): Promise<string[]> {
    const jobs = await ended(
      () => this.#newJobs(at),
      (found) => found.length > 0 && found.every(({ state }) => !OPEN.includes(state)),
    )
    const [job] = jobs
    this.#newest = job?.id ?? this.#newest
    if (job?.id !== id || jobs.length > 1 || job.state !== 'done' || job.error !== '') {
      return [`was told as the job ${id}, and has the jobs ${JSON.stringify(jobs)}`]
    }
    return this.#fileProblems(at, job)
  }

  async #newJobs({ server, staff }: AtWork): Promise<Job[]> {
    const { data } = await server.ask<{ items: Job[] }>(`GET ${JOBS}`, staff)
    return (data?.items ?? []).filter(({ id }) => id > this.#newest)
  }

  /** R2. */
  async #fileProblems({ server, staff }: AtWork, { id, rows }: Job): Promise<string[]> {
    const url = `http://127.0.0.1:${server.port}${JOBS}/${id}/download`
    const answer = await fetch(url, { headers: staff.headers })
    const text = await answer.text()
    const table = readCsv(text, TABLE_BOUNDS)
    if (answer.status !== 200 || !table.ok || !text.startsWith(HEAD)) {
      return [`its file is ${answer.status} ${text.slice(0, 200)}`]
    }
    const logins = table.records.slice(1).map(({ cells }) => Number(cells[0]))
    const each = new Set(logins)
    const missing = this.#logins.filter((login) => !each.has(login))
    return [
      ...(logins.length === rows ? [] : [`has ${logins.length} rows, and counts ${rows}`]),
      ...(logins.length === each.size ? [] : ['has an account twice']),
      ...(missing.length === 0 ? [] : [`lacks ${missing.join()}`]),
    ]
  }
}

const OPEN: readonly string[] = ['queued', 'running']
