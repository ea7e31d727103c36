/**
 * Tables as CSV by RFC 4180: commas, every line ends with CRLF.
 *
 * - A text cell that a spreadsheet would read as a formula gets a leading apostrophe, which the
 *   reader removes. The same applies to a cell that starts with apostrophes followed by such text,
 *   so that reading always returns what was written.
 * - Numbers stay numbers, including negative ones.
 * - The reader does not guess: other input is refused with line and column.
 */
export const CSV_MEDIA = 'text/csv; charset=utf-8'

export type CsvCell = string | number | boolean | null

const FORMULA = /^'*[=+\-@\t\r]/
const READ_FORMULA = /^'+[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

/** A number that is already text, such as an amount. It is written unchanged. */
export class CsvNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export function csvLine(cells: readonly (CsvCell | CsvNumber)[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: CsvCell | CsvNumber): string {
  if (cell === null) return ''
  if (cell instanceof CsvNumber) return cell.text
  if (typeof cell !== 'string') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** An error in a table. Line and column count from 1, columns in characters. */
export interface CsvFault {
  readonly line: number
  readonly column: number
  readonly says: string
}

export interface CsvRecord {
  /** The line on which the first cell begins. */
  readonly line: number
  readonly cells: readonly string[]
  /** The column in which each cell begins. */
  readonly columns: readonly number[]
  /** The start of the record in the text, and the start of the next one. */
  readonly from: number
  readonly to: number
}

export type CsvTable =
  | { readonly ok: true; readonly records: readonly CsvRecord[] }
  | ({ readonly ok: false } & CsvFault)

/** The limits for a table that is read. */
export interface CsvBounds {
  readonly recordsMax: number
  readonly cellsMax: number
  /** The maximum number of characters in a cell. */
  readonly cellLengthMax?: number
}

/** Lines may also end with LF, and the last line may have no end. Empty lines are skipped. */
export function readCsv(text: string, bounds: CsvBounds): CsvTable {
  const reader = new CsvReader(text, bounds)
  const records: CsvRecord[] = []
  for (;;) {
    const next = reader.next()
    if (next === null) return { ok: true, records }
    if ('says' in next) return { ok: false, ...next }
    records.push(next)
  }
}

/** The first lone surrogate in a text; bytes that were not valid UTF-8 arrive as one. */
export function brokenText(text: string): CsvFault | null {
  // `isWellFormed` takes a thousandth of the time of the search, but is missing in older types.
  if ((text as { isWellFormed?: () => boolean }).isWellFormed?.() === true) return null
  const at = text.search(/\p{Cs}/u)
  if (at < 0) return null
  const before = text.slice(text.startsWith('\uFEFF') ? 1 : 0, at).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return { line: before.length, column, says: 'these bytes are no UTF-8' }
}

const PLAIN_END = /[",\r\n]/g

/**
 * Reads one record after the other, so that a long table can be read in slices. It returns no
 * records after an error.
 */
export class CsvReader {
  readonly #text: string
  readonly #bounds: Required<CsvBounds>
  #records = 0
  #at: number
  #line: number
  #lineBegan: number

  /** `line` is the number of the first line of the text. */
  constructor(text: string, bounds: CsvBounds, line = 1) {
    this.#text = text
    this.#bounds = { cellLengthMax: Number.POSITIVE_INFINITY, ...bounds }
    this.#line = line
    // Skips a byte order mark, which spreadsheets write.
    this.#at = text.startsWith('\uFEFF') ? 1 : 0
    this.#lineBegan = this.#at
  }

  /** The next record or the fault of the text; null at the end. */
  next(): CsvRecord | CsvFault | null {
    while (this.#takeLineEnd());
    if (this.#at >= this.#text.length) return null
    if (this.#records >= this.#bounds.recordsMax) {
      return this.#fault(`there are more than ${this.#bounds.recordsMax} records`)
    }
    this.#records++
    return this.#takeRecord()
  }

  #takeRecord(): CsvRecord | CsvFault {
    const [line, from] = [this.#line, this.#at]
    const { cellsMax, cellLengthMax } = this.#bounds
    const cells: string[] = []
    const columns: number[] = []
    for (;;) {
      if (cells.length >= cellsMax) return this.#fault(`there are more than ${cellsMax} cells`)
      const begins = this.#fault(`this cell has more than ${cellLengthMax} characters`)
      const cell = this.#text[this.#at] === '"' ? this.#takeQuoted() : this.#takePlain()
      if (typeof cell !== 'string') return cell
      if (cell.length > cellLengthMax) return begins
      columns.push(begins.column)
      cells.push(READ_FORMULA.test(cell) ? cell.slice(1) : cell)
      if (this.#at >= this.#text.length || this.#takeLineEnd()) break
      if (this.#text[this.#at] !== ',') return this.#fault('a comma or the end of the line is due')
      this.#at++
    }
    return { line, cells, columns, from, to: this.#at }
  }

  #takePlain(): string | CsvFault {
    PLAIN_END.lastIndex = this.#at
    const end = PLAIN_END.exec(this.#text)?.index ?? this.#text.length
    const cell = this.#text.slice(this.#at, end)
    this.#at = end
    if (this.#text[end] === '"')
      return this.#fault('a quote stands inside of a cell without quotes')
    return cell
  }

  #takeQuoted(): string | CsvFault {
    const opened = this.#fault('this quote is left open')
    let cell = ''
    for (let from = this.#at + 1; ; ) {
      const end = this.#text.indexOf('"', from)
      if (end < 0) return opened
      const part = this.#text.slice(from, end)
      for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) {
        this.#line++
        this.#lineBegan = from + at + 1
      }
      cell += part
      if (this.#text[end + 1] !== '"') {
        this.#at = end + 1
        return cell
      }
      cell += '"'
      from = end + 2
    }
  }

  #takeLineEnd(): boolean {
    const rest = this.#text[this.#at]
    const length = rest === '\n' ? 1 : rest === '\r' && this.#text[this.#at + 1] === '\n' ? 2 : 0
    if (length === 0) return false
    this.#at += length
    this.#line++
    this.#lineBegan = this.#at
    return true
  }

  #fault(says: string): CsvFault {
    return { line: this.#line, column: this.#at - this.#lineBegan + 1, says }
  }
}
