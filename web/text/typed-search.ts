/** The rows whose texts contain every typed word, ignoring case. */
export function rowsFound<Row>(
  rows: readonly Row[],
  typed: string,
  textsOf: (row: Row) => readonly unknown[],
): readonly Row[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return rows
  return rows.filter((row) => {
    const text = textsOf(row).join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
