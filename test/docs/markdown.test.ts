import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lint } from 'markdownlint/sync'
import t from 'tap'
import { proseFaults, wordsOf } from './sentences.js'

t.setTimeout(180_000)

// All Markdown of the project keeps to its rules of writing (CONTRIBUTING.md).

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const PAGE_WORDS_MAX = 1_500
const LINE_MAX = 100

/** Pages from before these rules: how many faults, long lines and words each may still have. Numbers only fall. */
const OLD: Readonly<Record<string, readonly [faults: number, lines: number, words: number]>> = {
  'bench/results/2026-11.md': [55, 0, 5215],
}
/** Histories, and lists that are written from the code. */
const LISTS = new Set([
  'CHANGELOG.md',
  'docs/run/rights.md',
  'docs/refusals.md',
  'docs/refusals.de.md',
])

const RULES = {
  default: true,
  MD013: { line_length: LINE_MAX, tables: false, code_blocks: false, headings: false },
  MD024: { siblings_only: true },
  MD033: { allowed_elements: ['a'] },
  MD060: false,
}

const paths = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'client/README.md',
  ...markdownBelow('docs'),
  ...markdownBelow('bench/results'),
]
const texts = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))

t.test('has the form that Markdown linters ask for', async (t) => {
  const found = lint({ strings: Object.fromEntries(texts), config: RULES })
  for (const [path, faults] of Object.entries(found)) {
    const lines = faults.filter(({ ruleNames }) => ruleNames[0] === 'MD013')
    const others = faults.filter(({ ruleNames }) => ruleNames[0] !== 'MD013')
    t.same(
      others.map(({ lineNumber, ruleNames, errorDetail }) => [
        lineNumber,
        ruleNames[0],
        errorDetail,
      ]),
      [],
      path,
    )
    if (LISTS.has(path)) continue
    const longest = lines.map(({ lineNumber }) => lineNumber)
    t.ok(longest.length <= allowed(path)[1], `${path}: lines beyond ${LINE_MAX}: ${longest.join()}`)
  }
})

t.test('is in short sentences and in words that everyone knows', async (t) => {
  for (const [path, text] of texts) {
    if (LISTS.has(path)) continue
    const faults = proseFaults(text, path.endsWith('.de.md') ? 'de' : 'en')
    const said = faults.map(({ line, what }) => `${line}: ${what}`).join('; ')
    t.ok(faults.length <= allowed(path)[0], `${path}: ${said}`)
    const words = wordsOf(text.replace(/```[\s\S]*?```/g, ''))
    t.ok(words <= allowed(path)[2], `${path}: ${words} words`)
  }
})

function allowed(path: string): readonly [number, number, number] {
  return OLD[path] ?? [0, 0, PAGE_WORDS_MAX]
}

function markdownBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return markdownBelow(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}
