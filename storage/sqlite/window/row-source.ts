import type { WindowPosition } from '../../../wire/window/window.js'
import type { Parameters } from './columns.js'

/** A row that may be in a page: its position, and if the filter matches it. */
export interface Candidate extends WindowPosition {
  readonly fits: boolean
}

/** The place at which reading starts; `isIncluded` includes the row there. */
export interface Start {
  readonly at: WindowPosition
  readonly isIncluded: boolean
}

/** Rows in the window's order, from an index. */
export interface RowStream {
  /** Reads at most `limit` rows after skipping `skipped`. */
  read(start: Start | undefined, limit: number, skipped?: number): Candidate[]
}

/**
 * The source of a window's rows for one query.
 *
 *   - Its streams together have every row of the scope once, each in the order of the window.
 *   - A scan reads the rows of `from` that match `scope`, which are the same rows.
 */
export interface RowSource {
  /** The column of the id of rows, such as a login. */
  readonly number: string
  /** True if it has no rows, so nothing needs to be read. */
  readonly isNone: boolean
  /** The SQL before the SELECT of a scan, and its tables: the rows are named `a`. */
  readonly before: string
  readonly from: string
  /** The condition that limits the rows. Empty matches all. */
  readonly scope: string
  readonly parameters: Parameters
  /** True if the streams have only rows of the scope. */
  readonly isWhole: boolean
  /** Streams that return the rows in order; undefined if no index has the order. */
  streams(isFalling: boolean): readonly RowStream[] | undefined
  /** How many rows a scan would read, counted up to `most`. */
  countUpTo(most: number): number
  /** The number of rows, if it is known without reading each. */
  total(): number | undefined
  /** The name of a row, and the reason of a refused large scan. */
  readonly noun: string
  readonly isTooMany: 'field.scan_trades' | 'field.scan_groups'
}
