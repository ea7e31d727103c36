/**
 * Tables as text: RFC 4180, commas, every line ending with CRLF.
 *
 *   C1. A text cell that a spreadsheet would take for a formula gets an apostrophe in front, and reading takes
 *       it off. So does one that begins with apostrophes and goes on like that: what is read is what was written.
 *   C2. Numbers stay numbers, also negative ones.
 *   C3. The reader takes no guess: what is not written like this is refused, with its line and column.
 */
export const CSV_MEDIA = 'text/csv; charset=utf-8'

export type CsvCell = string | number | boolean | null

const FORMULA = /^'*[=+\-@\t\r]/
const READ_FORMULA = /^'+[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

/** A number that is text already, like an amount: it is written as it is. */
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

/** What is not a table; both count from 1. */
export interface CsvFault {
  readonly line: number
  readonly column: number
  readonly says: string
}

export interface CsvRecord {
  /** On which its first cell begins. */
  readonly line: number
  readonly cells: readonly string[]
}

export type CsvTable =
  | { readonly ok: true; readonly records: readonly CsvRecord[] }
  | ({ readonly ok: false } & CsvFault)

/** The bounds of a table that comes in. */
export interface CsvBounds {
  readonly recordsMax: number
  readonly cellsMax: number
}

/** Lines may end with LF too, and the last one need not end. Empty lines are left out. */
export function readCsv(text: string, bounds: CsvBounds): CsvTable {
  return new CsvReader(text, bounds).read()
}

const PLAIN_END = /[",\r\n]/g

class CsvReader {
  readonly #text: string
  readonly #bounds: CsvBounds
  readonly #records: CsvRecord[] = []
  #at: number
  #line = 1
  #lineBegan: number

  constructor(text: string, bounds: CsvBounds) {
    this.#text = text
    this.#bounds = bounds
    // A byte order mark, as spreadsheets put one.
    this.#at = text.startsWith('\uFEFF') ? 1 : 0
    this.#lineBegan = this.#at
  }

  read(): CsvTable {
    while (this.#at < this.#text.length) {
      const fault = this.#takeRecord()
      if (fault !== null) return { ok: false, ...fault }
    }
    return { ok: true, records: this.#records }
  }

  #takeRecord(): CsvFault | null {
    const line = this.#line
    if (this.#takeLineEnd()) return null
    if (this.#records.length >= this.#bounds.recordsMax) {
      return this.#fault(`there are more than ${this.#bounds.recordsMax} records`)
    }
    const cells: string[] = []
    for (;;) {
      if (cells.length >= this.#bounds.cellsMax) {
        return this.#fault(`there are more than ${this.#bounds.cellsMax} cells`)
      }
      const cell = this.#text[this.#at] === '"' ? this.#takeQuoted() : this.#takePlain()
      if (typeof cell !== 'string') return cell
      cells.push(READ_FORMULA.test(cell) ? cell.slice(1) : cell)
      if (this.#at >= this.#text.length || this.#takeLineEnd()) break
      if (this.#text[this.#at] !== ',') return this.#fault('a comma or the end of the line is due')
      this.#at++
    }
    this.#records.push({ line, cells })
    return null
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
