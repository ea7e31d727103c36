import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { readTexts } from '../../bin/texts/files.js'
import { leavesOf } from '../../bin/texts/tree.js'
import { TEXT_HOMES } from '../../bin/texts/write.js'
import { GLOSSARY } from './glossary.js'
import { messageFaults } from './sentences.js'

// The words of the glossary: its page has them all, and message files use them.

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

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

t.test('messages keep to the words and sentences of the documentation', (t) => {
  for (const language of ['en', 'de'] as const) {
    const found = messagesIn(language).flatMap(([key, text]) =>
      messageFaults(text, language).map((fault) => `${key}: ${fault}`),
    )
    t.same(found, [], language)
  }
  t.end()
})

t.test('a message with a word of the past, a long sentence or a riddle is a fault', (t) => {
  t.same(messageFaults('Price of the order; null means none.', 'en'), [])
  t.match(messageFaults('Page of the broker; empty is none.', 'en'), [/^"empty is none"/])
  t.match(messageFaults('What was sent to the provider is kept.', 'en'), [/clause as the subject/])
  t.match(messageFaults(`Number ${'of a row '.repeat(10)}`, 'en'), [/^a sentence of 31 words/])
  t.match(messageFaults('Der Auftrag wartet auf einen Dealer.', 'de'), [/^"Auftrag": Order/])
  t.match(messageFaults('Ob man Konten eröffnen kann.', 'de'), [/^"man"/])
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
