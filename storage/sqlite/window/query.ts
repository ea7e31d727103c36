import { compareCodePoints } from '../../../engine/names/sort-text.js'
import type { WindowCondition, WindowSort, WindowTerm } from '../../../wire/thread/window.js'
import {
  columnFact,
  groupRow,
  type Parameters,
  parameterFact,
  type WindowColumns,
  type WindowGroup,
} from './columns.js'
import { columnOf, compileConditions } from './compile.js'

/** The rows of a window and their order, before a page is chosen. */
export interface WindowAsk {
  /** The groups whose rows are taken. */
  readonly groups: readonly WindowGroup[]
  /** All of them hold. */
  readonly conditions: readonly WindowTerm[]
  readonly sort: WindowSort
}

type Key = readonly (string | number)[]

/** The same with its SQL. */
export interface WindowQuery extends WindowAsk {
  readonly table: string
  readonly columns: WindowColumns
  /** Undefined where no index has this order. */
  readonly index: string | undefined
  /**
   * The condition with facts as parameters; `tableFilter` is the same with facts as columns of the
   * groups' table. Empty takes every row.
   */
  readonly filter: string
  readonly tableFilter: string
  readonly filterParameters: Parameters
  /** The groups' table. */
  readonly groupsText: string
  /** True when so few rows are asked for by their logins that no index is of use. */
  readonly isPointed: boolean
  /** Compares two keys that an index has, which are of one cell; rising. */
  compare(a: Key, b: Key): number
}

export function windowQuery(asked: WindowAsk, table: string, columns: WindowColumns): WindowQuery {
  const { conditions, groups, sort } = asked
  const { sql, parameters } = compileConditions(conditions, columns, parameterFact)
  return {
    ...asked,
    table,
    columns,
    index: columnOf(columns, sort.field).index,
    filter: sql,
    tableFilter: compileConditions(conditions, columns, columnFact).sql,
    filterParameters: parameters,
    groupsText: JSON.stringify(groups.map(groupRow)),
    isPointed: conditions.some((term) => 'field' in term && isPoint(term)),
    compare: ([a = 0], [b = 0]) => compareCells(a, b),
  }
}

function isPoint({ field, operator }: WindowCondition): boolean {
  return field === 'login' && (operator === 'eq' || operator === 'in')
}

function compareCells(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareCodePoints(String(a), String(b))
}
