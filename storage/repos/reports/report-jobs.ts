import type { RowPlaces } from '../../../engine/reports/row-places.js'
import type { KeptSection } from '../../../engine/reports/section.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { StoredJob } from '../../../wire/stored/stored-job.js'
import type { StoredReport } from '../../../wire/stored/stored-report.js'
import type { Sqlite } from '../../sqlite/open.js'
import { json, Sql, sqlPart } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

export type ReportHead = Omit<StoredReport, 'sections'>
/** A section without its content; `places` is null if rows cannot be read by index. */
export interface SectionRows extends Pick<KeptSection, 'columns'> {
  readonly row_count: number
  readonly places: RowPlaces | null
}
type Texts<Row, Name extends keyof Row> = Omit<Row, Name> & Readonly<Record<Name, string>>
type HeadRow = Texts<ReportHead, 'request' | 'rights' | 'scope'>

const HEAD = sqlPart`id, owner, state, request, rights, scope, attempts, "rows", error, created_at, finished_at`

/** All SQL statements for report jobs, apart from their schedules. */
export const reportJobsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    get(id: number): StoredReport | undefined {
      const head = sql.get<HeadRow>`SELECT ${HEAD} FROM report_jobs WHERE id = ${id}`
      const sections = sql.value<string>`SELECT sections FROM report_jobs WHERE id = ${id}`
      if (head === undefined || sections === undefined) return undefined
      return { ...headOf(head), sections: JSON.parse(sections) as StoredReport['sections'] }
    },
    head(id: number): ReportHead | undefined {
      const head = sql.get<HeadRow>`SELECT ${HEAD} FROM report_jobs WHERE id = ${id}`
      return head === undefined ? undefined : headOf(head)
    },
    /** The stored properties of a section's rows; undefined if the section does not exist. */
    section(id: number, n: number): SectionRows | undefined {
      const path = `$[${n}]`
      const text = sql.value<string | null>`SELECT json_object(
          'columns', json(json_extract(sections, ${`${path}.columns`})),
          'row_count', json_extract(sections, ${`${path}.row_count`}),
          'places', json(json_extract(sections, ${`${path}.places`})))
        FROM report_jobs WHERE id = ${id} AND json_type(sections, ${path}) IS NOT NULL`
      return text === undefined || text === null ? undefined : (JSON.parse(text) as SectionRows)
    },
    /** A page of jobs, newest first, of one owner or, if null, of all. */
    page(owner: Login | null, offset: number, limit: number): ReportHead[] {
      const rows =
        owner === null
          ? sql.all<HeadRow>`SELECT ${HEAD} FROM report_jobs ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`
          : sql.all<HeadRow>`SELECT ${HEAD} FROM report_jobs WHERE owner = ${owner}
              ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`
      return rows.map(headOf)
    },
    count: (owner: Login | null): number =>
      (owner === null
        ? sql.value<number>`SELECT count(*) FROM report_jobs`
        : sql.value<number>`SELECT count(*) FROM report_jobs WHERE owner = ${owner}`) ?? 0,
    owners: () => sql.values<Login>`SELECT DISTINCT owner FROM report_jobs ORDER BY owner`,
    insert({ id, owner, request, rights, scope, created_at }: StoredJob) {
      const texts = { request: json(request), rights: json(rights), scope: json(scope) }
      sql.insert('report_jobs', { id, owner, ...texts, created_at })
    },
    follow(id: number): void {
      sql.run`UPDATE report_jobs SET
          state = CASE jobs.state WHEN 'waiting' THEN 'queued' ELSE jobs.state END,
          attempts = CASE WHEN jobs.started_at IS NULL THEN attempts ELSE max(attempts, 1) END,
          "rows" = jobs.done, error = jobs.error,
          sections = CASE jobs.state WHEN 'done' THEN jobs.place ELSE sections END,
          finished_at = jobs.finished_at
        FROM jobs WHERE jobs.id = report_jobs.id AND report_jobs.id = ${id}`
    },
    remove(id: number): void {
      sql.run`DELETE FROM report_jobs WHERE id = ${id}`
    },
    removeUntil: (owner: Login, until: UnixMs, limit: number) =>
      sql.run`DELETE FROM report_jobs WHERE id IN
        (SELECT id FROM report_jobs WHERE owner = ${owner} AND finished_at <= ${until} LIMIT ${limit})`,
    removeBeyond: (owner: Login, kept: number, limit: number) =>
      sql.run`DELETE FROM report_jobs WHERE id IN (SELECT id FROM report_jobs
        WHERE owner = ${owner} AND finished_at IS NOT NULL ORDER BY id DESC LIMIT ${limit} OFFSET ${kept})`,
  }
})

function headOf({ request, rights, scope, ...row }: HeadRow): ReportHead {
  const parsed = {
    request: JSON.parse(request),
    rights: JSON.parse(rights),
    scope: JSON.parse(scope),
  }
  return { ...row, ...parsed }
}
