import type { WindowPosition } from '../../../wire/window/window.js'
import { type HalfSums, halfSumsOf, wholeSums } from '../exact-sums.js'
import type { Statements } from '../statements.js'
import { columnFact, type Parameters } from './columns.js'
import { bound, columnOf, rowSql } from './compile.js'
import type { WindowQuery } from './query.js'
import type { RowSource, Start } from './row-source.js'

/** The sums of the rows of one group, with their `count`. */
export interface RowSums {
  readonly group: string
  readonly sums: Readonly<Record<string, bigint>>
}

type GroupRow = Readonly<Record<string, bigint | string>> & { readonly of_group: string }

/** Reads that scan all rows of the source which no index excludes, and sort the matching ones. */
export class Scan {
  readonly #statements: Statements
  readonly #query: WindowQuery
  readonly #source: RowSource
  readonly #cells: readonly string[]

  constructor(statements: Statements, query: WindowQuery, source: RowSource) {
    this.#statements = statements
    this.#query = query
    this.#source = source
    this.#cells = columnOf(query.columns, query.sort.field).key(columnFact)
  }

  read(start: Start | undefined, isFalling: boolean, limit: number, skipped = 0): WindowPosition[] {
    const order = isFalling ? ' DESC' : ''
    const by = [...this.#cells, this.#number].map((cell) => `${cell}${order}`).join(', ')
    return this.#rows(start, isFalling, `ORDER BY ${by} LIMIT @limit OFFSET @skipped`, {
      limit,
      skipped,
    })
  }

  isAny(start: Start, isFalling: boolean): boolean {
    return this.#rows(start, isFalling, 'LIMIT 1', {}).length > 0
  }

  /** The position of a row in the window; with `anyRow` also of one that the filter excludes. */
  positionOf(number: number, anyRow = false): WindowPosition | undefined {
    const parts = [`${this.#number} = @number`, ...this.#taken(anyRow)]
    return this.#select(whereOf(parts), { number })[0]
  }

  count(): number {
    const { before, from } = this.#source
    const where = whereOf(this.#taken())
    const statement = this.#statements.of(`${before} SELECT count(*) ${from} ${where}`)
    return statement.pluck().get(this.#parameters({})) as number
  }

  /**
   * The exact sums over all rows, by the value of `by`; all are SQL expressions about a row `a`.
   */
  sums(columns: Readonly<Record<string, string>>, by: string): RowSums[] {
    const { before, from } = this.#source
    const statement = this.#statements.of<GroupRow>(
      `${before} SELECT ${by} AS of_group, ${halfSumsOf(columns)} ${from} ${whereOf(this.#taken())} GROUP BY 1`,
    )
    const rows = statement.safeIntegers().all(this.#parameters({})) as readonly GroupRow[]
    return rows.map(({ of_group, ...halves }) => ({
      group: of_group,
      sums: wholeSums(halves as HalfSums),
    }))
  }

  #rows(
    start: Start | undefined,
    isFalling: boolean,
    rest: string,
    more: Parameters,
  ): WindowPosition[] {
    const parameters: Parameters = { ...more }
    const parts = this.#taken()
    if (start !== undefined) {
      const sign = isFalling ? '<' : '>'
      const [key, at] = [rowSql(this.#cells), bound(parameters, 'at', start.at.key)]
      parameters['at_number'] = start.at.number
      const beyond = `${this.#number} ${sign}${start.isIncluded ? '=' : ''} @at_number`
      parts.push(`(${key} ${sign} ${at} OR (${key} = ${at} AND ${beyond}))`)
    }
    return this.#select(`${whereOf(parts)} ${rest}`, parameters)
  }

  #select(rest: string, parameters: Parameters): WindowPosition[] {
    const { before, from } = this.#source
    const statement = this.#statements.of(
      `${before} SELECT ${[this.#number, ...this.#cells].join(', ')} ${from} ${rest}`,
    )
    const rows = statement.raw().all(this.#parameters(parameters)) as [number, ...number[]][]
    return rows.map(([number, ...key]) => ({ number, key }))
  }

  #taken(anyRow = false): string[] {
    const { scope } = this.#source
    const filter = anyRow ? '' : this.#query.tableFilter
    return [scope, filter].filter((part) => part !== '')
  }

  get #number(): string {
    return `a.${this.#source.number}`
  }

  #parameters(more: Parameters): Parameters {
    return { ...this.#query.filterParameters, ...this.#source.parameters, ...more }
  }
}

function whereOf(parts: readonly string[]): string {
  return parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`
}
