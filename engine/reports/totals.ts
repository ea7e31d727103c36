import { assert } from '../assert.js'
import { bigScaledFromText, textFromScaled } from '../numbers/decimal.js'
import type { ReportCell, ReportColumn, ReportRow, SectionHead, TotalLine } from './section.js'

/** Maximum number of lines. One last line sums up all others. */
const LINES_MAX = 500
const OTHERS = 'others'
/** The decimals of sums. No amount, price or volume has more. */
const DIGITS = 12

/**
 * A line as it is stored between two slices: key, number of rows, and each sum with its decimals.
 */
export type KeptTotal = readonly [
  key: readonly ReportCell[],
  rows: number,
  sums: readonly (readonly [value: string, digits: number])[],
]

interface Line {
  readonly key: readonly ReportCell[]
  rows: number
  readonly sums: { value: bigint; digits: number }[]
}

/** The exact sums of a section's rows, one line for each value of `totalsBy`. */
export class ReportTotals {
  readonly #by: readonly number[]
  readonly #summed: readonly number[]
  readonly #columns: readonly ReportColumn[]
  readonly #lines = new Map<string, Line>()

  constructor({ columns, totalsBy }: SectionHead, kept: readonly KeptTotal[] = []) {
    this.#columns = columns
    this.#by = totalsBy.map((name) => columns.findIndex((one) => one.name === name))
    this.#summed = columns.flatMap(({ isSummed }, i) => (isSummed === true ? [i] : []))
    for (const [key, rows, sums] of kept) {
      const read = sums.map(([value, digits]) => ({ value: BigInt(value), digits }))
      this.#lines.set(JSON.stringify(key), { key, rows, sums: read })
    }
  }

  add(row: ReportRow): void {
    const line = this.#lineOf(this.#by.map((i) => row[i] ?? null))
    line.rows++
    for (const [n, i] of this.#summed.entries()) {
      const cell = row[i] ?? null
      const sum = line.sums[n]
      if (cell === null || sum === undefined) continue
      const text = String(cell)
      const value = bigScaledFromText(text, DIGITS)
      assert(value !== undefined, `a summed cell is a decimal: ${text}`)
      sum.value += value
      const point = text.indexOf('.')
      if (point >= 0) sum.digits = Math.max(sum.digits, text.length - point - 1)
    }
  }

  /** The lines of totals, sorted by key. */
  lines(): TotalLine[] {
    const lines = [...this.#lines.values()].map(({ key, rows, sums }) => {
      const about = this.#by.map((i, n) => [this.#nameOf(i), key[n] ?? null] as const)
      const amounts = this.#summed.map((i, n) => [this.#nameOf(i), sumText(sums[n])] as const)
      return Object.fromEntries([...about, ['rows', rows] as const, ...amounts])
    })
    const nameOf = (line: TotalLine): string => JSON.stringify(Object.values(line))
    return lines.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  }

  kept(): KeptTotal[] {
    return [...this.#lines.values()].map(({ key, rows, sums }) => [
      key,
      rows,
      sums.map(({ value, digits }) => [String(value), digits] as const),
    ])
  }

  #nameOf(i: number): string {
    return this.#columns[i]?.name ?? ''
  }

  #lineOf(key: readonly ReportCell[]): Line {
    const name = JSON.stringify(key)
    const known = this.#lines.get(name)
    if (known !== undefined) return known
    if (this.#lines.size >= LINES_MAX && key[0] !== OTHERS)
      return this.#lineOf(key.map(() => OTHERS))
    const line = { key, rows: 0, sums: this.#summed.map(() => ({ value: 0n, digits: 0 })) }
    this.#lines.set(name, line)
    return line
  }
}

function sumText(sum: { readonly value: bigint; readonly digits: number } | undefined): string {
  if (sum === undefined) return '0'
  return textFromScaled(sum.value / 10n ** BigInt(DIGITS - sum.digits), sum.digits)
}
