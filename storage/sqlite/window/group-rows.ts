import type { Statements } from '../statements.js'
import { groupParameters, type Parameters, parameterFact, type WindowGroup } from './columns.js'
import { columnOf } from './compile.js'
import type { WindowQuery } from './query.js'
import type { Candidate, RowStream, Start } from './row-source.js'

type Row = [number: number, key: string | number, fits: number]

/**
 * The rows of one group in the window's order, read from its index: first those with the same key
 * as the start, then those beyond it. In one condition SQLite would scan all with that key.
 */
export class GroupRows implements RowStream {
  readonly #statements: Statements
  readonly #table: string
  readonly #index: string
  readonly #query: WindowQuery
  readonly #facts: Parameters
  readonly #isFalling: boolean
  readonly #key: string
  readonly #isOfGroup: boolean

  constructor(
    statements: Statements,
    rows: { readonly table: string; readonly index: string },
    query: WindowQuery,
    group: WindowGroup,
    isFalling: boolean,
  ) {
    this.#statements = statements
    this.#table = rows.table
    this.#index = rows.index
    this.#query = query
    this.#facts = groupParameters(group)
    this.#isFalling = isFalling
    const column = columnOf(query.columns, query.sort.field)
    this.#key = column.key(parameterFact)[0] as string
    this.#isOfGroup = column.isOfGroup ?? false
  }

  /** Reads at most `limit` rows after skipping `skipped`. */
  read(start: Start | undefined, limit: number, skipped = 0): Candidate[] {
    if (start === undefined) return this.#rows('', {}, limit, skipped)
    const [key] = start.at.key
    const at: Parameters = { at_key: key as string | number, at_login: start.at.number }
    if (this.#isOfGroup) {
      const own = this.#facts['f_key'] as string
      if (own !== key)
        return this.#isBeyond(own, key as string) ? this.#rows('', {}, limit, skipped) : []
      return this.#rows(`AND a.login ${this.#sign(start)} @at_login`, at, limit, skipped)
    }
    const same = `AND ${this.#key} = @at_key AND a.login ${this.#sign(start)} @at_login`
    const rows = this.#rows(same, at, limit, skipped, true)
    if (rows.length === limit) return rows
    const left = rows.length > 0 || skipped === 0 ? 0 : skipped - this.#count(same, at)
    const beyond = `AND ${this.#key} ${this.#isFalling ? '<' : '>'} @at_key`
    return [...rows, ...this.#rows(beyond, at, limit - rows.length, left)]
  }

  #sign({ isIncluded }: Start): string {
    return `${this.#isFalling ? '<' : '>'}${isIncluded ? '=' : ''}`
  }

  #isBeyond(own: string, key: string): boolean {
    return this.#query.compare([own], [key]) > 0 !== this.#isFalling
  }

  #rows(
    condition: string,
    at: Parameters,
    limit: number,
    skipped: number,
    isOneKey = this.#isOfGroup,
  ): Candidate[] {
    const { filter, filterParameters } = this.#query
    const order = this.#isFalling ? ' DESC' : ''
    // SQLite would sort by a key that is an expression, even if it is the same in all rows.
    const keyOrder = isOneKey ? '' : `${this.#key}${order}, `
    const statement = this.#statements.of(
      `SELECT a.login, ${this.#key}, ${filter === '' ? '1' : filter}
       FROM ${this.#table} AS a INDEXED BY ${this.#index}
       WHERE a.group_path = @f_path COLLATE NOCASE ${condition}
       ORDER BY ${keyOrder}a.login${order} LIMIT @limit OFFSET @skipped`,
    )
    const rows = statement
      .raw()
      .all({ ...this.#facts, ...filterParameters, ...at, limit, skipped }) as Row[]
    return rows.map(([number, key, fits]) => ({ number, key: [key], fits: fits === 1 }))
  }

  #count(condition: string, at: Parameters): number {
    const statement = this.#statements.of(
      `SELECT count(*) FROM ${this.#table} AS a INDEXED BY ${this.#index}
       WHERE a.group_path = @f_path COLLATE NOCASE ${condition}`,
    )
    return statement.pluck().get({ ...this.#facts, ...at }) as number
  }
}
