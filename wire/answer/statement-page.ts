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

/**
 * A statement: an account's trades in a period, and its current positions. All amounts are already
 * text.
 */
export interface AccountStatement {
  readonly login: number
  readonly company: string
  /** Empty if the reader may not see it. */
  readonly name: string
  /** The account type as the client knows it. */
  readonly accountType: string
  readonly currency: string
  readonly leverage: number
  /** The period as text. */
  readonly period: string
  readonly madeAt: string
  readonly summary: readonly StatementAmount[]
  /** SVG charts without styles. */
  readonly charts: readonly string[]
  readonly tables: readonly StatementTable[]
}

export interface StatementAmount {
  readonly label: string
  readonly amount: string
  /** Whether the line sums up the lines above it. */
  readonly isSum?: boolean
}

export interface StatementTable {
  readonly title: string
  readonly columns: readonly PageColumn[]
  readonly rows: readonly (readonly string[])[]
  /** One cell for each column, empty if it has no sum. An empty list omits the line. */
  readonly totals: readonly string[]
  /** The text below the table. */
  readonly note: string
}

/**
 * Builds the page. `policy` is its content security policy, embedded because the page may be saved
 * as a file.
 */
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
