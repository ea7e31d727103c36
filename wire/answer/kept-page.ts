import { htmlText } from '../format/html-text.js'
import type { Language } from '../generated/languages.js'
import { writtenIn } from '../words/text-format.js'
import { PAGE_STYLE } from './page-style.js'
import { SORT_SCRIPT } from './table-sort.js'

/**
 * Builds self-contained HTML pages, such as reports and statements, that people save, print and
 * forward. The page carries its own content security policy, which allows only its style and its
 * script, by hash.
 */
export function pagePolicy(hashOf: (text: string) => string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(PAGE_STYLE)}'`,
    `script-src 'sha256-${hashOf(SORT_SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** The start of the page, before its content. */
export function beginPage(title: string, policy: string, language: Language = 'en'): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${htmlText(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)}</title><style>${PAGE_STYLE}</style></head>
<body>`
}

export function endPage(said: string): string {
  return `<footer>${htmlText(said)}</footer>
<script>${SORT_SCRIPT}</script></body></html>
`
}

/** The header of the page: title, lines above and below it, and facts. Empty facts are left out. */
export function pageHead(
  titles: { readonly title: string; readonly above: string; readonly below: string },
  facts: readonly (readonly [label: string, text: string])[],
): string {
  const line = (text: string): string => (text === '' ? '' : `<p class="dim">${htmlText(text)}</p>`)
  const list = facts
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `<dt>${htmlText(label)}</dt><dd>${htmlText(text)}</dd>`)
  return `<header><div>${line(titles.above)}<h1>${htmlText(titles.title)}</h1>${line(titles.below)}</div>
<dl>${list.join('')}</dl></header>
`
}

export interface PageColumn {
  readonly name: string
  readonly isNumber: boolean
}

/** Tables with more columns than this use a smaller font in print. */
const MANY = 16

/** The start of a table before its first row. Screen readers announce its label. */
export function beginTable(label: string, columns: readonly PageColumn[]): string {
  const names = columns.map(({ name, isNumber }) => {
    return `<th scope="col"${isNumber ? ' class="number"' : ''}>${htmlText(name)}</th>`
  })
  const many = columns.length > MANY ? ' many' : ''
  return `<div class="wide" tabindex="0" role="region" aria-label="${htmlText(label)}"><table class="sorts${many}"><thead><tr>${names.join('')}</tr></thead>
<tbody>`
}

/** The end of a table after its last row. */
export function endTable(foot: string): string {
  return `</tbody>${foot}</table></div>`
}

/** Texts with more characters than this wrap. */
const LINE_MAX = 28

export function cell(text: string, isNumber: boolean, language: Language = 'en'): string {
  if (!isNumber) return `<td${text.length > LINE_MAX ? ' class="text"' : ''}>${htmlText(text)}</td>`
  const kind = text.startsWith('-') ? ' minus' : /[1-9]/.test(text) || text === '' ? '' : ' zero'
  return `<td class="number${kind}">${htmlText(figureText(text, language))}</td>`
}

/**
 * Formats a number for print: with a typographic minus, and with thousands separators if it has
 * decimals. Ids have none.
 */
function figureText(text: string, language: Language): string {
  return text.includes('.') ? writtenIn(language).number(text) : text.replace(/^-/, '\u2212')
}

/** A table of labelled amounts. Lines with sums are highlighted. */
export function sumsTable(
  heads: readonly string[],
  lines: readonly {
    readonly label: string
    readonly amounts: readonly string[]
    readonly isSum?: boolean
  }[],
  language: Language = 'en',
): string {
  const head = heads.some((text) => text !== '')
    ? `<thead><tr><td></td>${heads.map((text) => `<th scope="col" class="number">${htmlText(text)}</th>`).join('')}</tr></thead>`
    : ''
  const rows = lines.map(({ label, amounts, isSum = false }) => {
    const cells = amounts.map((amount) => cell(amount, true, language)).join('')
    return `<tr${isSum ? ' class="sum"' : ''}><th scope="row">${htmlText(label)}</th>${cells}</tr>`
  })
  return `<table class="sums">${head}<tbody>${rows.join('\n')}</tbody></table>`
}
