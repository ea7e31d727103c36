import { compareCodePoints } from '../../../engine/names/sort-text.js'
import type { WindowCondition, WindowSort, WindowTerm } from '../../../wire/window/window.js'
import {
  columnFact,
  type Parameters,
  parameterFact,
  type WindowColumns,
  type WindowGroup,
} from './columns.js'
import { columnOf, compileConditions } from './compile.js'

/** The rows of a window and their order, before a page is chosen. */
export interface WindowAsk {
  /** The conditions, which a row must all meet. */
  readonly conditions: readonly WindowTerm[]
  readonly sort: WindowSort
}

export interface GroupsAsk extends WindowAsk {
  /** The groups whose rows are included. */
  readonly groups: readonly WindowGroup[]
}

type Key = readonly (string | number)[]

export interface WindowQuery extends WindowAsk {
  readonly columns: WindowColumns
  /** The index that has this order; undefined if there is none. */
  readonly index: string | undefined
  /**
   * The condition with facts as parameters; `tableFilter` is the same with facts as columns of the
   * groups' table. Empty matches every row.
   */
  readonly filter: string
  readonly tableFilter: string
  readonly filterParameters: Parameters
  /** True if so few rows are requested by id that no index helps. */
  readonly isPointed: boolean
  /** Compares two single-cell keys of an index, rising. */
  compare(a: Key, b: Key): number
}

/** `number` is the field of the id of rows. */
export function windowQuery(asked: WindowAsk, columns: WindowColumns, number: string): WindowQuery {
  const { conditions, sort } = asked
  const { sql, parameters } = compileConditions(conditions, columns, parameterFact)
  const isPoint = ({ field, operator }: WindowCondition): boolean =>
    field === number && (operator === 'eq' || operator === 'in')
  return {
    ...asked,
    columns,
    index: columnOf(columns, sort.field).index,
    filter: sql,
    tableFilter: compileConditions(conditions, columns, columnFact).sql,
    filterParameters: parameters,
    isPointed: conditions.some((term) => 'field' in term && isPoint(term)),
    compare: ([a = 0], [b = 0]) => compareCells(a, b),
  }
}

function compareCells(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareCodePoints(String(a), String(b))
}
