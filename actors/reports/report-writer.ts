import type { RowPlaces } from '../../engine/reports/row-places.js'
import type {
  ChartData,
  ReportColumn,
  ReportRow,
  SectionHead,
  TotalLine,
} from '../../engine/reports/section.js'

/** What a file says of the report as a whole. */
export interface ReportTitle {
  readonly name: string
  readonly module: string
  readonly madeAt: string
  readonly asked: readonly (readonly [name: string, value: string])[]
}

export interface SectionEnd {
  readonly rowCount: number
  readonly totals: readonly TotalLine[]
  readonly charts: readonly ChartData[]
}

/**
 * Writes a report as a file of one format, in as many slices as it takes: `kept` of one slice is what the next one is
 * made with, and `taken` is what a slice has made.
 */
export interface ReportWriter {
  begin(title: ReportTitle): void
  row(row: ReportRow, columns: readonly ReportColumn[]): void
  /** Ends the section, and with it the file. */
  end(head: SectionHead, end: SectionEnd): void
  /** The number of characters that wait to be taken. */
  readonly size: number
  taken(): Uint8Array
  kept(): unknown
  /** Where its rows begin, of a file whose rows can be read by their number. */
  places?(): RowPlaces | undefined
}

/** Makes the writer of a format; `head` is the section's. */
export type MakeWriter = (head: SectionHead, kept: unknown) => ReportWriter

/** Text that is added to the file as it is. */
export abstract class TextWriter implements ReportWriter {
  #text = ''

  abstract begin(title: ReportTitle): void
  abstract row(row: ReportRow, columns: readonly ReportColumn[]): void
  abstract end(head: SectionHead, end: SectionEnd): void

  protected add(text: string): void {
    this.#text += text
  }

  get size(): number {
    return this.#text.length
  }

  taken(): Uint8Array {
    const bytes = Buffer.from(this.#text)
    this.#text = ''
    return bytes
  }

  kept(): unknown {
    return null
  }
}
