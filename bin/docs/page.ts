import { htmlText } from '../../wire/format/html-text.js'
import type { NavigationGroup } from './navigation.js'
import type { RenderedPage } from './render.js'
import type { DocsLanguages, DocsWords } from './words.js'

/** The common parts of all documentation pages. */
export interface DocsFrame {
  readonly version: string
  readonly languages: DocsLanguages
  readonly groups: readonly NavigationGroup[]
  readonly theme: string
  readonly look: string
  readonly script: string
}

/** A complete page: search, list of pages, table of contents, text and version. */
export function docsPage(frame: DocsFrame, href: string, page: RenderedPage): string {
  const language = frame.languages.of(href)
  const words = frame.languages.words(language)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${htmlText(page.title)} · Openfloor</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<script src="/assets/${frame.theme}"></script>
<link rel="stylesheet" href="/assets/${frame.look}">
<script type="module" src="/assets/${frame.script}"></script>
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header>
<a class="home" href="/docs">Openfloor <span>${words.docs}</span></a>
<div class="search" role="search">
<input id="search" type="search" autocomplete="off" spellcheck="false" aria-label="${words.search}"
 placeholder="${words.searchHint}  /" aria-controls="results">
<ol id="results" aria-label="${words.results}" data-not-loaded="${words.notLoaded}" data-nothing="${words.nothing}" hidden></ol>
</div>
<p class="doors"><a href="/docs/api">${words.reference}</a> <a href="/">${words.terminal}</a> <a href="/desk">${words.desk}</a></p>
</header>
<details class="pages"><summary>${words.pages}</summary>${navigation(frame, href)}</details>
<nav class="pages" aria-label="${words.pages}">${navigation(frame, href)}</nav>
<main id="content" tabindex="-1">
${page.html}
<footer>Openfloor ${htmlText(frame.version)}</footer>
</main>
${contents(page, words)}
</body>
</html>
`
}

/** The groups of pages; those in the page's language come first. */
function navigation({ groups, languages }: DocsFrame, href: string): string {
  const here = languages.of(href)
  const isHere = ({ language }: NavigationGroup): boolean => language === here
  return [...groups.filter(isHere), ...groups.filter((group) => !isHere(group))]
    .map(({ title, language, pages }) => {
      const links = pages.map((page) => {
        const current = page.href === href ? ' aria-current="page"' : ''
        return `<li><a href="${htmlText(page.href)}"${current}>${htmlText(page.title)}</a></li>`
      })
      const other = language === here ? '' : ` lang="${language}"`
      return `<h2${other}>${htmlText(title)}</h2><ul${other}>${links.join('')}</ul>`
    })
    .join('')
}

/** The table of contents; nothing if the page has fewer than three headings. */
function contents({ headings }: RenderedPage, words: DocsWords): string {
  const parts = headings.filter(({ level }) => level === 2)
  if (parts.length < 3) return ''
  const links = parts.map(
    ({ anchor, text }) => `<li><a href="#${htmlText(anchor)}">${htmlText(text)}</a></li>`,
  )
  return `<nav class="contents" aria-label="${words.contents}"><h2>${words.contents}</h2><ul>${links.join('')}</ul></nav>`
}
