import type { Login } from '../../../engine/units.js'
import { JOB_KINDS_APART, type JobFacts, type StoredJob } from '../../../wire/stored/stored-job.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'

/**
 * The only SQL that reads the jobs table. Synchronous; the caller owns the transaction. A job that is removed
 * takes its file along (storage/migrations/files.ts).
 */
type Row = Omit<StoredJob, 'request' | 'rights' | 'scope'> &
  Readonly<Record<'request' | 'rights' | 'scope', string>>

export interface JobFilter {
  readonly owner?: Login
  readonly state?: string
}

/** Jobs that have routes of their own are in no list of all. */
const SHOWN = `kind NOT IN (${JOB_KINDS_APART.map((kind) => `'${kind}'`).join(', ')})`

const OPEN = "state IN ('waiting', 'running')"

export const jobsRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[number], Row>('SELECT * FROM jobs WHERE id = ?')
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
  const get = (id: number): StoredJob | undefined => {
    const row = selectOne.get(id)
    return row === undefined ? undefined : fromRow(row)
  }
  // A filter has few shapes.
  const filtered = new Statements(db)
  return {
    get,
    newestOf(owner: Login, kind: string): StoredJob | undefined {
      const row = selectNewest.get(owner, kind)
      return row === undefined ? undefined : fromRow(row)
    },
    /** The oldest open job of each owner. */
    firstOpen: (): StoredJob[] => selectFirstOpen.all().map(fromRow),
    countOpen: (): number => countOpen.get() as number,
    countOpenOf: (owner: Login): number => countOpenOf.get(owner) as number,
    /** The jobs whose results are files of their owners. */
    withFiles: () => selectFiles.all(),
    /** Bytes of the results that are no files. */
    bytesOfRows: (): number => sumRows.get() as number,
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
  }
})

function fromRow(row: Row): StoredJob {
  const list = (json: string): readonly string[] => JSON.parse(json) as string[]
  const request: unknown = JSON.parse(row.request)
  return { ...row, request, rights: list(row.rights), scope: list(row.scope) }
}
