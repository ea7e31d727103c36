import { htmlText } from '../format/html-text.js'
import type { Language } from '../generated/languages.js'
import { lettersIn } from '../words/reader-language.js'
import {
  beginPage,
  beginTable,
  cell,
  endPage,
  endTable,
  type PageColumn,
  pageHead,
  sumsTable,
} from './kept-page.js'

/**
 * A statement: an account's trades in a period, and its current positions. All amounts are already
 * text.
 */
export interface AccountStatement {
  readonly login: number
  readonly company: string
  /** The name of the account's owner; empty if the reader may not see it. */
  readonly name: string
  /** The account type as the client knows it. */
  readonly accountType: string
  readonly currency: string
  readonly leverage: number
  readonly period: string
  readonly madeAt: string
  readonly language: Language
  readonly summary: readonly StatementAmount[]
  /** The charts as SVG without styles. */
  readonly charts: readonly string[]
  readonly tables: readonly StatementTable[]
}

export interface StatementAmount {
  readonly label: string
  readonly amount: string
  /** True if the line sums up the lines above it. */
  readonly isSum?: boolean
}

export interface StatementTable {
  readonly title: string
  readonly columns: readonly PageColumn[]
  readonly rows: readonly (readonly string[])[]
  /** One cell per column, empty for columns without a sum. An empty list omits the whole line. */
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
  const { language } = statement
  const { statements: text } = lettersIn(language)
  const title = text.title({ login })
  const facts: readonly (readonly [string, string])[] = [
    [text.facts.account, String(login)],
    [text.facts.name, name],
    [text.facts.accountType, accountType],
    [text.facts.currency, currency],
    [text.facts.leverage, `1:${leverage}`],
    [text.facts.period, period],
  ]
  const sums = statement.summary.map(({ amount, ...line }) => ({ ...line, amounts: [amount] }))
  const foot =
    currency === '' ? text.foot({ at: madeAt }) : text.footWithCurrency({ at: madeAt, currency })
  return `${beginPage(title, policy, language)}${pageHead({ title, above: company, below: '' }, facts)}
<div class="head"><div>${sumsTable([currency], sums, language)}</div>
${statement.charts.join('')}</div>
${statement.tables.map((table) => tableText(table, language)).join('\n')}
${endPage(foot)}`
}

function tableText(
  { title, columns, rows, totals, note }: StatementTable,
  language: Language,
): string {
  const heading = `<section><h2>${htmlText(title)} <small>${rows.length}</small></h2>`
  const said = note === '' ? '' : `<p class="dim">${htmlText(note)}</p>`
  if (rows.length === 0) {
    const { none } = lettersIn(language).statements
    return `${heading}<p class="none">${htmlText(none)}</p>${said}</section>`
  }
  const line = (cells: readonly string[]): string => {
    const parts = cells.map((text, i) => cell(text, columns[i]?.isNumber === true, language))
    return `<tr>${parts.join('')}</tr>`
  }
  const last = totals.length === 0 ? '' : `<tfoot>${line(totals)}</tfoot>`
  return `${heading}${beginTable(title, columns)}${rows.map(line).join('\n')}${endTable(last)}${said}</section>`
}
