import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import { fileRows } from '../../storage/files/file-rows.js'
import { jobsRepo } from '../../storage/repos/records/jobs.js'
import { reportJobsRepo } from '../../storage/repos/reports/report-jobs.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { type JsonValue, jsonWritten } from '../../wire/format/json-parts.js'
import { accept, type Handlers } from '../thread/ask.js'
import { BAD_PAGE, LIST_LIMIT_MAX } from './page.js'

/**
 * Rows of a finished report by index, from its file: only the requested rows of a million are read.
 */
export interface ReportRowsQueries {
  'report_jobs.rows': {
    readonly request: {
      readonly id: number
      readonly section: number
      readonly offset: number
      readonly limit: number
    }
    readonly answer: { readonly rows: readonly JsonValue[]; readonly rowCount: number }
  }
}

export function reportRowsQueries(db: Sqlite, dataDir: string): Handlers<ReportRowsQueries> {
  const jobs = jobsRepo(db)
  const reports = reportJobsRepo(db)
  return {
    'report_jobs.rows': ({ id, section: n, offset, limit }) => {
      if (limit > LIST_LIMIT_MAX) return BAD_PAGE
      const { job, section } = inSnapshot(db, () => ({
        job: jobs.get(id),
        section: reports.section(id, n),
      }))
      if (section === undefined) {
        return because('not_found.report_section', { id, number: n })
      }
      if (job === undefined) return goneRows(id)
      const { places, row_count: rowCount } = section
      if (places === null) {
        return because('conflict.report_rows_in_file', { id })
      }
      if (offset >= rowCount) return accept({ rows: [], rowCount })
      const last = Math.min(limit, rowCount - offset)
      const rows = fileRows(dataDir, job.file, places, offset, last)
      return rows === null ? goneRows(id) : accept({ rows: rows.map(jsonWritten), rowCount })
    },
  }
}

function goneRows(id: number): Refusal {
  return because('not_found.report_result', { id })
}
