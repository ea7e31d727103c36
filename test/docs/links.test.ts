import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import GithubSlugger from 'github-slugger'
import t from 'tap'

// What a machine can check of the documentation: pages can be found, links lead somewhere, pages stay short.

const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const DOCS = join(ROOT, 'docs')

function pagesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return pagesIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

/** The text without its blocks of code, whose brackets and pipes mean something else. */
function proseOf(path: string): string {
  return readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
}

/** The anchors of headings as forges make them; a second heading of the same words has another. */
function anchorsOf(path: string): string[] {
  const slugger = new GithubSlugger()
  return [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    slugger.slug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  )
}

interface Link {
  readonly target: string
  readonly anchor: string
}

/** Links to files of the repository. */
function linksOf(path: string): Link[] {
  const links = [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links
    .filter((link) => !/^(?:[a-z]+:|\/)/.test(link))
    .map((link) => {
      const [file = '', anchor = ''] = link.split('#')
      return { target: file === '' ? path : normalize(join(dirname(path), file)), anchor }
    })
}

const pages = pagesIn(DOCS)
const documents = [...pages, join(ROOT, 'README.md'), join(ROOT, 'CONTRIBUTING.md')]
const named = (path: string): string => relative(ROOT, path)

t.test('each link of a document leads to a file and to a heading of it', async (t) => {
  const broken = documents.flatMap((path) =>
    linksOf(path)
      .filter(({ target, anchor }) => {
        if (!existsSync(target)) return true
        return anchor !== '' && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
      })
      .map(({ target, anchor }) => `${named(path)}: ${named(target)}#${anchor}`),
  )
  t.same(broken, [])
})

t.test('each page of the documentation is in the index, a decision in its own', async (t) => {
  const indexes = [join(DOCS, 'README.md'), join(DOCS, 'decisions/README.md')]
  const found = new Set(indexes.flatMap((index) => linksOf(index).map(({ target }) => target)))
  t.same(pages.filter((page) => page !== indexes[0] && !found.has(page)).map(named), [])
})

/** All other pages have their bound in `markdown.test.ts`. */
const DECISION_WORDS_MAX = 600

t.test('a decision is one page', async (t) => {
  const long = pagesIn(join(DOCS, 'decisions')).flatMap((page) => {
    const count = readFileSync(page, 'utf8').split(/\s+/).length
    return count > DECISION_WORDS_MAX ? [`${named(page)}: ${count} words`] : []
  })
  t.same(long, [])
})

t.test('rows of a table have as many cells as its head', async (t) => {
  const cells = (row: string): number => row.replace(/`[^`]*`/g, '').split(/(?<!\\)\|/).length
  const uneven = documents.flatMap((path) =>
    [...proseOf(path).matchAll(/(?:^ *\|.*\n)+/gm)].flatMap(([table]) => {
      const rows = table.trimEnd().split('\n')
      const head = cells(rows[0] ?? '')
      return rows.filter((row) => cells(row) !== head).map((row) => `${named(path)}: ${row}`)
    }),
  )
  t.same(uneven, [])
})
