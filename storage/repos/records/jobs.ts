import { assert } from '../../../engine/assert.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import { JOB_KINDS_APART, type JobFacts, type StoredJob } from '../../../wire/stored/stored-job.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql, sqlPart } from '../../sqlite/sql.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import { accountImportsRepo } from '../accounts/account-imports.js'
import { reportJobsRepo } from '../reports/report-jobs.js'
import { filesRepo } from './files.js'

/**
 * All SQL statements for the jobs table. They run synchronously, in the caller's transaction.
 *
 *   - A report has the state of its job.
 *   - The remaining work of an import is deleted when its job is over.
 *   J3. Deleting a job also deletes its file and the rows of its import.
 */
type Row = Omit<StoredJob, 'request' | 'rights' | 'scope'> &
  Readonly<Record<'request' | 'rights' | 'scope', string>>

export interface JobFilter {
  readonly owner?: Login
  readonly state?: string
}

/** Kinds of jobs with their own routes are missing from the list of all jobs. */
const SHOWN = `kind NOT IN (${JOB_KINDS_APART.map((kind) => `'${kind}'`).join(', ')})`

type Removed = Pick<StoredJob, 'id' | 'file'>

const OPEN = sqlPart`state IN ('waiting', 'running')`

export interface OpenJobs {
  /** The number of jobs that run or may begin. */
  readonly ready: number
  /** The number of jobs scheduled for a later time. */
  readonly later: number
}

export type NewJob = Pick<StoredJob, 'owner' | 'kind' | 'request' | 'rights' | 'scope' | 'file'> &
  Partial<Pick<StoredJob, 'starts_at' | 'via'>>

export type JobChange = Partial<
  Pick<
    StoredJob,
    'state' | 'done' | 'total' | 'error' | 'place' | 'bytes' | 'started_at' | 'finished_at'
  >
>

export const jobsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const [files, imports, reports] = [filesRepo(db), accountImportsRepo(db), reportJobsRepo(db)]
  /** J3. */
  const removed = (jobs: readonly Removed[]): number => {
    for (const { id, file } of jobs) {
      if (file !== '') files.markGone(file)
      imports.removeParts(id)
      imports.removeRows(id)
    }
    return jobs.length
  }
  const get = (id: number): StoredJob | undefined => {
    const row = sql.get<Row>`SELECT * FROM jobs WHERE id = ${id}`
    return row === undefined ? undefined : fromRow(row)
  }
  // Statements are cached, because filters have few different shapes.
  const filtered = new Statements(db)
  return {
    get,
    newestOf(owner: Login, kind: string): StoredJob | undefined {
      const row = sql.get<Row>`SELECT * FROM jobs WHERE owner = ${owner} AND kind = ${kind}
          ORDER BY id DESC LIMIT 1`
      return row === undefined ? undefined : fromRow(row)
    },
    /** The oldest open job of each owner that may begin at that time. */
    firstOpen: (by: UnixMs): StoredJob[] =>
      sql.all<Row>`SELECT * FROM jobs WHERE id IN (SELECT min(id)
        FROM jobs WHERE ${OPEN} AND (starts_at IS NULL OR starts_at <= ${by})
        GROUP BY owner) ORDER BY id`.map(fromRow),
    /** The next start time of a scheduled job; null if there is none. */
    nextStart: (after: UnixMs): UnixMs | null =>
      sql.value<UnixMs | null>`SELECT min(starts_at) FROM jobs
        WHERE ${OPEN} AND starts_at > ${after}` ?? null,
    /** The number of unfinished jobs, of one owner or of all. */
    countOpen: (by: UnixMs, owner: Login | null = null): OpenJobs =>
      sql.get<OpenJobs>`SELECT
          count(*) FILTER (WHERE starts_at IS NULL OR starts_at <= ${by}) AS ready,
          count(*) FILTER (WHERE starts_at > ${by}) AS later
        FROM jobs WHERE ${OPEN} AND (${owner} IS NULL OR owner = ${owner})` as OpenJobs,
    /** The jobs whose results are stored as files. */
    withFiles: () =>
      sql.all<Pick<StoredJob, 'id' | 'file'>>`SELECT id, file FROM jobs WHERE file <> ''`,
    /** The bytes of all results that are not files. */
    bytesOfRows: (): number =>
      sql.value<number>`SELECT coalesce(sum(bytes), 0) FROM jobs WHERE file = ''` as number,
    /** Newest first. */
    page(filter: JobFilter, offset: number, limit: number): { rows: JobFacts[]; total: number } {
      const parts: string[] = [SHOWN]
      const values: unknown[] = []
      for (const name of ['owner', 'state'] as const) {
        if (filter[name] === undefined) continue
        parts.push(`${name} = ?`)
        values.push(filter[name])
      }
      const where = `WHERE ${parts.join(' AND ')}`
      const rows = filtered
        .of<Row>(`SELECT * FROM jobs ${where} ORDER BY id DESC LIMIT ? OFFSET ?`)
        .all(...values, limit, offset)
      const total = filtered.of<number>(`SELECT count(*) FROM jobs ${where}`).pluck()
      return { rows: rows.map(fromRow), total: total.get(...values) as number }
    },
    insert({ request, rights, scope, starts_at = null, ...job }: NewJob, at: UnixMs): StoredJob {
      const texts = { request: text(request), rights: text(rights), scope: text(scope) }
      const row = { ...job, ...texts, state: 'waiting', created_at: at, starts_at }
      const made = get(sql.insert('jobs', row) ?? 0)
      assert(made !== undefined, 'an inserted job can be read')
      return made
    },
    update(job: StoredJob, change: JobChange): StoredJob {
      const changes = sql.update('jobs', { state: job.state, ...change }, { id: job.id })
      assert(changes === 1, 'a job that is changed is there')
      const changed = { ...job, ...change }
      if (job.kind === 'report') reports.follow(job.id)
      if (changed.finished_at !== null) imports.removeParts(job.id)
      return changed
    },
    /** Deletes jobs that finished before that time. Returns their number. */
    removeUntil: (at: UnixMs, max: number): number =>
      removed(sql.all<Removed>`DELETE FROM jobs WHERE id IN (SELECT id FROM jobs
        WHERE finished_at IS NOT NULL AND finished_at <= ${at} LIMIT ${max}) RETURNING id, file`),
    /** Removes all but the newest finished jobs of an owner. */
    removeBeyond: (owner: Login, kept: number): number =>
      removed(sql.all<Removed>`DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE owner = ${owner}
        AND finished_at IS NOT NULL ORDER BY id DESC LIMIT -1 OFFSET ${kept}) RETURNING id, file`),
    removeReport: (id: number): number =>
      removed(
        sql.all<Removed>`DELETE FROM jobs WHERE id = ${id} AND kind = 'report' RETURNING id, file`,
      ),
    /** Skips this many ids, so that they are never used. */
    leaveOut(count: number): void {
      sql.run`INSERT INTO sqlite_sequence (name, seq) SELECT 'jobs', 0 WHERE NOT EXISTS (SELECT 1
          FROM sqlite_sequence WHERE name = 'jobs')`
      sql.run`UPDATE sqlite_sequence SET seq = seq + ${count} WHERE name = 'jobs'`
    },
  }
})

function fromRow(row: Row): StoredJob {
  const list = (json: string): readonly string[] => JSON.parse(json) as string[]
  const request: unknown = JSON.parse(row.request)
  return { ...row, request, rights: list(row.rights), scope: list(row.scope) }
}

const text = (value: unknown): string => JSON.stringify(value)
