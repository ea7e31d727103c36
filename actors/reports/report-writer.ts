import type { RowPlaces } from '../../engine/reports/row-places.js'
import type {
  ChartData,
  ReportColumn,
  ReportRow,
  SectionHead,
  TotalLine,
} from '../../engine/reports/section.js'

/** The description of a report in its file. */
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
 * Writes a report as a file of one format, over several slices: `kept` of one slice is passed to
 * the next one, and `taken` returns the output of a slice.
 */
export interface ReportWriter {
  begin(title: ReportTitle): void
  row(row: ReportRow, columns: readonly ReportColumn[]): void
  end(head: SectionHead, end: SectionEnd): void
  /** The number of characters that `taken` would return. */
  readonly size: number
  taken(): Uint8Array
  kept(): unknown
  /** The positions of the rows, for a file whose rows can be read by index. */
  places?(): RowPlaces | undefined
}

/** Makes the writer of a format; `head` is the section's. */
export type MakeWriter = (head: SectionHead, kept: unknown) => ReportWriter

/** A writer that appends text to the file. */
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
