import type { WindowPosition } from '../../../wire/thread/window.js'
import type { Parameters } from './columns.js'

/** A row on its way into a page: where it stands, and whether the filter takes it. */
export interface Candidate extends WindowPosition {
  readonly fits: boolean
}

/** The place from which rows are read; `isIncluded` takes in the row that stands there. */
export interface Start {
  readonly at: WindowPosition
  readonly isIncluded: boolean
}

/** Rows in the window's order, as an index has them. */
export interface RowStream {
  /** Reads at most `limit` rows, `skipped` ones left out before them. */
  read(start: Start | undefined, limit: number, skipped?: number): Candidate[]
}

/**
 * Where the rows of a window come from, for one question.
 *
 *   S1. Its streams together have every row once that the scope may take, each in the order of the window.
 *   S2. A scan reads the rows of `from` that `scope` takes, which are the same.
 */
export interface RowSource {
  /** The column of the number by which rows are told apart: a login, or an id. */
  readonly number: string
  /** Nothing can be in it, and nothing is read. */
  readonly isNone: boolean
  /** SQL before the SELECT of a scan, and its tables: the rows are named `a`. */
  readonly before: string
  readonly from: string
  /** A condition; empty takes all. */
  readonly scope: string
  readonly parameters: Parameters
  /** Whether the streams have no row that the scope leaves out. */
  readonly isWhole: boolean
  /** Undefined where no index has the order. */
  streams(isFalling: boolean): readonly RowStream[] | undefined
  /** How many rows a scan looks at, counted up to `most`. */
  countUpTo(most: number): number
  /** How many rows there are, where that is known without a look at each. */
  total(): number | undefined
  /** What a row is called, and what refuses a scan of too many. */
  readonly noun: string
  readonly isTooMany: 'field.scan_trades' | 'field.scan_groups'
}
