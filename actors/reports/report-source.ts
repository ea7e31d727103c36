import type { ReportRow, SectionHead } from '../../engine/reports/section.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { ReportWork } from '../../wire/thread/report-work.js'
import type { ReportFacts } from './report-facts.js'

/** Rows that one look has found, and where the next one goes on. */
export interface Look<Place> {
  readonly rows: readonly ReportRow[]
  readonly place: Place
  /** The share of the whole way that is done, from 0 to 1. */
  readonly share: number
  readonly isOver: boolean
}

/** What all looks of a slice share: one snapshot of the tables, and the work. */
export interface LookGround {
  readonly db: Sqlite
  readonly work: ReportWork
  readonly facts: ReportFacts
}

/**
 * Where the rows of a module come from. `begin` is called once, in the snapshot of the first slice: what it answers is
 * kept with the job, and says what is in the report and what came later. A place is JSON; it answers the same rows
 * whenever it is asked again.
 */
export interface ReportSource<Fence = unknown, Place = unknown> {
  readonly head: SectionHead
  begin(ground: LookGround): { readonly fence: Fence; readonly place: Place }
  look(ground: LookGround, fence: Fence, place: Place): Look<Place>
}
