import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import MarkdownIt from 'markdown-it'
import t from 'tap'

// German guides say the same as the English ones beside them. A machine can compare their form.

const DOCS = resolve(fileURLToPath(new URL('../../../docs', import.meta.url)))
const GERMAN = /\.de\.md$/
/** The code writes this list in both languages. */
const LISTS: ReadonlySet<string> = new Set(['refusals.de.md'])
const guides = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter(
  (page) => GERMAN.test(page) && !LISTS.has(page),
)
const englishOf = (page: string): string => page.replace(GERMAN, '.md')

t.test(
  'a German guide has the headings, lists, tables, code and pictures of the English one',
  async (t) => {
    for (const page of guides) t.same(formOf(page), formOf(englishOf(page)), page)
  },
)

t.test('a guide and its German page link to each other', async (t) => {
  for (const page of guides) {
    const english = englishOf(page)
    t.ok(linksOf(page).includes(english), page)
    t.ok(linksOf(english).includes(page), english)
  }
})

t.test('a German guide leads to German pages if they exist', async (t) => {
  for (const page of guides) {
    const others = linksOf(page).filter((link) => link !== englishOf(page))
    const german = others.map((link) => link.replace(/(?<!\.de)\.md$/, '.de.md'))
    const missed = german.filter((link, at) => link !== others[at] && existsSync(join(DOCS, link)))
    t.same(missed, [], page)
  }
})

t.test('a German guide shows the German picture if there is one', (t) => {
  for (const page of guides) {
    const pictures = [...textOf(page).matchAll(/\]\(([^)\s]+\.png)\)/g)].map(([, at = '']) => at)
    const english = pictures.filter((at) => {
      const german = at.replace(/(?<!\.de)\.png$/, '.de.png')
      return german !== at && existsSync(join(DOCS, posix.join(dirname(page), german)))
    })
    t.same(english, [], page)
  }
  t.end()
})

/** The parts of a page in their order: `h2`, `li`, `td`, and so on. */
function formOf(page: string): string[] {
  return new MarkdownIt().parse(textOf(page), {}).flatMap((token) => {
    const images = (token.children ?? [])
      .filter(({ type }) => type === 'image')
      .map((image) => `image ${String(image.attrGet('src')).replace('.de.png', '.png')}`)
    const isPart = /^(heading|list_item|t[hdr])_open$|^fence$/.test(token.type)
    return isPart ? [token.tag] : images
  })
}

/** The pages of the documentation to which a page links. */
function linksOf(page: string): string[] {
  const links = [...textOf(page).matchAll(/\]\(([^)\s#:]+\.md)(?:#[^)\s]*)?\)/g)]
  return links.map(([, link = '']) => posix.join(dirname(page), link))
}

function textOf(page: string): string {
  return readFileSync(join(DOCS, page), 'utf8')
}
