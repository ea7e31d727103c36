import { assert } from '../../engine/assert.js'
import type { ReportModule } from '../../engine/reports/modules.js'
import type { RowPlaces } from '../../engine/reports/row-places.js'
import type { ReportRow } from '../../engine/reports/section.js'
import { fileRows } from '../../storage/files/file-rows.js'
import { jobsRepo } from '../../storage/repos/records/jobs.js'
import { reportJobsRepo } from '../../storage/repos/reports/report-jobs.js'
import { sourceOf } from './modules.js'
import type { ReportSource } from './report-source.js'

/**
 * The rows of a finished report, for a file of another format: exactly the rows of that report, not
 * current rows.
 */
interface CopyFence {
  readonly file: string
  readonly places: RowPlaces
  readonly rows: number
}

const ROWS_AT_ONCE = 250

/** The copied report was deleted, or was made by another version. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
}

export function copySource(
  dataDir: string,
  of: number,
  module: ReportModule,
): ReportSource<CopyFence, number> {
  const { head } = sourceOf(module)
  return {
    head,
    begin({ db }) {
      const job = jobsRepo(db).get(of)
      const section = reportJobsRepo(db).section(of, 0)
      if (job === undefined || section?.places === null || section === undefined) throw gone(of)
      const names = head.columns.map(({ name }) => name).join()
      if (section.columns.map(({ name }) => name).join() !== names) {
        throw new CopyError(`Report job ${of} has other columns than now: run the report again.`)
      }
      const { places, row_count: rows } = section
      return { fence: { file: job.file, places, rows }, place: 0 }
    },
    look(_, { file, places, rows: all }, at) {
      const next = Math.min(at + ROWS_AT_ONCE, all)
      const texts = next === at ? [] : fileRows(dataDir, file, places, at, next - at)
      if (texts === null) throw gone(of)
      const rows = texts.map((text): ReportRow => {
        const row: unknown = JSON.parse(text)
        assert(Array.isArray(row), 'a row is a list of cells')
        return row
      })
      return { rows, place: next, share: all === 0 ? 1 : next / all, isOver: next === all }
    },
  }
}

function gone(of: number): CopyError {
  return new CopyError(`The result of report job ${of} is no more: run the report again.`)
}
