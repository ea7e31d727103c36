import {
  FRACTION_DIGITS,
  type WindowCondition,
  type WindowTerm,
} from '../../../wire/window/window.js'
import type { Statements } from '../statements.js'
import type { Parameters, WindowColumns } from './columns.js'
import { columnOf } from './compile.js'
import type { GroupsAsk } from './query.js'

/** The table with the amounts of rows by login; a missing row has 0 in all. */
export interface AmountsTable {
  readonly table: string
  /** The index with a group's rows by login. */
  readonly groupIndex: string
}

export interface AmountCountsOptions extends AmountsTable {
  /** The table of the rows themselves, with the login of each row of `table`. */
  readonly rows: string
  readonly columns: WindowColumns
}

type PresentGroup = [path: string, rows: number]

/** How many amounts can be read in order in the time of one row lookup. */
const READ_FOR_ONE_LOOKED_UP = 7
/** The largest integer that SQLite stores. */
const WHOLE_MAX = 2n ** 63n - 1n

/**
 * Counts rows by conditions on amounts only. No index has amounts, because each deal would have to
 * update it. Instead all amounts are read in order, and the groups that are not requested are
 * subtracted. If those are many, the rows of the requested groups are looked up one by one.
 *
 *   - An amount is compared in the smallest units of its group's currency, so groups with equal
 *     decimals are one class with one bound.
 *   - A class is counted in the cheaper way; both are exact.
 */
export class AmountCounts {
  readonly #statements: Statements
  readonly #options: AmountCountsOptions

  constructor(statements: Statements, options: AmountCountsOptions) {
    this.#statements = statements
    this.#options = options
  }

  /** True if the filter has only conditions on amounts. */
  covers({ conditions }: GroupsAsk): boolean {
    const { columns } = this.#options
    const isAmount = (term: WindowTerm): boolean =>
      'field' in term && columnOf(columns, term.field).amount !== undefined
    return conditions.length > 0 && conditions.every(isAmount)
  }

  count({ groups, conditions: asked }: GroupsAsk): number {
    const conditions = asked.filter((term) => 'field' in term)
    const digitsOf = new Map(groups.map(({ path, digits }) => [comparable(path), digits]))
    const present = this.#presentGroups()
    const classOf = ([path]: PresentGroup): number | undefined => digitsOf.get(comparable(path))
    let count = 0
    for (const digits of new Set(digitsOf.values())) {
      const own = present.filter((group) => classOf(group) === digits)
      const others = present.filter((group) => classOf(group) !== digits)
      const all = rowsOf(present)
      const parameters: Parameters = {}
      const taken = (cell: Cell): string => this.#condition(conditions, digits, parameters, cell)
      count +=
        rowsOf(own) <= rowsOf(others) + all / READ_FOR_ONE_LOOKED_UP
          ? this.#within(own, taken, parameters)
          : this.#inAll(all, taken, parameters) - this.#within(others, taken, parameters)
    }
    return count
  }

  /** The groups with rows, by one index lookup for each group. */
  #presentGroups(): PresentGroup[] {
    const { rows, groupIndex } = this.#options
    const path = (condition: string): string =>
      `SELECT group_path FROM ${rows} INDEXED BY ${groupIndex} ${condition}
       ORDER BY group_path COLLATE NOCASE LIMIT 1`
    const statement = this.#statements.of(
      `WITH RECURSIVE present (path) AS (
         SELECT (${path('')})
         UNION ALL SELECT (${path('WHERE group_path > present.path COLLATE NOCASE')})
         FROM present WHERE path IS NOT NULL)
       SELECT path, (SELECT count(*) FROM ${rows} INDEXED BY ${groupIndex}
                     WHERE group_path = present.path COLLATE NOCASE)
       FROM present WHERE path IS NOT NULL`,
    )
    return statement.raw().all() as PresentGroup[]
  }

  #within(groups: readonly PresentGroup[], taken: Taken, parameters: Parameters): number {
    if (groups.length === 0) return 0
    const { rows, table, groupIndex } = this.#options
    const statement = this.#statements.of(
      `SELECT count(*) FROM json_each(@paths) AS f
       CROSS JOIN ${rows} AS a INDEXED BY ${groupIndex} ON a.group_path = f.value COLLATE NOCASE
       LEFT JOIN ${table} AS s ON s.login = a.login
       WHERE ${taken((column) => `ifnull(s.${column}, 0)`)}`,
    )
    const paths = JSON.stringify(groups.map(([path]) => path))
    return statement.pluck().get({ ...parameters, paths }) as number
  }

  #inAll(all: number, taken: Taken, parameters: Parameters): number {
    const statement = this.#statements.of(
      `SELECT count(*) FILTER (WHERE ${taken((column) => `s.${column}`)}), count(*), ${taken(() => '0')}
       FROM ${this.#options.table} AS s`,
    )
    const [found, there, isNothingTaken] = statement.raw().get(parameters) as number[]
    return (found as number) + (isNothingTaken === 1 ? all - (there as number) : 0)
  }

  #condition(
    conditions: readonly WindowCondition[],
    digits: number,
    parameters: Parameters,
    cell: Cell,
  ): string {
    const parts = conditions.map((condition, i) => {
      const { amount = '' } = columnOf(this.#options.columns, condition.field)
      return one(cell(amount), condition, digits, (at, units) => {
        parameters[`v${i}_${at}`] = units
        return `@v${i}_${at}`
      })
    })
    return parts.join(' AND ')
  }
}

type Cell = (column: string) => string
/** The SQL that is 1 if the amounts match, otherwise 0, because no amount is null. */
type Taken = (cell: Cell) => string

/** Units as a parameter, named by its index among the values. */
type Bind = (at: number, units: bigint) => string

function one(
  cell: string,
  { operator, values }: WindowCondition,
  digits: number,
  bind: Bind,
): string {
  const unit = 10n ** BigInt(FRACTION_DIGITS - digits)
  const exact = values.map(([whole = 0, fraction = 0]) => {
    return BigInt(whole) * 10n ** BigInt(FRACTION_DIGITS) + BigInt(fraction)
  })
  const [value = 0n] = exact
  const below = floorOf(value, unit)
  const above = value % unit === 0n ? below : below + 1n
  switch (operator) {
    case 'gt':
      return `${cell} > ${bind(0, clamped(below))}`
    case 'le':
      return `${cell} <= ${bind(0, clamped(below))}`
    case 'ge':
      return `${cell} >= ${bind(0, clamped(above))}`
    case 'lt':
      return `${cell} < ${bind(0, clamped(above))}`
    default: {
      const units = exact.filter((each) => each % unit === 0n).map((each) => each / unit)
      const kept = units.filter((each) => each === clamped(each)).map((each, at) => bind(at, each))
      return `${cell} ${operator === 'ne' ? 'NOT IN' : 'IN'} (${kept.join(', ')})`
    }
  }
}

function floorOf(value: bigint, unit: bigint): bigint {
  const quotient = value / unit
  return value < 0n && value % unit !== 0n ? quotient - 1n : quotient
}

/** A bound that no amount reaches has the same effect as one further away. */
function clamped(units: bigint): bigint {
  if (units > WHOLE_MAX) return WHOLE_MAX
  return units < -WHOLE_MAX ? -WHOLE_MAX : units
}

const rowsOf = (groups: readonly PresentGroup[]): number =>
  groups.reduce((sum, [, rows]) => sum + rows, 0)

/** Paths of groups that SQLite's NOCASE treats as equal. */
const comparable = (path: string): string =>
  path.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
