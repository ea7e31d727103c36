import { createHash } from 'node:crypto'
import type {
  ReportCell,
  ReportColumn,
  ReportRow,
  SectionHead,
  TotalLine,
} from '../../engine/reports/section.js'
import { chartOf } from '../../wire/answer/chart.js'
import { htmlText } from '../../wire/answer/html-text.js'
import { type ReportTitle, type SectionEnd, TextWriter } from './section-writer.js'

/**
 * A report as a page of its own: light and dark, printed without its edges, with charts drawn here, and a table that is
 * sorted by a click on a column. It asks for nothing from elsewhere: its policy allows its one style and its one script,
 * by their hashes, and nothing beside them. Charts and totals are known at the end and stand at the beginning: the style
 * puts them there.
 */
const ROWS_MAX = 20_000

const STYLE = `
:root { color-scheme: light dark; --back: #fff; --text: #1b2430; --dim: #5a6675; --line: #d5dae1; --soft: #f4f6f8;
  --plus: #1f6feb; --minus: #b42318; }
@media (prefers-color-scheme: dark) { :root { --back: #12161c; --text: #e3e8ee; --dim: #98a3b1; --line: #2d3540;
  --soft: #1a2029; --plus: #5b9dff; --minus: #ff7b6b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 100rem; padding: 2rem; background: var(--back); color: var(--text);
  font: 14px/1.45 system-ui, sans-serif; display: flex; flex-direction: column; gap: 1.5rem; }
header { order: 0; display: flex; justify-content: space-between; gap: 2rem; flex-wrap: wrap; padding-bottom: 1rem;
  border-bottom: 2px solid var(--text); }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.2; } h2 { margin: 0 0 .5rem; font-size: 1.05rem; }
h2 small, .dim, figcaption { color: var(--dim); font-weight: 400; }
dl { display: grid; grid-template-columns: auto auto; gap: .1rem 1.2rem; margin: 0; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
.totals { order: 1; } .charts { order: 2; display: grid; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 1.5rem; }
.rows { order: 3; } footer { order: 4; color: var(--dim); font-size: .85rem; }
figure { margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; }
figcaption { margin-bottom: .5rem; }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--dim); font-size: 12px; }
svg .end { text-anchor: end; } svg .grid { stroke: var(--line); } svg .plus { fill: var(--plus); }
svg .minus { fill: var(--minus); } svg .line { fill: none; stroke: var(--plus); stroke-width: 2; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; } .rows table { width: 100%; }
th, td { padding: .3rem .55rem; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; color: var(--dim); border-bottom-color: var(--text); }
.rows th { padding: 0; position: sticky; top: 0; background: var(--back); }
th button { all: unset; display: block; width: 100%; padding: .3rem .55rem; cursor: pointer; box-sizing: border-box; }
th button:focus-visible { outline: 2px solid var(--plus); outline-offset: -2px; }
th[aria-sort=ascending] button::after { content: " \\2191"; } th[aria-sort=descending] button::after { content: " \\2193"; }
.number { text-align: right; } .below { color: var(--minus); }
.rows tbody tr:nth-child(even) { background: var(--soft); }
@page { size: landscape; margin: 12mm 10mm; }
@media print { :root { --back: #fff; --text: #000; --dim: #444; --line: #bbb; --soft: #fff; --plus: #1f6feb; --minus: #b42318; }
  body { max-width: none; padding: 0; font-size: 8pt; display: block; } header, .totals, .rows { margin-bottom: 1rem; }
  .wide { overflow: visible; } .rows th { position: static; } th, td, th button { padding: 1.5pt 2pt; }
  td:not(.number) { white-space: normal; } thead { display: table-header-group; } tr, figure { break-inside: avoid; } }
`

/** Sorts the rows by the column of a button: as numbers where it holds numbers, else as text. */
const SCRIPT = `
for (const button of document.querySelectorAll('th button')) button.addEventListener('click', () => {
  const head = button.parentElement, row = head.parentElement, place = [...row.children].indexOf(head);
  const down = head.getAttribute('aria-sort') === 'ascending', body = row.closest('table').tBodies[0];
  for (const other of row.children) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const isNumber = head.classList.contains('number');
  const key = (line) => { const text = line.children[place].textContent;
    return isNumber ? (text === '' ? -Infinity : Number(text)) : text; };
  const lines = [...body.rows].map((line) => [key(line), line]);
  lines.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  if (down) lines.reverse();
  body.append(...lines.map(([, line]) => line));
});
`

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')
export const REPORT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hashOf(STYLE)}'`,
  `script-src 'sha256-${hashOf(SCRIPT)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

export class HtmlReport extends TextWriter {
  readonly #head: SectionHead
  #rows: number

  constructor(head: SectionHead, kept: unknown) {
    super()
    this.#head = head
    this.#rows = typeof kept === 'number' ? kept : 0
  }

  begin({ name, madeAt, asked }: ReportTitle): void {
    const facts = [...asked, ['Made at', madeAt.slice(0, 19).replace('T', ' ')] as const]
      .filter(([, value]) => value !== '')
      .map(([label, value]) => `<dt>${htmlText(label)}</dt><dd>${htmlText(value)}</dd>`)
    const names = this.#head.columns.map(({ name: column, type }) => {
      return `<th scope="col"${isNumber(type) ? ' class="number"' : ''}><button>${headText(column)}</button></th>`
    })
    this.add(`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${htmlText(REPORT_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(name)}</title><style>${STYLE}</style></head>
<body><header><div><h1>${htmlText(name)}</h1><p class="dim">${htmlText(this.#head.title)}</p></div>
<dl>${facts.join('')}</dl></header>
<section class="rows"><div class="wide"><table><thead><tr>${names.join('')}</tr></thead><tbody>
`)
  }

  row(row: ReportRow, columns: readonly ReportColumn[]): void {
    this.#rows++
    if (this.#rows > ROWS_MAX) return
    this.add(`<tr>${row.map((cell, i) => cellText(cell, columns[i]?.type)).join('')}</tr>\n`)
  }

  end(head: SectionHead, { rowCount, totals, charts }: SectionEnd): void {
    const note =
      rowCount > ROWS_MAX
        ? `<p class="dim">These are the first ${ROWS_MAX} of ${rowCount} rows; totals and charts are of all. Other formats have all of them.</p>`
        : ''
    const none = rowCount === 0 ? '<p class="dim">None.</p>' : ''
    this.add(`</tbody></table></div>${none}${note}</section>
<section class="totals"><h2>Totals <small>${rowCount} rows</small></h2>${totalsTable(head, totals)}</section>
<section class="charts">${charts.map(chartOf).join('')}</section>
<footer>Times are UTC, days those of the server's clock.</footer>
<script>${SCRIPT}</script></body></html>
`)
  }

  override kept(): unknown {
    return this.#rows
  }
}

function totalsTable({ columns }: SectionHead, totals: readonly TotalLine[]): string {
  const [first] = totals
  if (first === undefined) return '<p class="dim">None.</p>'
  const names = Object.keys(first)
  const typeOf = (name: string) => columns.find((one) => one.name === name)?.type ?? 'integer'
  const heads = names.map((name) => {
    return `<th scope="col"${isNumber(typeOf(name)) ? ' class="number"' : ''}>${headText(name)}</th>`
  })
  const lines = totals.map((line) => {
    return `<tr>${names.map((name) => cellText(line[name] ?? null, typeOf(name))).join('')}</tr>`
  })
  return `<div class="wide"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

function headText(name: string): string {
  return htmlText(name.replaceAll('_', ' '))
}

function isNumber(type: ReportColumn['type'] | undefined): boolean {
  return type === 'integer' || type === 'decimal'
}

function cellText(cell: ReportCell, type: ReportColumn['type'] | undefined): string {
  const text = cell === null ? '' : String(cell)
  if (!isNumber(type)) return `<td>${htmlText(type === 'time' ? timeText(text) : text)}</td>`
  return `<td class="number${text.startsWith('-') ? ' below' : ''}">${htmlText(text)}</td>`
}

function timeText(text: string): string {
  return text.slice(0, 19).replace('T', ' ')
}
