import type { Login } from '../../../engine/units.js'
import type { ReportRequest, StoredReport } from '../../../wire/stored/stored-report.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** A report job without its tables. */
export type ReportHead = Omit<StoredReport, 'sections'>
type HeadRow = Omit<ReportHead, 'request' | 'rights' | 'scope'> &
  Readonly<Record<'request' | 'rights' | 'scope', string>>
type Row = HeadRow & { readonly sections: string }

const HEAD =
  'id, owner, state, request, rights, scope, attempts, "rows", error, created_at, finished_at'

/** The only SQL that reads report jobs. */
export const reportJobsRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[number], Row>('SELECT * FROM report_jobs WHERE id = ?')
  const selectOf = db.prepare<[number, number, number], HeadRow>(
    `SELECT ${HEAD} FROM report_jobs WHERE owner = ? ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  const selectAll = db.prepare<[number, number], HeadRow>(
    `SELECT ${HEAD} FROM report_jobs ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  const countOf = db
    .prepare<[number], number>('SELECT count(*) FROM report_jobs WHERE owner = ?')
    .pluck()
  const countAll = db.prepare<[], number>('SELECT count(*) FROM report_jobs').pluck()
  const selectOwners = db
    .prepare<[], number>('SELECT DISTINCT owner FROM report_jobs ORDER BY owner')
    .pluck()
  return {
    get(id: number): StoredReport | undefined {
      const row = selectOne.get(id)
      if (row === undefined) return undefined
      const sections = JSON.parse(row.sections) as StoredReport['sections']
      return { ...headOf(row), sections }
    },
    /** Newest first; of everybody without an owner. */
    page(owner: Login | null, offset: number, limit: number): ReportHead[] {
      const rows =
        owner === null ? selectAll.all(limit, offset) : selectOf.all(owner, limit, offset)
      return rows.map(headOf)
    },
    count: (owner: Login | null): number =>
      (owner === null ? countAll.get() : countOf.get(owner)) as number,
    owners: (): Login[] => selectOwners.all(),
  }
})

function headOf(row: HeadRow): ReportHead {
  return {
    id: row.id,
    owner: row.owner,
    state: row.state,
    request: JSON.parse(row.request) as ReportRequest,
    rights: JSON.parse(row.rights) as string[],
    scope: JSON.parse(row.scope) as string[],
    attempts: row.attempts,
    rows: row.rows,
    error: row.error,
    created_at: row.created_at,
    finished_at: row.finished_at,
  }
}
