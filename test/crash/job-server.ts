import type { Test } from 'tap'
import { accountWithDefaults } from '../../actors/desk/accounts/accounts.js'
import { sqlitePath } from '../../storage/paths.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { jobsRepo } from '../../storage/repos/records/jobs.js'
import { openReader, openWriter, type Sqlite } from '../../storage/sqlite/open.js'
import type { StoredJob } from '../../wire/stored/stored-job.js'
import { pause, type ServerOptions, ServerProcess, type StaffSession } from './server-process.js'

/** Between two looks at what only has to come to its end. */
const LOOK_MS = 10

export interface JobData {
  readonly id: number
  readonly state: string
  readonly error: string
  /** The records that are done. */
  readonly done: number
  readonly total: number | null
  /** In place of them where it is a report. */
  readonly rows?: number
}

const doneOf = ({ rows, done }: JobData): number => rows ?? done

/** A look at the tables of a server that is running, or has ended. */
export function stored<T>(dataDir: string, look: (db: Sqlite) => T): T {
  const db = openReader(sqlitePath(dataDir))
  try {
    return look(db)
  } finally {
    db.close()
  }
}

/** Accounts with logins from 2001 on, in the tables of a server that has ended; answers all logins there are. */
export function addAccounts(
  dataDir: string,
  count: number,
  nameOf: (login: number) => string,
): number[] {
  const db = openWriter(sqlitePath(dataDir))
  const accounts = accountsRepo(db)
  db.exec('BEGIN')
  for (let login = 2001; login < 2001 + count; login++) {
    const own = { login, group: 'demo\\standard', name: nameOf(login) }
    accounts.insert(accountWithDefaults(own), 1)
  }
  db.exec('COMMIT')
  const logins = db.prepare<[], number>('SELECT login FROM accounts ORDER BY login').pluck().all()
  db.close()
  return logins
}

/** A server that is killed in the middle of its jobs, and started again. */
export class JobServer {
  server: ServerProcess
  staff: StaffSession
  readonly #options: ServerOptions
  readonly #jobs: string

  private constructor(
    options: ServerOptions,
    jobs: string,
    server: ServerProcess,
    staff: StaffSession,
  ) {
    this.#options = options
    this.#jobs = jobs
    this.server = server
    this.staff = staff
  }

  /** `jobs` is the path of its jobs. */
  static async start(options: ServerOptions, jobs = '/admin/v1/jobs'): Promise<JobServer> {
    const server = await ServerProcess.start(options)
    return new JobServer(options, jobs, server, await server.signInStaff())
  }

  async read(id: number): Promise<JobData> {
    const { data, status, message } = await this.server.ask<JobData>(
      `GET ${this.#jobs}/${id}`,
      this.staff,
    )
    if (status !== 200) throw new Error(message)
    return data
  }

  async over(id: number): Promise<JobData> {
    for (;;) {
      const job = await this.read(id)
      if (!['waiting', 'queued', 'running'].includes(job.state)) return job
      await pause(LOOK_MS)
    }
  }

  /** Its job as it is in the tables. */
  job(id: number): StoredJob | undefined {
    return stored(this.#options.dataDir, (db) => jobsRepo(db).get(id))
  }

  /** What it made, or another page of it. */
  page(path: string): Promise<Response> {
    const { headers } = this.staff
    return fetch(`http://127.0.0.1:${this.server.port}${path}`, { headers })
  }

  made(id: number, as: 'result' | 'download'): Promise<Response> {
    return this.page(`${this.#jobs}/${id}/${as}`)
  }

  /** Kills the server so often, each time when the job is further than the time before. */
  async killIn(
    t: Test,
    id: number,
    kills: number,
    onKilled: (left: StoredJob) => void,
  ): Promise<void> {
    for (let kill = 1, reached = 0; kill <= kills; kill++) {
      let job = await this.read(id)
      while (job.state !== 'done' && doneOf(job) <= reached) job = await this.read(id)
      await this.server.kill()
      const left = this.job(id)
      if (left === undefined) throw new Error(`job ${id} is in the tables`)
      t.equal(left.state, 'running', `killed in its middle, at ${left.done} of ${left.total}`)
      t.ok(left.done >= doneOf(job), 'what was told is durable')
      onKilled(left)
      reached = left.done
      this.server = await ServerProcess.start(this.#options)
      this.staff = await this.server.signInStaff()
    }
  }
}
