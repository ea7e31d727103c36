import { sortText } from '../../../engine/names/sort-text.js'
import { FRACTION_DIGITS } from '../../../wire/thread/window.js'

/** What a window needs to know of a row's group: how it is named in order, its money, its leverage. */
export type Fact = 'key' | 'scale' | 'up' | 'leverage'

/** How a fact is written in SQL: a column where groups are a table, a parameter where one is read. */
export type FactSql = (fact: Fact) => string

/** Where a window finds a field: the rows are `a`. */
export interface WindowColumn {
  /** Expressions of the key, one for each of its cells; never null. */
  readonly key: (fact: FactSql) => readonly string[]
  /** Null is kept as -1, before all others: only `ne` takes it in. */
  readonly isNullable?: boolean
  /** The index that has a group's rows in this order; without one, each page puts all rows in order. */
  readonly index?: string
  /** All rows of a group have the same key: in `index` they are by login. */
  readonly isOfGroup?: boolean
}

export type WindowColumns = ReadonlyMap<string, WindowColumn>

/** What a window takes of one group. */
export interface WindowGroup {
  readonly path: string
  /** Decimals of its money. */
  readonly digits: number
  /** Of rows that have none of their own. */
  readonly leverage: number
}

export type Parameters = Record<string, string | number | bigint>

/** A group as the groups' table takes it; the fraction of an amount has `FRACTION_DIGITS`. */
export function groupRow({ path, digits, leverage }: WindowGroup): object {
  const [scale, up] = [10 ** digits, 10 ** (FRACTION_DIGITS - digits)]
  return { path, key: sortText(path), scale, up, leverage }
}

/** The same as parameters. As bigint, since SQLite divides other numbers of JavaScript with a rest. */
export function groupParameters({ path, digits, leverage }: WindowGroup): Parameters {
  return {
    f_path: path,
    f_key: sortText(path),
    f_scale: 10n ** BigInt(digits),
    f_up: 10n ** BigInt(FRACTION_DIGITS - digits),
    f_leverage: BigInt(leverage),
  }
}

const FACTS = ['path', 'key', 'scale', 'up', 'leverage'].map(
  (name) => `value ->> '${name}' AS ${name}`,
)

/** The groups of `@groups` as a table `f`. */
export const GROUPS_TABLE = `WITH f AS MATERIALIZED (SELECT ${FACTS.join(', ')} FROM json_each(@groups))`

export const columnFact: FactSql = (fact) => `f.${fact}`
export const parameterFact: FactSql = (fact) => `@f_${fact}`
