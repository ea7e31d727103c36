import { sortText } from '../../../engine/names/sort-text.js'
import { FRACTION_DIGITS } from '../../../wire/thread/window.js'

/** The facts of a row's group that a window needs: its name in order, its money, its leverage. */
export type Fact = 'key' | 'scale' | 'up' | 'leverage'

/** The SQL of a fact: a column where groups are a table, a parameter where one group is read. */
export type FactSql = (fact: Fact) => string

/** The place of a field in the rows, which are named `a`. */
export interface WindowColumn {
  /** Expressions of the key, one for each of its cells; never null. */
  readonly key: (fact: FactSql) => readonly string[]
  /** Null is kept as -1, before all others: only `ne` takes it in. */
  readonly isNullable?: boolean
  /** The index that has a group's rows in this order; without one, each page puts all rows in order. */
  readonly index?: string
  /** Whether all rows of a group have the same key; `index` then has them by login. */
  readonly isOfGroup?: boolean
  /** The column of the table of amounts that has it, in the smallest units of the group's money. */
  readonly amount?: string
}

export type WindowColumns = ReadonlyMap<string, WindowColumn>

/** The facts of one group that a window works with. */
export interface WindowGroup {
  readonly path: string
  /** Decimals of its money. */
  readonly digits: number
  /** The leverage of accounts that have none of their own. */
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

/** A text without the form in which it is compared beside it, in that form. SQLite has the form of ASCII by itself, and faster. */
export function scannedText(sql: string): string {
  return `CASE WHEN ${sql} GLOB '*[^ -~]*' THEN sort_text(${sql}) ELSE lower(${sql}) END`
}
