import type { WindowPosition } from '../../../wire/thread/window.js'
import type { Statements } from '../statements.js'
import { columnFact, GROUPS_TABLE, type Parameters } from './columns.js'
import { bound, columnOf, rowSql } from './compile.js'
import type { Start } from './group-rows.js'
import type { WindowQuery } from './query.js'

/** Reads that look at every row of the groups which no index leaves out, and put what they take in order. */
export class Scan {
  readonly #statements: Statements
  readonly #query: WindowQuery
  readonly #cells: readonly string[]

  constructor(statements: Statements, query: WindowQuery) {
    this.#statements = statements
    this.#query = query
    this.#cells = columnOf(query.columns, query.sort.field).key(columnFact)
  }

  read(start: Start | undefined, isFalling: boolean, limit: number, skipped = 0): WindowPosition[] {
    const order = isFalling ? ' DESC' : ''
    const by = [...this.#cells, 'a.login'].map((cell) => `${cell}${order}`).join(', ')
    return this.#rows(start, isFalling, `ORDER BY ${by} LIMIT @limit OFFSET @skipped`, {
      limit,
      skipped,
    })
  }

  isAny(start: Start, isFalling: boolean): boolean {
    return this.#rows(start, isFalling, 'LIMIT 1', {}).length > 0
  }

  /** The position of a row that the window has; with `anyRow` also of one that the filter leaves out. */
  positionOf(login: number, anyRow = false): WindowPosition | undefined {
    const { tableFilter } = this.#query
    const filter = tableFilter === '' || anyRow ? '' : `AND ${tableFilter}`
    return this.#select(`WHERE a.login = @login ${filter}`, { login })[0]
  }

  count(): number {
    const { tableFilter } = this.#query
    const where = tableFilter === '' ? '' : `WHERE ${tableFilter}`
    const statement = this.#statements.of(`${GROUPS_TABLE} SELECT count(*) ${this.#from} ${where}`)
    return statement.pluck().get(this.#parameters({})) as number
  }

  #rows(
    start: Start | undefined,
    isFalling: boolean,
    rest: string,
    more: Parameters,
  ): WindowPosition[] {
    const parameters: Parameters = { ...more }
    const parts = this.#query.tableFilter === '' ? [] : [this.#query.tableFilter]
    if (start !== undefined) {
      const sign = isFalling ? '<' : '>'
      const [key, at] = [rowSql(this.#cells), bound(parameters, 'at', start.at.key)]
      parameters['at_login'] = start.at.login
      const same = `${key} = ${at} AND a.login ${sign}${start.isIncluded ? '=' : ''} @at_login`
      parts.push(`(${key} ${sign} ${at} OR (${same}))`)
    }
    const where = parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`
    return this.#select(`${where} ${rest}`, parameters)
  }

  #select(rest: string, parameters: Parameters): WindowPosition[] {
    const statement = this.#statements.of(
      `${GROUPS_TABLE} SELECT a.login, ${this.#cells.join(', ')} ${this.#from} ${rest}`,
    )
    const rows = statement.raw().all(this.#parameters(parameters)) as [number, ...number[]][]
    return rows.map(([login, ...key]) => ({ login, key }))
  }

  get #from(): string {
    const { table } = this.#query
    return `FROM f CROSS JOIN ${table} AS a ON a.group_path = f.path COLLATE NOCASE`
  }

  #parameters(more: Parameters): Parameters {
    const { groupsText, filterParameters } = this.#query
    return { ...filterParameters, ...more, groups: groupsText }
  }
}
