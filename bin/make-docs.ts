import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DocsLinks } from './docs/links.js'
import { navigationOf } from './docs/navigation.js'
import { docsPage } from './docs/page.js'
import { renderPage } from './docs/render.js'
import { docsAssets, docsSources } from './docs/sources.js'

/** The names of the scripts and styles that documentation pages load. */
export interface DocsAssetNames {
  readonly theme: string
  readonly look: string
  readonly script: string
}

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
  const frame = { version, groups: navigationOf(index, links), ...names }
  const files = new Map<string, Uint8Array>()
  const search: (readonly [href: string, page: string, heading: string, text: string])[] = []
  for (const source of sources) {
    const page = renderPage(source, links)
    const href = source.address === '' ? '/docs' : `/docs/${source.address}`
    files.set(`${source.address || 'index'}.html`, Buffer.from(docsPage(frame, href, page)))
    for (const { heading, text } of page.sections) {
      const anchor = heading.level === 1 ? '' : `#${heading.anchor}`
      search.push([`${href}${anchor}`, page.title, heading.text, text.trim()])
    }
  }
  for (const { address, contents } of assets) files.set(address, contents)
  files.set('search.json', Buffer.from(JSON.stringify(search)))
  return files
}
