/** A window onto a long list: what crosses to the threads that read it. Of no list in particular. */
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

/** The value in one cell of a key, or beside it in a condition. */
export type WindowCell = string | number | bigint

/**
 * A value in the form in which its field is compared: most have one cell; an amount has its whole and
 * its fraction, in `FRACTION_DIGITS` and with the sign of both.
 */
export type WindowValue = readonly WindowCell[]

export const FRACTION_DIGITS = 12

export interface WindowCondition {
  readonly field: string
  readonly operator: WindowOperator
  /** The values to compare with: one, and for `in` as many as it names. None is null, of `eq` and `ne`. */
  readonly values: readonly WindowValue[]
}

/** A condition, or several of which one has to hold. */
export type WindowTerm = WindowCondition | readonly WindowCondition[]

export interface WindowSort {
  readonly field: string
  readonly isFalling: boolean
}

/** A row's place in the order: the key by which the window is sorted, then its number: a login, or an id. */
export interface WindowPosition {
  readonly key: readonly (string | number)[]
  readonly number: number
}

/** A place as a cursor tells it: of a key too long for a cursor only its digest. */
export interface TracedPosition {
  readonly digest: string
  readonly number: number
}

/** The place of a page. */
export type WindowPlace =
  | { readonly edge: 'first' | 'last' }
  | { readonly edge: 'after' | 'before'; readonly from: WindowPosition | TracedPosition }
  /** The page that begins so many rows after the first. */
  | { readonly edge: 'from'; readonly offset: number }
  | {
      readonly edge: 'around'
      readonly from?: WindowPosition | TracedPosition
      /** A number whose row is used in place of `from`, where the window has it. */
      readonly anchor?: number
      /** Rows before it. */
      readonly offset?: number
    }
