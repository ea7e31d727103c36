import { RowMarks, type RowPlaces } from '../../engine/reports/row-places.js'
import type { ReportColumn, ReportRow, SectionHead } from '../../engine/reports/section.js'
import { CsvNumber, csvLine } from '../../wire/format/csv.js'
import {
  beginList,
  endList,
  joinedFields,
  jsonField,
  jsonFields,
  jsonOf,
  listItem,
} from '../../wire/format/json-parts.js'
import type { ReportFormat } from '../../wire/stored/stored-report.js'
import { type MakeWriter, type ReportTitle, type SectionEnd, TextWriter } from './report-writer.js'

/** A table with its columns, one line per row. Totals are stored with the job. */
export class CsvReport extends TextWriter {
  readonly #head: SectionHead

  constructor(head: SectionHead) {
    super()
    this.#head = head
  }

  begin(): void {
    this.add(csvLine(this.#head.columns.map(({ name }) => name)))
  }

  row(row: ReportRow, columns: readonly ReportColumn[]): void {
    this.add(
      csvLine(
        row.map((cell, i) =>
          typeof cell === 'string' && columns[i]?.type === 'decimal' ? new CsvNumber(cell) : cell,
        ),
      ),
    )
  }

  end(): void {
    // Programs that read CSV take every line for a row, so totals are left out.
  }
}

/**
 * The state that the next slice of a JSON report needs: its bytes so far, its rows, and where the
 * rows begin.
 */
interface KeptJson {
  readonly bytes: number
  readonly rows: number
  readonly places: RowPlaces
}

/**
 * One object with its sections. Each row is a line, so rows are found by index
 * (engine/reports/row-places.ts).
 */
export class JsonReport extends TextWriter {
  readonly #head: SectionHead
  readonly #marks: RowMarks
  /** True if an older version began the report without recording where its rows begin. */
  readonly #isOlder: boolean
  #bytes: number

  constructor(head: SectionHead, kept: unknown) {
    super()
    this.#head = head
    this.#isOlder = kept === true
    const before = this.#isOlder ? null : (kept as KeptJson | null)
    this.#marks = new RowMarks(before?.places, before?.rows)
    this.#bytes = before?.bytes ?? 0
  }

  protected override add(text: string): void {
    this.#bytes += Buffer.byteLength(text)
    super.add(text)
  }

  begin({ name, module, madeAt, asked }: ReportTitle): void {
    const { title, columns } = this.#head
    const params = Object.fromEntries(asked.map(([label, value]) => [label.toLowerCase(), value]))
    const said = { name, module, made_at: madeAt, params }
    this.add(beginList(jsonFields(said), 'sections'))
    const shown = columns.map((one) => ({ name: one.name, type: one.type }))
    this.add(beginList(jsonFields({ title, columns: shown }), 'rows'))
  }

  row(row: ReportRow): void {
    const text = jsonOf(row)
    this.add(listItem(text, this.#marks.rows === 0 && !this.#isOlder))
    this.#marks.add(this.#bytes - Buffer.byteLength(text), this.#bytes)
  }

  end(_: SectionHead, { rowCount, totals }: SectionEnd): void {
    const counted = jsonFields({ row_count: rowCount })
    this.add(endList(joinedFields(counted, jsonField('totals', jsonOf(totals)))))
    this.add(endList(jsonFields({})))
    this.add('\n')
  }

  override kept(): KeptJson | true {
    const places = this.#marks.places()
    return this.#isOlder || { bytes: this.#bytes, rows: this.#marks.rows, places }
  }

  places(): RowPlaces | undefined {
    return this.#isOlder ? undefined : this.#marks.places()
  }
}

/** The writer of a format. The code for HTML and XLSX is loaded only when it is needed. */
export async function writerOf(format: ReportFormat): Promise<MakeWriter> {
  if (format === 'csv') return (head) => new CsvReport(head)
  if (format === 'json') return (head, kept) => new JsonReport(head, kept)
  if (format === 'html') {
    const { HtmlReport } = await import('./html-writer.js')
    return (head, kept) => new HtmlReport(head, kept)
  }
  const { XlsxReport } = await import('./xlsx-writer.js')
  return (head, kept) => new XlsxReport(head, kept)
}
