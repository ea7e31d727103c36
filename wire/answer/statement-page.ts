import { htmlText } from './html-text.js'
import {
  cell,
  type PageColumn,
  pageBegun,
  pageEnded,
  pageHead,
  sumsTable,
  tableBegun,
  tableEnded,
} from './kept-page.js'

/** The trades on an account in a period, and what it holds now. All amounts are texts already. */
export interface AccountStatement {
  readonly login: number
  readonly company: string
  /** Empty where the reader may not see it. */
  readonly name: string
  /** As its holder knows it. */
  readonly accountType: string
  readonly currency: string
  readonly leverage: number
  /** The period in words for people. */
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
  readonly columns: readonly PageColumn[]
  readonly rows: readonly (readonly string[])[]
  /** A cell a column, empty where there is nothing to sum; none is a table without a last line. */
  readonly totals: readonly string[]
  /** Said below it. */
  readonly note: string
}

/** A page that is kept, printed and sent on; `policy` is that of the answer, for when it is a file. */
export function statementPage(statement: AccountStatement, policy: string): string {
  const { login, company, name, accountType, currency, leverage, period, madeAt } = statement
  const title = `Statement of account ${login}`
  const facts: readonly (readonly [string, string])[] = [
    ['Account', String(login)],
    ['Name', name],
    ['Account type', accountType],
    ['Currency', currency],
    ['Leverage', `1:${leverage}`],
    ['Period', period],
  ]
  const sums = statement.summary.map(({ amount, ...line }) => ({ ...line, amounts: [amount] }))
  return `${pageBegun(title, policy)}${pageHead({ title, above: company, below: '' }, facts)}
<div class="head"><div>${sumsTable([currency], sums)}</div>
${statement.charts.join('')}</div>
${statement.tables.map(tableText).join('\n')}
${pageEnded(`Made at ${madeAt}. Times are UTC${currency === '' ? '' : `, amounts ${currency}`}.`)}`
}

function tableText({ title, columns, rows, totals, note }: StatementTable): string {
  const heading = `<section><h2>${htmlText(title)} <small>${rows.length}</small></h2>`
  const said = note === '' ? '' : `<p class="dim">${htmlText(note)}</p>`
  if (rows.length === 0) return `${heading}<p class="none">None.</p>${said}</section>`
  const line = (cells: readonly string[]): string => {
    const parts = cells.map((text, i) => cell(text, columns[i]?.isNumber === true))
    return `<tr>${parts.join('')}</tr>`
  }
  const last = totals.length === 0 ? '' : `<tfoot>${line(totals)}</tfoot>`
  return `${heading}${tableBegun(title, columns)}${rows.map(line).join('\n')}${tableEnded(last)}${said}</section>`
}
