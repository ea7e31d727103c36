import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { ENGLISH, readTexts } from '../../bin/texts/files.js'
import { leavesOf } from '../../bin/texts/tree.js'
import { TEXT_HOMES } from '../../bin/texts/write.js'

/**
 * The guides of terminal and desk show the names of buttons, fields and pages in bold. Each is a text of the pages in
 * the language of the guide:
 *
 *   N1. A part of a text that changes is written as `…`, such as **Check … payments…**; what stands before it is enough.
 *   N2. Bold words with a colon or a full stop begin a paragraph. Numbers are values that a reader types.
 */
const DOCS = resolve(fileURLToPath(new URL('../../../docs', import.meta.url)))
const GUIDES = [
  ...pagesIn('start', 'first-order-in-the-terminal'),
  ...pagesIn('trade', ''),
  ...pagesIn('run', 'desk'),
  ...pagesIn('run', 'opening-by-the-desk'),
]
const NO_NAMES: ReadonlySet<string> = new Set(['Tested on', 'Getestet auf'])
const TRANSLATION = /\.([a-z]{2})\.md$/
const PARAMETER = /\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/
const WORD = /\p{L}{2}/u

function pagesIn(folder: string, prefix: string): string[] {
  const names = readdirSync(join(DOCS, folder)).filter((name) => name.startsWith(prefix))
  return names.map((name) => `${folder}/${name}`)
}

/** How a guide may write the texts of the pages: one without parameters as it is. */
interface Known {
  readonly plain: ReadonlySet<string>
  readonly filled: readonly RegExp[]
}

function knownNames(language: string): Known {
  const plain = new Set<string>()
  const filled: RegExp[] = []
  for (const home of Object.values(TEXT_HOMES)) {
    for (const named of readTexts(join(DOCS, '..', home))
      .get(language)
      ?.values() ?? []) {
      for (const text of leavesOf<string>({ kind: 'named', named }).values()) {
        const [start = '', ...more] = text.split(PARAMETER)
        plain.add(start.replace(/[\s,:(]+$/, ''))
        const parts = [start, ...more].map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'))
        if (more.length > 0 && WORD.test(parts.join(''))) {
          filled.push(new RegExp(`^${parts.join('.+')}$`))
        }
      }
    }
  }
  return { plain, filled }
}

function namesIn(page: string): string[] {
  const prose = readFileSync(join(DOCS, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, bold = '']) => bold.replace(/\s+/g, ' '))
    .filter((name) => !/[:.]$|^[\d.,]+$/.test(name) && !NO_NAMES.has(name))
}

t.test('each name in bold of a guide is a text of the pages in its language', async (t) => {
  for (const language of new Set(GUIDES.map(languageOf))) {
    const known = knownNames(language)
    for (const page of GUIDES.filter((one) => languageOf(one) === language)) {
      const unknown = namesIn(page).filter(
        (name) => !known.plain.has(name) && !known.filled.some((text) => text.test(name)),
      )
      t.same(unknown, [], page)
    }
  }
})

function languageOf(page: string): string {
  return TRANSLATION.exec(page)?.[1] ?? ENGLISH
}
