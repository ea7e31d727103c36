import { sortText } from '../../../engine/names/sort-text.js'
import { FRACTION_DIGITS } from '../../../wire/window/window.js'

/**
 * Facts of a row's group that a window needs: its sort key, its currency's decimals, its leverage.
 */
export type Fact = 'key' | 'scale' | 'up' | 'leverage'

/** The SQL of a fact: a column if groups are a table, a parameter if one group is read. */
export type FactSql = (fact: Fact) => string

/** How a field is found in the rows, which are named `a`. */
export interface WindowColumn {
  /** Expressions of the sort key, one for each of its cells; never null. */
  readonly key: (fact: FactSql) => readonly string[]
  /**
   * Whether the value can be null. Null is stored as -1, before all others: only `ne` matches it.
   */
  readonly isNullable?: boolean
  /** The index with a group's rows in this order; without one, each page sorts all rows. */
  readonly index?: string
  /** True if all rows of a group have the same key; `index` then has them by login. */
  readonly isOfGroup?: boolean
  /** The column in the table of amounts, in the smallest units of the group's currency. */
  readonly amount?: string
}

export type WindowColumns = ReadonlyMap<string, WindowColumn>

/** The facts of one group that a window uses. */
export interface WindowGroup {
  readonly path: string
  /** The number of decimals of the group's currency. */
  readonly digits: number
  /** The leverage of accounts without their own. */
  readonly leverage: number
}

export type Parameters = Record<string, string | number | bigint>

/** A group as a row of the groups' table; the fraction of an amount has `FRACTION_DIGITS`. */
export function groupRow({ path, digits, leverage }: WindowGroup): object {
  const [scale, up] = [10 ** digits, 10 ** (FRACTION_DIGITS - digits)]
  return { path, key: sortText(path), scale, up, leverage }
}

/**
 * The same values as parameters. They are bigint, because SQLite divides other numbers of
 * JavaScript as floating point.
 */
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

/**
 * The comparable form of a text without a stored one. For ASCII SQLite computes it itself, which is
 * faster.
 */
export function scannedText(sql: string): string {
  return `CASE WHEN ${sql} GLOB '*[^ -~]*' THEN sort_text(${sql}) ELSE lower(${sql}) END`
}
