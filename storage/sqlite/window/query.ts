import { compareCodePoints } from '../../../engine/names/sort-text.js'
import type { WindowCondition, WindowSort } from '../../../wire/thread/window.js'
import {
  columnFact,
  groupRow,
  type Parameters,
  parameterFact,
  type WindowColumns,
  type WindowGroup,
} from './columns.js'
import { columnOf, compileConditions } from './compile.js'

/** What a window shows, before it is said which page. */
export interface WindowAsk {
  /** Only rows of these. */
  readonly groups: readonly WindowGroup[]
  readonly conditions: readonly WindowCondition[]
  readonly sort: WindowSort
}

type Key = readonly (string | number)[]

/** The same with its SQL. */
export interface WindowQuery extends WindowAsk {
  readonly table: string
  readonly columns: WindowColumns
  /** Undefined where no index has this order. */
  readonly index: string | undefined
  /** Where facts are parameters, and where they are columns of the groups' table; empty takes every row. */
  readonly filter: string
  readonly tableFilter: string
  readonly filterParameters: Parameters
  /** The groups' table. */
  readonly groupsText: string
  /** So few rows are asked for by their logins that no index is of use. */
  readonly isPointed: boolean
  /** Of keys that an index has: they have one cell. Rising. */
  compare(a: Key, b: Key): number
}

export function windowQuery(asked: WindowAsk, table: string, columns: WindowColumns): WindowQuery {
  const { conditions, groups, sort } = asked
  const { sql, parameters } = compileConditions(conditions, columns, parameterFact)
  return {
    ...asked,
    ...{ table, columns, index: columnOf(columns, sort.field).index },
    filter: sql,
    tableFilter: compileConditions(conditions, columns, columnFact).sql,
    filterParameters: parameters,
    groupsText: JSON.stringify(groups.map(groupRow)),
    isPointed: conditions.some(({ field, operator }) => field === 'login' && isPoint(operator)),
    compare: ([a = 0], [b = 0]) => compareCells(a, b),
  }
}

function isPoint(operator: WindowCondition['operator']): boolean {
  return operator === 'eq' || operator === 'in'
}

function compareCells(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareCodePoints(String(a), String(b))
}
