import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { readTexts } from '../../bin/texts/files.js'
import { leavesOf } from '../../bin/texts/tree.js'
import { TEXT_HOMES } from '../../bin/texts/write.js'
import { GLOSSARY, unusedWords } from './glossary.js'

// The words of the glossary: its page has them all, and message files use them.

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

/** How many messages of each language may still have a word that the glossary replaces. Numbers only fall. */
const OLD: Readonly<Record<'en' | 'de', Readonly<Record<string, number>>>> = {
  en: {},
  de: {},
}

t.test('the page of the glossary has the words of its data', (t) => {
  const page = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  const sections = GLOSSARY.sections.map(({ title, terms }) => {
    const rows = terms.map(({ en, de, meaning }) => `| ${en} | ${de} | ${meaning} |`)
    return [`## ${title}`, '', '| English | German | Meaning |', '|---|---|---|', ...rows].join(
      '\n',
    )
  })
  const written = page.slice(page.indexOf('\n## ') + 1).trimEnd()
  t.equal(written, sections.join('\n\n'))
  t.end()
})

t.test('messages use the words of the glossary', (t) => {
  for (const language of ['en', 'de'] as const) {
    const found = new Map<string, string[]>()
    for (const [key, text] of messagesIn(language)) {
      for (const { word, write } of unusedWords(text, language)) {
        const name = `${word} (write: ${write})`
        found.set(name, [...(found.get(name) ?? []), key])
      }
    }
    for (const [name, keys] of found) {
      const [word = ''] = name.split(' (write')
      const allowed = OLD[language][word] ?? 0
      t.ok(keys.length <= allowed, `${language}: ${name}: ${keys.length}, not ${allowed}: ${keys}`)
      t.ok(keys.length >= allowed, `${language}: ${word}: only ${keys.length} are left: lower it`)
    }
    const known = new Set([...found.keys()].map((name) => name.split(' (write')[0]))
    t.same(
      Object.keys(OLD[language]).filter((word) => !known.has(word)),
      [],
    )
  }
  t.end()
})

function messagesIn(language: string): (readonly [key: string, text: string])[] {
  return Object.values(TEXT_HOMES).flatMap((home) =>
    [...(readTexts(join(ROOT, home)).get(language) ?? [])].flatMap(([folder, areas]) =>
      [...areas].flatMap(([area, tree]) =>
        [...leavesOf(tree)].map(([key, text]) => [`${folder}/${area}.${key}`, text] as const),
      ),
    ),
  )
}
