import { ENGLISH, englishMessages, messagesIn, type Texts } from './files.js'
import { makerOf, namedScriptOf, scriptOf } from './script.js'
import { typeOf } from './types.js'

/** The generated files for the web pages by name. */
export function pageModules(texts: ReadonlyMap<string, Texts>): Map<string, string> {
  const english = texts.get(ENGLISH) ?? new Map()
  const languages = [...texts.keys()]
  const files = new Map(languageFiles(languages, LOADS))
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

/** The generated files for the server by name. */
export function serverModules(texts: ReadonlyMap<string, Texts>): Map<string, string> {
  const english = texts.get(ENGLISH) ?? new Map()
  const files = new Map(languageFiles([...texts.keys()], MADE))
  for (const folder of english.keys()) {
    const messages = englishMessages(english, folder)
    const made = [...texts].map(([language, own]) => {
      const maker = makerOf(messagesIn(language, own, messages, folder), language)
      return `${JSON.stringify(language)}: once(${maker})`
    })
    const name = camel(folder)
    files.set(`${folder}.js`, `${HEAD}${ONCE}export const ${name} = {\n${made.join(',\n')}\n}\n`)
    files.set(
      `${folder}.d.ts`,
      `${HEAD}import type { MadeTexts } from './languages.js'\n\nexport declare const ${name}: MadeTexts<${typeOf(messages)}>\n`,
    )
  }
  return files
}

/** The generated English files by name, which the server uses for all readers, and the languages. */
export function englishModules(texts: ReadonlyMap<string, Texts>): Map<string, string> {
  const english = texts.get(ENGLISH) ?? new Map()
  return new Map([
    ...languageFiles([...texts.keys()]),
    ...[...english.keys()].flatMap((folder) => {
      const messages = englishMessages(english, folder)
      const [name, declared] = [camel(folder), `${HEAD}export declare const`]
      return [
        [`${folder}.js`, namedScriptOf(messages, ENGLISH, name)],
        [`${folder}.d.ts`, `${declared} ${name}: ${typeOf(messages)}\n`],
      ] as const
    }),
  ])
}

const HEAD = '// Written by the build of the message files (bin/texts).\n'
const ONCE = `const once = (make) => {
  let made
  return () => (made ??= make())
}
`
const LOADS = `/** The scripts of a folder of messages, by language. */
export type Loads<Texts> = Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>>
`
const MADE = `/** The messages of a folder, by language: made when they are first read. */
export type MadeTexts<Texts> = Readonly<Record<Language, () => Texts>>
`

function languageFiles(languages: readonly string[], type = ''): [string, string][] {
  const lines = languages.map((code) => `${JSON.stringify(code)}: ${JSON.stringify(ownName(code))}`)
  const codes = languages.map((code) => JSON.stringify(code)).join(' | ')
  return [
    ['languages.js', `${HEAD}export const LANGUAGES = {\n${lines.join(',\n')}\n}\n`],
    [
      'languages.d.ts',
      `${HEAD}export type Language = ${codes}

export declare const LANGUAGES: Readonly<Record<Language, string>>

${type}`,
    ],
  ]
}

function ownName(code: string): string {
  return new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
}

function camel(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
