import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { catalog } from '../../../http/catalog.js'
import { pageRoutes } from '../../../http/pages/page-routes.js'

// The pages that reviewers go by tell of what there is: whatever has routes is not denied in them, and the tests that they
// name are there.

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const PAGES = ['docs/security.md', 'docs/asvs.md'].map((path) => ({
  path,
  text: readFileSync(`${ROOT}${path}`, 'utf8'),
}))
const TAGS = new Set([...catalog, ...pageRoutes(new Map())].map(({ tag }) => tag))

/** What has routes of the tag cannot be said, nor have nothing to apply to. */
const DENIED: Readonly<
  Record<string, { readonly words: RegExp; readonly rows: readonly string[] }>
> = {
  mail: { words: /sends no (e-)?mail|mail \| there is none/, rows: ['1.3.5', '1.3.11'] },
  licence: { words: /licence keys?[^|]*\| not built/, rows: ['1.3.4', '1.5.1'] },
  pages: { words: /renders no pages|\| no pages/, rows: ['3.2.2', '6.2.6', '7.4.4', '14.3.1'] },
}

t.test('what has routes is told of, and not denied', (t) => {
  const [security, asvs] = PAGES.map(({ text }) => text) as [string, string]
  for (const [tag, { words, rows }] of Object.entries(DENIED)) {
    t.ok(TAGS.has(tag), `there are routes of ${tag}: else this test goes`)
    for (const { path, text } of PAGES) t.notMatch(text, words, `${path}: ${tag}`)
    for (const row of rows) {
      const line = asvs
        .split('\n')
        .find((one) => one.startsWith('|') && numbersOf(one).includes(row))
      t.match(line, /^\|[^|]*\| (yes|part|no) \| \S/, `${row}: ${tag}`)
    }
  }
  for (const line of security.split('\n').filter((one) => /^\| S\d+ \|/.test(one))) {
    t.notMatch(line, /\b(not built|not shipped|none) yet\b/, line.slice(0, 40))
    t.match(line, /\| \S[^|]* \|$/, `${line.slice(0, 40)}: its tests`)
  }
  t.end()
})

t.test('the tests that the pages name are there', (t) => {
  for (const { path, text } of PAGES) {
    const named = [...text.matchAll(/`([a-z\d-]+(?:\/[a-z\d-]+)+)`/g)].map(([, name = '']) => name)
    t.ok(named.length > 50, path)
    for (const name of new Set(named)) {
      const isThere = [`test/${name}.test.ts`, `test/${name}`, name].some((at) =>
        existsSync(`${ROOT}${at}`),
      )
      t.ok(isThere || name === 'n/a', `${path} names ${name}`)
    }
  }
  t.end()
})

/** The numbers at the begin of a row, like `1.3.7 to 1.3.9, 1.3.11`. */
function numbersOf(line: string): readonly string[] {
  const head = (line.split('|')[1] ?? '').trim()
  return [...head.matchAll(/(\d+\.\d+\.)(\d+)(?: to \1(\d+))?/g)].flatMap(
    ([, section = '', from = '', to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => section + (Number(from) + i)),
  )
}
