import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DocsLinks } from './docs/links.js'
import { navigationOf } from './docs/navigation.js'
import { docsPage } from './docs/page.js'
import { renderPage } from './docs/render.js'
import { docsAssets, docsSources } from './docs/sources.js'
import { DocsLanguages } from './docs/words.js'

/** The names of the scripts and styles that documentation pages load. */
export interface DocsAssetNames {
  readonly theme: string
  readonly look: string
  readonly script: string
}

/** A section of a page in `search.json`. */
type SearchEntry = readonly [
  href: string,
  page: string,
  heading: string,
  text: string,
  language: string,
]

/**
 * The documentation as files below `docs`: an HTML page for each Markdown file, examples and images
 * unchanged, and `search.json` with the text of all sections.
 */
export function docsFiles(root: string, names: DocsAssetNames): ReadonlyMap<string, Uint8Array> {
  const sources = docsSources(root)
  const assets = docsAssets(root)
  const links = new DocsLinks(sources, assets)
  const index = sources.find(({ address }) => address === '')
  if (index === undefined) throw new Error('docs/README.md, the index, is missing')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const languages = new DocsLanguages(root)
  const frame = { version, languages, groups: navigationOf(index, links, languages), ...names }
  const files = new Map<string, Uint8Array>()
  const search: SearchEntry[] = []
  for (const source of sources) {
    const page = renderPage(source, links)
    const href = source.address === '' ? '/docs' : `/docs/${source.address}`
    files.set(`${source.address || 'index'}.html`, Buffer.from(docsPage(frame, href, page)))
    for (const { heading, text } of page.sections) {
      const anchor = heading.level === 1 ? '' : `#${heading.anchor}`
      const place = `${href}${anchor}`
      search.push([place, page.title, heading.text, text.trim(), languages.of(href)])
    }
  }
  for (const { address, contents } of assets) files.set(address, contents)
  files.set('search.json', Buffer.from(JSON.stringify(search)))
  return files
}
