import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGLISH, englishMessages, messagesIn, readTexts, type Texts } from './files.js'
import { scriptOf } from './script.js'
import { typeOf } from './types.js'

/**
 * Makes scripts and types of the message files: `web/generated` is written by the build and never by hand.
 *
 *   FOLDER.LANGUAGE.js   the messages of a folder in a language, English where it has none
 *   FOLDER.js, .d.ts     how they are loaded, and their types
 *   languages.js, .d.ts  the languages by their own names
 */
export function writeTexts(root: string): void {
  const texts = readTexts(join(root, 'web/text'))
  const directory = join(root, 'web/generated')
  const files = generated(texts)
  mkdirSync(directory, { recursive: true })
  for (const name of readdirSync(directory)) {
    if (!files.has(name)) rmSync(join(directory, name))
  }
  for (const [name, text] of files) {
    const path = join(directory, name)
    // A build that runs at the same time reads whole files.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
  }
}

/** The files by their names. */
export function generated(texts: ReadonlyMap<string, Texts>): Map<string, string> {
  const english = texts.get(ENGLISH) ?? new Map()
  const languages = [...texts.keys()]
  const files = new Map(languageFiles(languages))
  for (const folder of english.keys()) {
    const messages = englishMessages(english, folder)
    for (const [language, own] of texts) {
      const tree = messagesIn(language, own, messages, folder)
      files.set(`${folder}.${language}.js`, scriptOf(tree, language))
    }
    const name = camel(folder)
    const loads = languages.map(
      (language) => `${JSON.stringify(language)}: () => import('./${folder}.${language}.js')`,
    )
    files.set(`${folder}.js`, `${HEAD}export const ${name} = {\n${loads.join(',\n')}\n}\n`)
    files.set(
      `${folder}.d.ts`,
      `${HEAD}import type { Loads } from './languages.js'\n\nexport declare const ${name}: Loads<${typeOf(messages)}>\n`,
    )
  }
  return files
}

const HEAD = '// Written by the build of the message files (bin/texts).\n'

function languageFiles(languages: readonly string[]): [string, string][] {
  const lines = languages.map((code) => `${JSON.stringify(code)}: ${JSON.stringify(ownName(code))}`)
  const codes = languages.map((code) => JSON.stringify(code)).join(' | ')
  return [
    ['languages.js', `${HEAD}export const LANGUAGES = {\n${lines.join(',\n')}\n}\n`],
    [
      'languages.d.ts',
      `${HEAD}export type Language = ${codes}

export declare const LANGUAGES: Readonly<Record<Language, string>>

/** The scripts of a folder of messages, by language. */
export type Loads<Texts> = Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>>
`,
    ],
  ]
}

/** What a language calls itself. */
function ownName(code: string): string {
  return new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
}

function camel(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
