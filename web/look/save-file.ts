import { type CsvValue, csvText } from '../text/csv.js'

/** Saves a table where the browser puts what it loads. */
export function saveCsv(
  name: string,
  heads: readonly string[],
  rows: readonly (readonly CsvValue[])[],
): void {
  const blob = new Blob([csvText(heads, rows)], { type: 'text/csv' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}
