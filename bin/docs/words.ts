import { join } from 'node:path'
import { ENGLISH, englishMessages, messagesIn, readTexts } from '../texts/files.js'
import { plainText } from '../texts/message.js'
import { leavesOf } from '../texts/tree.js'
import { TEXT_HOMES } from '../texts/write.js'

/** The texts around the content of a documentation page (web/text/documentation). */
export interface DocsWords {
  readonly skip: string
  readonly docs: string
  readonly search: string
  readonly searchHint: string
  readonly results: string
  readonly notLoaded: string
  /** The text if nothing was found. `{query}` is replaced by the searched text. */
  readonly nothing: string
  readonly reference: string
  readonly terminal: string
  readonly desk: string
  readonly pages: string
  readonly contents: string
}

const FOLDER = 'documentation'
const AREA = 'frame'
const SUFFIX = /\.([a-z]{2,3}(?:-[A-Z]\w+)?)$/

/** The languages that have message files, with the texts of documentation pages. */
export class DocsLanguages {
  readonly #words: ReadonlyMap<string, DocsWords>

  constructor(root: string) {
    const texts = readTexts(join(root, TEXT_HOMES.pages))
    const english = englishMessages(texts.get(ENGLISH) ?? new Map(), FOLDER)
    this.#words = new Map(
      [...texts].map(([language, own]) => {
        const leaves = leavesOf(messagesIn(language, own, english, FOLDER))
        const named = [...leaves].map(
          ([key, text]) => [key.slice(AREA.length + 1), plainText(text)] as const,
        )
        return [language, Object.fromEntries(named) as unknown as DocsWords]
      }),
    )
  }

  /** The language of a page by its address, such as `de` of `/docs/trade/orders.de`. */
  of(href: string): string {
    const language = SUFFIX.exec(href)?.[1] ?? ENGLISH
    return this.#words.has(language) ? language : ENGLISH
  }

  words(language: string): DocsWords {
    return this.#words.get(language) as DocsWords
  }
}
