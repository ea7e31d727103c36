import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTexts, type Texts } from './files.js'
import { englishModules, pageModules, serverModules } from './modules.js'

/**
 * Generates scripts and types from the message files. Only the build writes to folders named
 * `generated`; do not edit them.
 *
 *   for the pages (web/text)
 *     FOLDER.LANGUAGE.js   a folder's messages in one language; missing ones are in English
 *     FOLDER.js, .d.ts     loads these messages, and has their types
 *   for the server (wire/text)
 *     FOLDER.js, .d.ts     a folder's messages in all languages, and their types
 *   for all three
 *     languages.js, .d.ts  each language's name in that language
 *   for refusals (engine/text)
 *     engine/generated/FOLDER.js has the English messages, for the server; the pages get all languages
 *
 * The server's scripts go to the compiled `modules`; their types stay beside the sources.
 */
export function writeTexts(root: string, modules: string): void {
  const homes = [TEXT_HOMES.pages, TEXT_HOMES.server, TEXT_HOMES.engine]
  const read = homes.map((home) => readTexts(join(root, home)))
  const [pages = NONE, server = NONE, engine = NONE] = inEveryLanguage(read)
  writeFolder(join(root, 'web/generated'), pageModules(joined(pages, engine)))
  writeParts('wire/generated', serverModules(joined(server, engine)))
  writeParts('engine/generated', englishModules(engine))

  function writeParts(folder: string, files: ReadonlyMap<string, string>): void {
    const isType = ([name]: readonly [string, string]): boolean => name.endsWith('.d.ts')
    writeFolder(join(root, folder), new Map([...files].filter(isType)))
    writeFolder(join(modules, folder), new Map([...files].filter((file) => !isType(file))))
  }
}

/** The folders with message files, by the part of the product that uses them. */
export const TEXT_HOMES = {
  pages: 'web/text',
  server: 'wire/text',
  engine: 'engine/text',
} as const

const NONE: ReadonlyMap<string, Texts> = new Map()

/** Combines the folders of two homes by language. */
function joined(
  one: ReadonlyMap<string, Texts>,
  other: ReadonlyMap<string, Texts>,
): Map<string, Texts> {
  return new Map(
    [...one].map(([language, texts]) => [
      language,
      new Map([...texts, ...(other.get(language) ?? [])]),
    ]),
  )
}

/**
 * A language of one home exists in all homes. A home without messages in it uses the English
 * messages.
 */
export function inEveryLanguage(
  homes: readonly ReadonlyMap<string, Texts>[],
): Map<string, Texts>[] {
  const languages = new Set(homes.flatMap((home) => [...home.keys()]))
  return homes.map(
    (home) =>
      new Map([...languages].map((language) => [language, home.get(language) ?? new Map()])),
  )
}

function writeFolder(directory: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(directory, { recursive: true })
  for (const name of readdirSync(directory)) {
    if (!files.has(name)) rmSync(join(directory, name))
  }
  for (const [name, text] of files) {
    const path = join(directory, name)
    // Replaces only changed files, because another build may be reading them.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
  }
}
