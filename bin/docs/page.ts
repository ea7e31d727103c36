import { htmlText } from '../../wire/answer/html-text.js'
import type { NavigationGroup } from './navigation.js'
import type { RenderedPage } from './render.js'

/** What all pages of the documentation have in common. */
export interface DocsFrame {
  readonly version: string
  readonly groups: readonly NavigationGroup[]
  readonly theme: string
  readonly look: string
  readonly script: string
}

/** A whole page: search, list of pages, contents, text and the version. */
export function docsPage(frame: DocsFrame, href: string, page: RenderedPage): string {
  return `<!doctype html>
<html lang="${href.endsWith('.de') ? 'de' : 'en'}">
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
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="/docs">Openfloor <span>docs</span></a>
<div class="search" role="search">
<input id="search" type="search" autocomplete="off" spellcheck="false" aria-label="Search the documentation"
 placeholder="Search  /" aria-controls="results">
<ol id="results" aria-label="Results" hidden></ol>
</div>
<p class="doors"><a href="/docs/api">API reference</a> <a href="/">Terminal</a> <a href="/desk">Desk</a></p>
</header>
<details class="pages"><summary>All pages</summary>${navigation(frame.groups, href)}</details>
<nav class="pages" aria-label="All pages">${navigation(frame.groups, href)}</nav>
<main id="content" tabindex="-1">
${page.html}
<footer>Openfloor ${htmlText(frame.version)}</footer>
</main>
${contents(page)}
</body>
</html>
`
}

function navigation(groups: readonly NavigationGroup[], href: string): string {
  return groups
    .map(({ title, pages }) => {
      const links = pages.map((page) => {
        const here = page.href === href ? ' aria-current="page"' : ''
        return `<li><a href="${htmlText(page.href)}"${here}>${htmlText(page.title)}</a></li>`
      })
      return `<h2>${htmlText(title)}</h2><ul>${links.join('')}</ul>`
    })
    .join('')
}

/** The headings of the page; nothing if there are fewer than three. */
function contents({ headings }: RenderedPage): string {
  const parts = headings.filter(({ level }) => level === 2)
  if (parts.length < 3) return ''
  const links = parts.map(
    ({ anchor, text }) => `<li><a href="#${htmlText(anchor)}">${htmlText(text)}</a></li>`,
  )
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>`
}
