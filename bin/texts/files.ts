import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Message, readMessage } from './message.js'
import { leavesOf, mapped, type Tree, type TreeBranches, treeOf } from './tree.js'

/** Message files are named FOLDER/AREA.LANGUAGE.json. A page loads all areas of a folder together. */
export const ENGLISH = 'en'
const NAME = /^([a-z-]+)\/([a-z-]+)\.([a-z]{2,3}(?:-[A-Z]\w+)?)\.json$/

/** The texts of one language by folder and area. */
export type Texts = ReadonlyMap<string, ReadonlyMap<string, Tree<string>>>

/** The texts of all languages, English first. */
export function readTexts(directory: string): Map<string, Texts> {
  const languages = new Map<string, Map<string, Map<string, Tree<string>>>>([[ENGLISH, new Map()]])
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    const [, folder = '', area = '', language = ''] = NAME.exec(name) ?? []
    if (language === '') throw new Error(`${name}: a message file is called AREA.LANGUAGE.json`)
    const folders = languages.get(language) ?? new Map<string, Map<string, Tree<string>>>()
    const areas = folders.get(folder) ?? new Map<string, Tree<string>>()
    areas.set(area, treeOf(JSON.parse(readFileSync(join(directory, name), 'utf8'))))
    languages.set(language, folders.set(folder, areas))
  }
  return languages
}

/** The English messages of a folder, by area and key. */
export function englishMessages(english: Texts, folder: string): TreeBranches<Message> {
  const areas = [...(english.get(folder) ?? [])].map(
    ([area, tree]) => [area, mapped(tree, (text) => readMessage(text, ENGLISH))] as const,
  )
  return { kind: 'named', named: new Map(areas) }
}

/** The messages of a folder in another language; a missing text is the English text. */
export function messagesIn(
  language: string,
  texts: Texts,
  english: TreeBranches<Message>,
  folder: string,
): Tree<Message> {
  const own = leavesOf<string>({ kind: 'named', named: texts.get(folder) ?? new Map() })
  return mapped(english, (message, key) => {
    const text = own.get(key)
    return text === undefined ? message : readMessage(text, language)
  })
}
