import type { ReportRow, SectionHead } from '../../engine/reports/section.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { ReportWork } from '../../wire/thread/report-work.js'
import type { ReportFacts } from './report-facts.js'

/** The rows that one read found, and where the next one continues. */
export interface Look<Place> {
  readonly rows: readonly ReportRow[]
  readonly place: Place
  /** The fraction of the work that is done, from 0 to 1. */
  readonly share: number
  readonly isOver: boolean
}

/** The objects that all reads of a slice share: one snapshot of the tables, and the work. */
export interface LookGround {
  readonly db: Sqlite
  readonly work: ReportWork
  readonly facts: ReportFacts
}

/**
 * The source of a module's rows. `begin` is called once in the snapshot of the first slice; its
 * result is stored with the job and separates the rows of the report from later ones. A place is
 * JSON and gives the same rows whenever it is read.
 */
export interface ReportSource<Fence = unknown, Place = unknown> {
  readonly head: SectionHead
  begin(ground: LookGround): { readonly fence: Fence; readonly place: Place }
  look(ground: LookGround, fence: Fence, place: Place): Look<Place>
}
