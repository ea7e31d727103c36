import { htmlText } from './html-text.js'

/** The trades on an account in a period, and what it holds now. All amounts are texts already. */
export interface AccountStatement {
  readonly login: number
  readonly company: string
  /** Empty where the reader may not see it. */
  readonly name: string
  readonly group: string
  readonly currency: string
  readonly leverage: number
  /** As people read it. */
  readonly period: string
  readonly madeAt: string
  readonly summary: readonly StatementAmount[]
  /** Figures as SVG, ready for the page, without style. */
  readonly charts: readonly string[]
  readonly tables: readonly StatementTable[]
}

export interface StatementAmount {
  readonly label: string
  readonly amount: string
  /** A line that sums up those above it. */
  readonly isSum?: boolean
}

export interface StatementTable {
  readonly title: string
  readonly columns: readonly StatementColumn[]
  readonly rows: readonly (readonly string[])[]
  /** A cell a column, empty where there is nothing to sum; none is a table without a last line. */
  readonly totals: readonly string[]
  /** Said below it. */
  readonly note: string
}

export interface StatementColumn {
  readonly name: string
  readonly isNumber: boolean
}

/**
 * A page that prints well: no script, nothing from elsewhere, one style. Its hash is in the page's policy. A dozen columns
 * of long numbers take the longer side of A4 at 8 points; on the shorter one times and comments wrap.
 */
export const STATEMENT_STYLE = `
:root { color-scheme: light dark; --back: #fff; --line: #d5dae1; --soft: #f4f6f8; --text: #1b2430; --dim: #5a6675;
  --plus: #1f6feb; --minus: #b42318; }
@media (prefers-color-scheme: dark) { :root { --back: #12161c; --line: #2d3540; --soft: #1a2029; --text: #e3e8ee;
  --dim: #98a3b1; --plus: #5b9dff; --minus: #ff7b6b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 80rem; padding: 2.5rem 2rem 4rem; background: var(--back); color: var(--text);
  font: 14px/1.45 system-ui, sans-serif; }
header { display: flex; justify-content: space-between; gap: 2rem; flex-wrap: wrap; padding-bottom: 1rem;
  border-bottom: 2px solid var(--text); }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 2.2rem 0 .6rem; font-size: 1.05rem; }
h2 small, .dim { color: var(--dim); font-weight: 400; }
dl { display: grid; grid-template-columns: auto auto; gap: .1rem 1.2rem; margin: 0; align-content: start; }
dt { color: var(--dim); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .55rem; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; color: var(--dim); border-bottom-color: var(--text); }
td.text { white-space: normal; min-width: 8rem; overflow-wrap: anywhere; }
.number { text-align: right; } .minus { color: var(--minus); }
tbody tr:nth-child(even) { background: var(--soft); }
tfoot td, .sum td { font-weight: 600; border-top: 1px solid var(--text); border-bottom: 0; }
figure { margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; }
figcaption { margin-bottom: .5rem; color: var(--dim); }
.head { display: grid; grid-template-columns: minmax(16rem, 26rem) repeat(auto-fit, minmax(18rem, 1fr)); gap: 1.5rem;
  align-items: start; margin-top: 1.4rem; }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--dim); font-size: 15px; }
svg .end { text-anchor: end; } svg .grid { stroke: var(--line); } svg .plus { fill: var(--plus); }
svg .minus { fill: var(--minus); } svg .line { fill: none; stroke: var(--plus); stroke-width: 2; }
@media (max-width: 60rem) { .head { grid-template-columns: 1fr; } }
footer { margin-top: 2.5rem; color: var(--dim); font-size: .85rem; }
@page { size: landscape; margin: 12mm 10mm; }
@media print {
  :root { color-scheme: light; --back: #fff; --line: #bbb; --soft: #fff; --text: #000; --dim: #444; --plus: #1f6feb; --minus: #b42318; }
  .head { grid-template-columns: 5fr 6fr 6fr; gap: 5mm; } figure { padding: 2mm; break-inside: avoid; }
  body { max-width: none; padding: 0; font-size: 8pt; }
  .wide { overflow: visible; } th, td { padding: 1.5pt 2pt; }
  td:not(.number), td.text { white-space: normal; min-width: 0; }
  thead { display: table-header-group; } tfoot { display: table-row-group; }
  tr { break-inside: avoid; } h2 { break-after: avoid; }
}
`

/** `policy` is that of the answer, for when the page is kept as a file. */
export function statementPage(statement: AccountStatement, policy: string): string {
  const { login, company, name, group, currency, leverage, period, madeAt } = statement
  const title = `Statement of account ${login}`
  const facts: readonly (readonly [string, string])[] = [
    ['Account', String(login)],
    ...(name === '' ? [] : [['Name', name] as const]),
    ['Group', group],
    ['Currency', currency],
    ['Leverage', `1:${leverage}`],
    ['Period', period],
  ]
  const said = company === '' ? '' : `<p class="dim">${htmlText(company)}</p>`
  const list = facts.map(([label, text]) => `<dt>${label}</dt><dd>${htmlText(text)}</dd>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${htmlText(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)}</title><style>${STATEMENT_STYLE}</style></head>
<body><header><div><h1>${htmlText(title)}</h1>${said}</div>
<dl>${list.join('')}</dl></header>
<div class="head"><table class="sums"><tbody>${statement.summary.map(amountRow).join('\n')}</tbody></table>
${statement.charts.join('')}</div>
${statement.tables.map(tableText).join('\n')}
<footer>Made at ${htmlText(madeAt)}. Times are UTC, amounts ${htmlText(currency)}.</footer>
</body></html>
`
}

function amountRow({ label, amount, isSum = false }: StatementAmount): string {
  const row = isSum ? '<tr class="sum">' : '<tr>'
  return `${row}<td>${htmlText(label)}</td>${cell(amount, true)}</tr>`
}

function tableText({ title, columns, rows, totals, note }: StatementTable): string {
  const heading = `<h2>${htmlText(title)} <small>${rows.length}</small></h2>`
  const said = note === '' ? '' : `<p class="dim">${htmlText(note)}</p>`
  if (rows.length === 0) return `${heading}<p class="dim">None.</p>${said}`
  const line = (cells: readonly string[]): string => {
    const parts = cells.map((text, i) => cell(text, columns[i]?.isNumber === true))
    return `<tr>${parts.join('')}</tr>`
  }
  const names = columns.map(({ name, isNumber }) => {
    return `<th scope="col"${isNumber ? ' class="number"' : ''}>${htmlText(name)}</th>`
  })
  const last = totals.length === 0 ? '' : `<tfoot>${line(totals)}</tfoot>`
  return `${heading}<div class="wide"><table><thead><tr>${names.join('')}</tr></thead>
<tbody>${rows.map(line).join('\n')}</tbody>${last}</table></div>${said}`
}

function cell(text: string, isNumber: boolean): string {
  if (!isNumber) return `<td${text.length > 24 ? ' class="text"' : ''}>${htmlText(text)}</td>`
  return `<td class="number${text.startsWith('-') ? ' minus' : ''}">${htmlText(text)}</td>`
}
