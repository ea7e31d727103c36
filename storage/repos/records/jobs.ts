import { assert } from '../../../engine/assert.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { JobFacts, StoredJob } from '../../../wire/stored/stored-job.js'
import type { Sqlite } from '../../sqlite/open.js'

/**
 * The only SQL that names the jobs table. Synchronous; the caller owns the transaction. A job that is removed
 * takes its file along (storage/migrations/files.ts).
 */
export type NewJob = Pick<StoredJob, 'owner' | 'kind' | 'request' | 'rights' | 'scope' | 'file'>

type Row = Omit<StoredJob, 'request' | 'rights' | 'scope'> &
  Readonly<Record<'request' | 'rights' | 'scope', string>>

export type JobChange = Partial<
  Pick<
    StoredJob,
    'state' | 'done' | 'total' | 'error' | 'place' | 'bytes' | 'started_at' | 'finished_at'
  >
>

export interface JobFilter {
  readonly owner?: Login
  readonly state?: string
}

const OPEN = "state IN ('waiting', 'running')"
const CHANGED = ['state', 'done', 'total', 'error', 'place', 'bytes', 'started_at', 'finished_at']

export function jobsRepo(db: Sqlite) {
  const insert = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO jobs (owner, kind, request, rights, scope, file, state, created_at)
     VALUES (@owner, @kind, @request, @rights, @scope, @file, 'waiting', @at)`,
  )
  const selectOne = db.prepare<[number], Row>('SELECT * FROM jobs WHERE id = ?')
  const update = db.prepare<[Record<string, unknown>]>(
    `UPDATE jobs SET ${CHANGED.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
  )
  const selectFirstOpen = db.prepare<[], Row>(
    `SELECT * FROM jobs WHERE id IN (SELECT min(id) FROM jobs WHERE ${OPEN} GROUP BY owner)
     ORDER BY id`,
  )
  const selectNewest = db.prepare<[number, string], Row>(
    'SELECT * FROM jobs WHERE owner = ? AND kind = ? ORDER BY id DESC LIMIT 1',
  )
  const countOpen = db.prepare<[], number>(`SELECT count(*) FROM jobs WHERE ${OPEN}`).pluck()
  const countOpenOf = db
    .prepare<[number], number>(`SELECT count(*) FROM jobs WHERE owner = ? AND ${OPEN}`)
    .pluck()
  const selectFiles = db.prepare<[], Pick<StoredJob, 'id' | 'file'>>(
    "SELECT id, file FROM jobs WHERE file <> ''",
  )
  const sumRows = db
    .prepare<[], number>("SELECT coalesce(sum(bytes), 0) FROM jobs WHERE file = ''")
    .pluck()
  const removeOld = db.prepare<[number, number]>(
    `DELETE FROM jobs WHERE id IN
       (SELECT id FROM jobs WHERE finished_at IS NOT NULL AND finished_at <= ? LIMIT ?)`,
  )
  const removeBeyond = db.prepare<[number, number]>(
    `DELETE FROM jobs WHERE id IN
       (SELECT id FROM jobs WHERE owner = ? AND finished_at IS NOT NULL
        ORDER BY id DESC LIMIT -1 OFFSET ?)`,
  )
  const begin = db.prepare(
    `INSERT INTO sqlite_sequence (name, seq)
     SELECT 'jobs', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'jobs')`,
  )
  const skip = db.prepare<[number]>("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'jobs'")
  const get = (id: number): StoredJob | undefined => {
    const row = selectOne.get(id)
    return row === undefined ? undefined : fromRow(row)
  }
  return {
    insert({ request, rights, scope, ...job }: NewJob, at: UnixMs): StoredJob {
      const texts = { request: text(request), rights: text(rights), scope: text(scope) }
      const { lastInsertRowid } = insert.run({ ...job, ...texts, at })
      const made = get(Number(lastInsertRowid))
      assert(made !== undefined, 'an inserted job can be read')
      return made
    },
    get,
    newestOf(owner: Login, kind: string): StoredJob | undefined {
      const row = selectNewest.get(owner, kind)
      return row === undefined ? undefined : fromRow(row)
    },
    update(job: StoredJob, change: JobChange): StoredJob {
      const { request: _, rights: __, scope: ___, ...changed } = { ...job, ...change }
      const { changes } = update.run(changed)
      assert(changes === 1, 'a job that is changed is there')
      return { ...job, ...change }
    },
    /** The oldest open job of each owner. */
    firstOpen: (): StoredJob[] => selectFirstOpen.all().map(fromRow),
    countOpen: (): number => countOpen.get() as number,
    countOpenOf: (owner: Login): number => countOpenOf.get(owner) as number,
    /** The jobs whose results are files of their owners. */
    withFiles: () => selectFiles.all(),
    /** Bytes of the results that are no files. */
    bytesOfRows: (): number => sumRows.get() as number,
    /** Removes jobs that were finished by then; answers how many went. */
    removeUntil: (at: UnixMs, max: number): number => removeOld.run(at, max).changes,
    /** Removes all but the newest finished jobs of an owner. */
    removeBeyond: (owner: Login, kept: number): number => removeBeyond.run(owner, kept).changes,
    /** Skips so many numbers, which are not given out any more. */
    leaveOut(count: number): void {
      begin.run()
      skip.run(count)
    },
    /** Newest first. */
    page(filter: JobFilter, offset: number, limit: number): { rows: JobFacts[]; total: number } {
      const parts: string[] = []
      const values: unknown[] = []
      for (const name of ['owner', 'state'] as const) {
        if (filter[name] === undefined) continue
        parts.push(`${name} = ?`)
        values.push(filter[name])
      }
      const where = parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`
      const rows = db
        .prepare<unknown[], Row>(`SELECT * FROM jobs ${where} ORDER BY id DESC LIMIT ? OFFSET ?`)
        .all(...values, limit, offset)
      const total = db.prepare<unknown[], number>(`SELECT count(*) FROM jobs ${where}`).pluck()
      return { rows: rows.map(fromRow), total: total.get(...values) as number }
    },
  }
}

const text = (value: unknown): string => JSON.stringify(value)

function fromRow(row: Row): StoredJob {
  const list = (json: string): readonly string[] => JSON.parse(json) as string[]
  const request: unknown = JSON.parse(row.request)
  return { ...row, request, rights: list(row.rights), scope: list(row.scope) }
}
