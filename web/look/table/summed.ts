import { fractionOf, scaled, unscaled } from '../../text/numbers.js'
import type { Column } from './column.js'

/** Adds up the values of a column exactly, with the decimals of its longest value. */
export function summed<Row>(column: Pick<Column<Row>, 'value'>, rows: readonly Row[]): string {
  const values = rows.flatMap((row) => {
    const value = column.value?.(row)
    return value === null || value === undefined || value === '' ? [] : [String(value)]
  })
  const digits = Math.max(0, ...values.map(fractionOf))
  return unscaled(
    values.reduce((sum, value) => sum + scaled(value, digits), 0n),
    digits,
  )
}
