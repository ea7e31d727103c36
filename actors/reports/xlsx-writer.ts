import { DAY_MS } from '../../engine/calendar/durations.js'
import type {
  ReportCell,
  ReportColumn,
  ReportRow,
  SectionHead,
  TotalLine,
} from '../../engine/reports/section.js'
import { htmlText } from '../../wire/format/html-text.js'
import type { ReportTitle, ReportWriter, SectionEnd } from './report-writer.js'
import { type KeptZip, ZipWriter } from './zip-writer.js'

/**
 * A report as a workbook: a sheet of rows (several if one is full), and one of totals.
 *
 *   - A number of up to 15 digits is a number; a longer one, which a spreadsheet would round, is
 *     text.
 *   - Text is always text, never a formula.
 *   - A number has the same decimals as in the other formats, with thousands separators.
 */
interface KeptSheet {
  readonly zip: KeptZip
  /** The number of sheets, and the rows of the last one. */
  readonly sheets: number
  readonly rows: number
  readonly title: ReportTitle
}

const SHEET_ROWS_MAX = 1_048_576
const DIGITS_MAX = 15
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** The number that Excel uses for the day 1970-01-01. */
const EPOCH_DAYS = 25_569
/**
 * Indexes into `STYLES`. The indexes after them are for numbers with one decimal, two decimals, and
 * so on.
 */
const [BOLD, TIME, DAY, DECIMALS] = [1, 2, 3, 3]
/** The maximum decimals of a number. Prices have no more, and a volume has eight. */
const DECIMALS_MAX = 10
/** The first format number that Excel leaves to custom formats. */
const FORMAT_TIME = 164
const FORMAT_DAY = 165
const FORMAT_DECIMALS = 165

const NUMBERS = Array.from({ length: DECIMALS_MAX }, (_, i) => ({
  id: FORMAT_DECIMALS + i + 1,
  code: `#,##0.${'0'.repeat(i + 1)}`,
}))
const FORMATS = [
  { id: FORMAT_TIME, code: 'yyyy\\-mm\\-dd hh:mm:ss' },
  { id: FORMAT_DAY, code: 'yyyy\\-mm\\-dd' },
  ...NUMBERS,
].map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
const CELLS = [FORMAT_TIME, FORMAT_DAY, ...NUMBERS.map(({ id }) => id)].map(
  (id) => `<xf xfId="0" numFmtId="${id}" applyNumberFormat="1"/>`,
)
const FONT = '<sz val="11"/><name val="Calibri"/>'
const STYLES = [
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${FORMATS.length}">${FORMATS.join('')}</numFmts>`,
  `<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
  `<cellXfs count="${CELLS.length + 2}"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/>${CELLS.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')

export class XlsxReport implements ReportWriter {
  readonly #head: SectionHead
  readonly #zip: ZipWriter
  #sheets: number
  #rows: number
  #title: ReportTitle

  constructor(head: SectionHead, kept: unknown) {
    const before = kept as KeptSheet | null
    this.#head = head
    this.#zip = new ZipWriter(before?.zip ?? null)
    this.#sheets = before?.sheets ?? 0
    this.#rows = before?.rows ?? 0
    this.#title = before?.title ?? { name: '', module: '', madeAt: '', asked: [] }
  }

  get size(): number {
    return this.#zip.size
  }

  begin(title: ReportTitle): void {
    this.#title = title
    this.#beginSheet()
  }

  row(row: ReportRow, columns: readonly ReportColumn[]): void {
    if (this.#rows >= SHEET_ROWS_MAX) {
      this.#endSheet()
      this.#beginSheet()
    }
    this.#rows++
    const cells = row.map((cell, i) => cellText(cell, columns[i]?.type ?? 'text'))
    this.#zip.add(`<row>${cells.join('')}</row>`)
  }

  end(head: SectionHead, { totals }: SectionEnd): void {
    this.#endSheet()
    this.#zip.file('xl/worksheets/totals.xml', totalsSheet(this.#title, head, totals))
    const names = Array.from({ length: this.#sheets }, (_, i) => ({
      name: sheetName(head.title, i),
      file: `sheet${i + 1}.xml`,
    }))
    const sheets = [...names, { name: 'Totals', file: 'totals.xml' }]
    this.#zip.file('xl/styles.xml', STYLES)
    this.#zip.file('xl/workbook.xml', workbook(sheets.map(({ name }) => name)))
    this.#zip.file('xl/_rels/workbook.xml.rels', workbookParts(sheets.map(({ file }) => file)))
    this.#zip.file('_rels/.rels', packageParts())
    this.#zip.file('[Content_Types].xml', contentTypes(sheets.map(({ file }) => file)))
    this.#zip.end()
  }

  taken(): Uint8Array {
    return this.#zip.taken()
  }

  kept(): KeptSheet {
    return { zip: this.#zip.kept(), sheets: this.#sheets, rows: this.#rows, title: this.#title }
  }

  #beginSheet(): void {
    this.#sheets++
    this.#rows = 1
    this.#zip.begin(`xl/worksheets/sheet${this.#sheets}.xml`)
    const { columns } = this.#head
    const widths = columns.map(({ type, name }, i) => {
      return `<col min="${i + 1}" max="${i + 1}" width="${widthOf(type, name)}" customWidth="1"/>`
    })
    this.#zip.add(
      `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`,
    )
    this.#zip.add(`<row>${columns.map(({ name }) => boldText(name)).join('')}</row>`)
  }

  #endSheet(): void {
    const last = `${columnName(this.#head.columns.length)}${this.#rows}`
    this.#zip.add(`</sheetData><autoFilter ref="A1:${last}"/></worksheet>`)
    this.#zip.close()
  }
}

function totalsSheet(
  { name, madeAt, asked }: ReportTitle,
  { columns }: SectionHead,
  totals: readonly TotalLine[],
): string {
  const facts = [['Report', name] as const, ...asked, ['Made at', madeAt] as const]
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `<row>${boldText(label)}${factText(value)}</row>`)
  const names = Object.keys(totals[0] ?? {})
  const typeOf = (one: string) => columns.find((column) => column.name === one)?.type ?? 'integer'
  const lines = totals.map((line) => {
    const cells = names.map((one) => cellText(line[one] ?? null, typeOf(one)))
    return `<row>${cells.join('')}</row>`
  })
  const heads = `<row>${names.map(boldText).join('')}</row>`
  const rows = [...facts, '<row/>', heads, ...lines].join('')
  return `${HEAD}<worksheet xmlns="${MAIN}"><cols><col min="1" max="${Math.max(2, names.length)}" width="18" customWidth="1"/></cols><sheetData>${rows}</sheetData></worksheet>`
}

function cellText(cell: ReportCell, type: ReportColumn['type']): string {
  if (cell === null || cell === '') return '<c/>'
  const text = String(cell)
  if (type === 'time') return `<c s="${TIME}"><v>${daysOf(Date.parse(text))}</v></c>`
  if (type === 'date') return `<c s="${DAY}"><v>${daysOf(Date.parse(text))}</v></c>`
  if (type === 'text' || text.replace(/[-.]/g, '').length > DIGITS_MAX) return plainText(text)
  if (!Number.isFinite(Number(text))) return plainText(text)
  const point = text.indexOf('.')
  const decimals = point < 0 ? 0 : text.length - point - 1
  const isPlain = decimals === 0 || decimals > DECIMALS_MAX
  return isPlain ? `<c><v>${text}</v></c>` : `<c s="${DECIMALS + decimals}"><v>${text}</v></c>`
}

/** A field of the report's head as text, with readable days and times. */
function factText(value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return cellText(value, 'date')
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? cellText(value, 'time') : plainText(value)
}

function daysOf(ms: number): string {
  return String(Number((ms / DAY_MS + EPOCH_DAYS).toFixed(9)))
}

function plainText(text: string): string {
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

function boldText(text: string): string {
  return `<c s="${BOLD}" t="inlineStr"><is><t>${xmlText(text.replaceAll('_', ' '))}</t></is></c>`
}

/** Removes characters that XML forbids, and cuts the text to a cell's maximum of 32,767. */
function xmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
  const known = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
  // Excel would read such a text as an escape sequence.
  return htmlText(known.slice(0, 32_767).replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_'))
}

/** A name for a sheet, at most 31 characters. */
function sheetName(title: string, i: number): string {
  const end = i === 0 ? '' : ` ${i + 1}`
  return `${title.slice(0, 31 - end.length)}${end}`
}

function columnName(number: number): string {
  const [rest, last] = [Math.floor((number - 1) / 26), (number - 1) % 26]
  return `${rest === 0 ? '' : columnName(rest)}${String.fromCharCode(65 + last)}`
}

function widthOf(type: ReportColumn['type'], name: string): number {
  if (type === 'time') return 20
  return Math.max(type === 'text' ? 18 : 12, name.length + 2)
}

function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, i) => `<sheet name="${xmlText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`
}

function workbookParts(files: readonly string[]): string {
  const parts = files.map(
    (file, i) =>
      `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/${file}"/>`,
  )
  const styles = `<Relationship Id="rId${files.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/>`
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${parts.join('')}${styles}</Relationships>`
}

function packageParts(): string {
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
}

function contentTypes(files: readonly string[]): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const sheets = files.map(
    (file) => `<Override PartName="/xl/worksheets/${file}" ContentType="${type}.worksheet+xml"/>`,
  )
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${sheets.join('')}</Types>`
}
