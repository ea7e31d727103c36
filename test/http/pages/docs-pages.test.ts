import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { docsFiles } from '../../../bin/make-docs.js'
import { docsRoutes } from '../../../http/pages/docs-routes.js'
import { pipeline, request } from '../given.js'

// The documentation as the server shows it: made of all Markdown files of the project.

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..')
/** Places of this server that pages lead to. */
const PLACES = new Set(['/', '/desk', '/docs/api', '/openapi.json', '/asyncapi.json'])

const files = docsFiles(ROOT, { theme: 'theme.js', look: 'look.css', script: 'docs.js' })
const front = pipeline(
  docsRoutes({
    get(name) {
      const plain = files.get(name)
      if (plain === undefined) return undefined
      return { media: 'text/html', plain, gzip: null, brotli: null, tag: 'tag' }
    },
  }),
)

async function textAt(path: string): Promise<string | null> {
  const { status, body } = await front.inject(request({ path }))
  return status === 200 ? Buffer.from(body).toString() : null
}

t.test('each link of each page leads to a page that exists and to a heading on it', async (t) => {
  const pages = new Map<string, string | null>()
  const at = async (path: string) => {
    if (!pages.has(path)) pages.set(path, await textAt(path))
    return pages.get(path) ?? null
  }
  const lost: string[] = []
  let links = 0
  for (const [name, contents] of files) {
    if (!name.endsWith('.html')) continue
    const here = name === 'index.html' ? '/docs' : `/docs/${name.slice(0, -'.html'.length)}`
    for (const [, link = ''] of contents.toString().matchAll(/ (?:href|src)="([^"]+)"/g)) {
      if (/^(https?|mailto):|^\/assets\//.test(link) || PLACES.has(link)) continue
      links++
      const [path, anchor] = link.startsWith('#') ? [here, link.slice(1)] : link.split('#')
      const text = await at(decodeURI(path ?? ''))
      const isThere =
        text !== null && (anchor === undefined || text.includes(`id="${decodeURI(anchor)}"`))
      if (!isThere) lost.push(`${here}: ${link}`)
    }
  }
  t.ok(links > 1_000, `${links}`)
  t.same([...new Set(lost)], [])
})

t.test('answers not_found for pages that do not exist and for a file of the build', async (t) => {
  for (const path of ['/docs/nothing', '/docs/index.html', '/docs/x/y', '/docs/..%2Fdesk']) {
    t.equal(await textAt(path), null, path)
  }
})

t.test('a German page is in German, and its menu begins with German pages', async (t) => {
  const german = (await textAt('/docs/trade/orders.de')) ?? ''
  t.match(german, '<html lang="de">')
  t.match(german, /<nav class="pages" aria-label="Alle Seiten"><h2>Auf Deutsch<\/h2>/)
  t.match(german, 'href="/docs/trade/margin.de"')
  const english = (await textAt('/docs/trade/orders')) ?? ''
  t.match(english, '<html lang="en">')
  t.match(english, '<h2 lang="de">Auf Deutsch</h2>')
  t.match(english, /<nav class="pages" aria-label="All pages"><h2>Get started<\/h2>/)
})

t.test('the search knows each page by its title and its address', async (t) => {
  const text = await textAt('/docs/search.json')
  const sections = JSON.parse(text ?? '[]') as [string, string, string, string][]
  const titles = new Set(sections.map(([, title]) => title))
  t.ok(titles.has('Glossary'), [...titles].join())
  for (const href of new Set(sections.map(([href]) => href.split('#')[0] ?? ''))) {
    t.ok(await textAt(href), href)
  }
})
