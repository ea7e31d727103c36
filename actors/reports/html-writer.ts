import { createHash } from 'node:crypto'
import { reportWords } from '../../engine/generated/report-words.js'
import type {
  ReportCell,
  ReportColumn,
  ReportRow,
  SectionHead,
  TotalLine,
} from '../../engine/reports/section.js'
import { chartOf } from '../../wire/answer/chart.js'
import {
  beginPage,
  beginTable,
  cell,
  endPage,
  endTable,
  pageHead,
  pagePolicy,
  sumsTable,
} from '../../wire/answer/kept-page.js'
import { type ReportTitle, type SectionEnd, TextWriter } from './report-writer.js'

/**
 * A report as a page for storing, printing and sending (wire/answer/kept-page.ts). Charts and
 * totals are known only at the end and shown at the beginning; the style sheet moves them.
 */
const ROWS_MAX = 20_000
/** Up to this many lines of totals are columns side by side; more are a separate table. */
const COLUMNS_MAX = 3

const POLICY = pagePolicy((text) => createHash('sha256').update(text).digest('base64'))

export class HtmlReport extends TextWriter {
  readonly #head: SectionHead
  #rows: number

  constructor(head: SectionHead, kept: unknown) {
    super()
    this.#head = head
    this.#rows = typeof kept === 'number' ? kept : 0
  }

  begin({ name, madeAt, asked }: ReportTitle): void {
    const { title, columns } = this.#head
    const parts = name.split('\\')
    const own = parts.at(-1) ?? name
    const below = own === title ? '' : title
    this.add(beginPage(name, POLICY))
    this.add(
      pageHead({ title: own, above: parts.slice(0, -1).join(' \u203a '), below }, [
        ...asked,
        ['Made at', `${timeText(madeAt)} UTC`],
      ]),
    )
    const shown = columns.map((one) => ({ name: labelOf(one.name), isNumber: isNumber(one.type) }))
    this.add(`<section class="rows"><h2>Rows</h2>${beginTable(title, shown)}\n`)
  }

  row(row: ReportRow, columns: readonly ReportColumn[]): void {
    this.#rows++
    if (this.#rows > ROWS_MAX) return
    this.add(`<tr>${row.map((one, i) => cellText(one, columns[i]?.type)).join('')}</tr>\n`)
  }

  end(head: SectionHead, { rowCount, totals, charts }: SectionEnd): void {
    const note =
      rowCount > ROWS_MAX
        ? `<p class="dim">These are the first ${ROWS_MAX} of ${rowCount} rows; totals and charts are of all. Other formats have all of them.</p>`
        : ''
    const none =
      rowCount === 0
        ? '<p class="none">The report has no rows. Change the period or the groups.</p>'
        : ''
    const isWide = totals.length > COLUMNS_MAX
    const beside = totals.length === 0 || isWide ? '' : totalsBeside(head, totals)
    this.add(`${endTable('')}${none}${note}</section>
<div class="head">${beside}${charts.map((one) => chartOf(one)).join('')}</div>
${isWide ? totalsTable(head, totals) : ''}
${endPage("Times are UTC, days those of the server's clock.")}`)
  }

  override kept(): unknown {
    return this.#rows
  }
}

/** A line of totals is a column, so that the page has room for charts next to it. */
function totalsBeside({ totalsBy }: SectionHead, totals: readonly TotalLine[]): string {
  const names = Object.keys(totals[0] ?? {}).filter((name) => totalsBy.every((by) => by !== name))
  const heads = totals.map((line) => totalsBy.map((name) => aboutText(line[name])).join(', '))
  const lines = names.map((name) => {
    return { label: labelOf(name), amounts: totals.map((line) => String(line[name] ?? '')) }
  })
  return `<div><h2>Totals</h2>${sumsTable(heads, lines)}</div>`
}

function totalsTable({ columns }: SectionHead, totals: readonly TotalLine[]): string {
  const names = Object.keys(totals[0] ?? {})
  const typeOf = (name: string) => columns.find((one) => one.name === name)?.type ?? 'integer'
  const shown = names.map((name) => ({ name: labelOf(name), isNumber: isNumber(typeOf(name)) }))
  const lines = totals.map((line) => {
    return `<tr>${names.map((name) => cellText(line[name] ?? null, typeOf(name))).join('')}</tr>`
  })
  return `<section class="totals"><h2>Totals <small>${totals.length}</small></h2>${beginTable('Totals', shown)}${lines.join('')}${endTable('')}</section>`
}

function aboutText(value: ReportCell | undefined): string {
  return value === undefined || value === null || value === '' ? '-' : String(value)
}

/** A column's name for readers, as the desk shows it. */
function labelOf(name: string): string {
  const labels: Readonly<Record<string, string>> = reportWords.columns
  return labels[name] ?? name.replaceAll('_', ' ')
}

function isNumber(type: ReportColumn['type'] | undefined): boolean {
  return type === 'integer' || type === 'decimal'
}

function cellText(one: ReportCell, type: ReportColumn['type'] | undefined): string {
  const text = one === null ? '' : String(one)
  return cell(type === 'time' ? timeText(text) : text, isNumber(type))
}

function timeText(text: string): string {
  return text.slice(0, 19).replace('T', ' ')
}
