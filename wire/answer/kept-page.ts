import { writtenIn } from '../words/written.js'
import { htmlText } from './html-text.js'
import { PAGE_STYLE } from './page-style.js'
import { SORT_SCRIPT } from './table-sort.js'

/**
 * The parts of pages that people keep, print and send on: one file each, which asks for nothing from elsewhere. Its
 * policy, which stands in it as it goes from hand to hand, allows its one style and its one script by their hashes.
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
export function pageBegun(title: string, policy: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${htmlText(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)}</title><style>${PAGE_STYLE}</style></head>
<body>`
}

export function pageEnded(said: string): string {
  return `<footer>${htmlText(said)}</footer>
<script>${SORT_SCRIPT}</script></body></html>
`
}

/** The title of the page, what it is about above and below it, and facts beside; empty ones are left out. */
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

/** Tables with more columns than this are set smaller on paper. */
const MANY = 16

/** A table up to its first row; whoever cannot see it hears its label. */
export function tableBegun(label: string, columns: readonly PageColumn[]): string {
  const names = columns.map(({ name, isNumber }) => {
    return `<th scope="col"${isNumber ? ' class="number"' : ''}>${htmlText(name)}</th>`
  })
  const many = columns.length > MANY ? ' many' : ''
  return `<div class="wide" tabindex="0" role="region" aria-label="${htmlText(label)}"><table class="sorts${many}"><thead><tr>${names.join('')}</tr></thead>
<tbody>`
}

/** A table behind its last row. */
export function tableEnded(foot: string): string {
  return `</tbody>${foot}</table></div>`
}

/** Texts longer than this wrap. */
const LINE_MAX = 28

export function cell(text: string, isNumber: boolean): string {
  if (!isNumber) return `<td${text.length > LINE_MAX ? ' class="text"' : ''}>${htmlText(text)}</td>`
  const kind = text.startsWith('-') ? ' minus' : /[1-9]/.test(text) || text === '' ? '' : ' zero'
  return `<td class="number${kind}">${htmlText(figureText(text))}</td>`
}

/** A number as printed: a true minus, and commas between thousands if it has decimals, which no id has. */
function figureText(text: string): string {
  return text.includes('.') ? writtenIn('en').number(text) : text.replace(/^-/, '\u2212')
}

/** A column of figures with their names, and those that sum up marked. */
export function sumsTable(
  heads: readonly string[],
  lines: readonly {
    readonly label: string
    readonly amounts: readonly string[]
    readonly isSum?: boolean
  }[],
): string {
  const head = heads.some((text) => text !== '')
    ? `<thead><tr><td></td>${heads.map((text) => `<th scope="col" class="number">${htmlText(text)}</th>`).join('')}</tr></thead>`
    : ''
  const rows = lines.map(({ label, amounts, isSum = false }) => {
    const cells = amounts.map((amount) => cell(amount, true)).join('')
    return `<tr${isSum ? ' class="sum"' : ''}><th scope="row">${htmlText(label)}</th>${cells}</tr>`
  })
  return `<table class="sums">${head}<tbody>${rows.join('\n')}</tbody></table>`
}
