/** Reads and writes CSV by RFC 4180. */
export type CsvValue = string | number | null | undefined

/**
 * A cell that a spreadsheet would read as a formula gets a leading apostrophe; numbers stay
 * numbers.
 */
function cell(value: CsvValue): string {
  const text = value === null || value === undefined ? '' : String(value)
  const plain = /^[=+@\t\r]|^-\D/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export function csvText(heads: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [heads, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')
}

/**
 * Rows as a spreadsheet pastes them: cells between tabs, below the names of the columns. Signs that
 * a spreadsheet does not read as a number are replaced: a printed minus, and a mark for no value.
 */
export function tabText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, ...rows].map((row) => row.map(tabCell).join('\t')).join('\r\n')
}

function tabCell(printed: string): string {
  const text = printed.replaceAll(/\s+/g, ' ').trim().replaceAll('−', '-')
  if (text === '–' || text === '·') return ''
  return /^[=@]|^[+-](?![\d.,]+( [A-Z]+)?$)/.test(text) ? `'${text}` : text
}

/** A row of a parsed table, with the number of its first line. */
interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Parses a table and leaves out empty rows. The separator is the one of comma, semicolon and tab
 * that the first line contains. Null if a quotation mark is not closed.
 */
export function csvRows(text: string): readonly CsvRow[] | null {
  const plain = text.replace(/^\uFEFF/, '')
  const first = plain.slice(0, plain.search(/[\r\n]|$/))
  const comma = [';', '\t'].find((mark) => first.includes(mark)) ?? ','
  const rows: CsvRow[] = []
  let [cells, own, line, begin]: [string[], string, number, number] = [[], '', 1, 1]
  let isQuoted = false
  const endRow = () => {
    cells.push(own.trim())
    if (cells.some((one) => one !== '')) rows.push({ line: begin, cells })
    cells = []
    own = ''
  }
  for (let i = 0; i < plain.length; i++) {
    const mark = plain[i] ?? ''
    if (mark === '\n') line++
    if (isQuoted) {
      if (mark !== '"') own += mark
      else if (plain[i + 1] === '"') {
        own += '"'
        i++
      } else isQuoted = false
    } else if (mark === '"' && own.trim() === '') {
      own = ''
      isQuoted = true
    } else if (mark === comma) {
      cells.push(own.trim())
      own = ''
    } else if (mark === '\n') {
      endRow()
      begin = line
    } else if (mark !== '\r') own += mark
  }
  if (isQuoted) return null
  endRow()
  return rows
}
