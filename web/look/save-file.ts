import { type CsvValue, csvText } from '../text/csv.js'

export function saveText(name: string, text: string, type: string): void {
  const blob = new Blob([text], { type })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Downloads a table as a CSV file. */
export function saveCsv(
  name: string,
  heads: readonly string[],
  rows: readonly (readonly CsvValue[])[],
): void {
  saveText(`${name}.csv`, csvText(heads, rows), 'text/csv')
}
