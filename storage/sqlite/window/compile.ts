import { plainText, textAfterPrefix } from '../../../engine/names/sort-text.js'
import type {
  WindowCondition,
  WindowOperator,
  WindowTerm,
  WindowValue,
} from '../../../wire/window/window.js'
import type { FactSql, Parameters, WindowColumn, WindowColumns } from './columns.js'

/** Conditions as SQL with parameters: given values never become part of the SQL. */
export interface CompiledConditions {
  /** The SQL of the conditions; empty without conditions. */
  readonly sql: string
  readonly parameters: Parameters
}

const SIGNS: Readonly<Partial<Record<WindowOperator, string>>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
}

export function compileConditions(
  conditions: readonly WindowTerm[],
  columns: WindowColumns,
  fact: FactSql,
): CompiledConditions {
  const parameters: Parameters = {}
  const compiled = (condition: WindowCondition, name: string): string => {
    const names = condition.values.map((value, at) => bound(parameters, `${name}_${at}`, value))
    return `(${one(condition, columnOf(columns, condition.field), names, parameters, fact)})`
  }
  const parts = conditions.map((term, i) => {
    if ('field' in term) return compiled(term, `v${i}`)
    return `(${term.map((each, at) => compiled(each, `v${i}or${at}`)).join(' OR ')})`
  })
  return { sql: parts.join(' AND '), parameters }
}

export function columnOf(columns: WindowColumns, field: string): WindowColumn {
  const column = columns.get(field)
  if (column === undefined) throw new Error(`the window has no column for ${field}`)
  return column
}

/** Several cells are compared one after the other, as a row. */
export function rowSql(cells: readonly string[]): string {
  return cells.length === 1 ? (cells[0] as string) : `(${cells.join(', ')})`
}

/** Adds the cells to the parameters. Returns their names in SQL. */
export function bound(parameters: Parameters, name: string, value: WindowValue): string {
  const cells = value.map((cell, i) => {
    parameters[`${name}_${i}`] = cell
    return `@${name}_${i}`
  })
  return rowSql(cells)
}

function one(
  { operator, values }: WindowCondition,
  column: WindowColumn,
  names: readonly string[],
  parameters: Parameters,
  fact: FactSql,
): string {
  const key = rowSql(column.key(fact))
  const [name = ''] = names
  if (operator === 'contains') {
    const plain = plainText(String(values[0]?.[0]))
    return containsSql(key, name, bound(parameters, `${name.slice(1)}_plain`, [plain]))
  }
  if (operator === 'starts') {
    const after = textAfterPrefix(String(values[0]?.[0]))
    if (after === undefined) return `${key} >= ${name}`
    return `${key} >= ${name} AND ${key} < ${bound(parameters, `${name.slice(1)}_after`, [after])}`
  }
  if (values.length === 0) return `${key} ${SIGNS[operator]} -1`
  const known = column.isNullable === true && operator !== 'ne' ? ` AND ${key} <> -1` : ''
  if (operator === 'in') {
    const isRow = (values[0]?.length ?? 1) > 1
    const list = isRow ? `VALUES ${names.join(', ')}` : names.join(', ')
    return `${key} IN (${list})${known}`
  }
  return `${key} ${SIGNS[operator]} ${name}${known}`
}

/**
 * The text or its plain form contains the part or its plain form. Few texts have accents, so few
 * plain forms are computed.
 */
function containsSql(key: string, part: string, plain: string): string {
  const hasAccents = `length(CAST(${key} AS BLOB)) > length(${key})`
  const inPlain = `(${hasAccents} AND instr(plain_text(${key}), ${plain}) > 0)`
  return `instr(${key}, ${part}) > 0 OR instr(${key}, ${plain}) > 0 OR ${inPlain}`
}
