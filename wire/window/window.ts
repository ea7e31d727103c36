/** Windows of a long list: the types for queries to the threads that read it, for any list. */
export const WINDOW_EDGES = ['first', 'last', 'after', 'before', 'around', 'from'] as const

export const WINDOW_OPERATORS = [
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'in',
  'contains',
  'starts',
] as const
export type WindowOperator = (typeof WINDOW_OPERATORS)[number]

/** The value of a sort key column, or of a helper column in a condition. */
export type WindowCell = string | number | bigint

/**
 * A value in the form used for comparing its field. Most have one cell; an amount has two: its
 * integer and its fraction with `FRACTION_DIGITS` digits, both signed.
 */
export type WindowValue = readonly WindowCell[]

export const FRACTION_DIGITS = 12

export interface WindowCondition {
  readonly field: string
  readonly operator: WindowOperator
  /**
   * The values to compare with: one, or several for `in`. With `eq` and `ne`, an empty list means
   * null.
   */
  readonly values: readonly WindowValue[]
}

/** A condition, or alternatives of which one must match. */
export type WindowTerm = WindowCondition | readonly WindowCondition[]

export interface WindowSort {
  readonly field: string
  readonly isFalling: boolean
}

/** A row's position in the order: its sort key, then its login or id. */
export interface WindowPosition {
  readonly key: readonly (string | number)[]
  readonly number: number
}

/** A position in a cursor; a key too long for a cursor is replaced by its digest. */
export interface TracedPosition {
  readonly digest: string
  readonly number: number
}

/** The position of a page in the window. */
export type WindowPlace =
  | { readonly edge: 'first' | 'last' }
  | { readonly edge: 'after' | 'before'; readonly from: WindowPosition | TracedPosition }
  /** The page that begins this many rows after the first. */
  | { readonly edge: 'from'; readonly offset: number }
  | {
      readonly edge: 'around'
      readonly from?: WindowPosition | TracedPosition
      /** An id whose row is used instead of `from`, if the window contains it. */
      readonly anchor?: number
      /** The number of rows before the page. */
      readonly offset?: number
    }
