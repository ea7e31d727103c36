import { ENGLISH, englishMessages, type Texts } from './files.js'
import { type Message, readMessage } from './message.js'
import { leavesOf, type Tree } from './tree.js'

/** Errors in the texts of a language, by keys such as `terminal/table.changes.title`. */
export interface LanguageFaults {
  /** Missing texts, which are shown in English. */
  readonly missing: readonly string[]
  /** Keys that do not exist in English, so no page uses them. */
  readonly unused: readonly string[]
  /** Texts that cannot be parsed, or whose parameters differ from the English ones. */
  readonly wrong: readonly string[]
}

/**
 * The errors of each language except English. With `mayOmit` a text may omit parameters of the
 * English one.
 */
export function textFaults(
  texts: ReadonlyMap<string, Texts>,
  mayOmit = false,
): Map<string, LanguageFaults> {
  const english = englishLeaves(texts.get(ENGLISH) ?? new Map())
  const others = [...texts].filter(([language]) => language !== ENGLISH)
  return new Map(
    others.map(([language, own]) => [language, faultsOf(language, own, english, mayOmit)]),
  )
}

function englishLeaves(english: Texts): Map<string, Message> {
  const folders = [...english.keys()].map(
    (folder) => [folder, englishMessages(english, folder)] as const,
  )
  return keyed(folders)
}

function faultsOf(
  language: string,
  texts: Texts,
  english: ReadonlyMap<string, Message>,
  mayOmit: boolean,
): LanguageFaults {
  const folders = [...texts].map(
    ([folder, named]) => [folder, { kind: 'named', named } as const] as const,
  )
  const own = keyed(folders)
  return {
    missing: [...english.keys()].filter((key) => !own.has(key)),
    unused: [...own.keys()].filter((key) => !english.has(key)),
    wrong: [...own].flatMap(([key, text]) => {
      const wanted = english.get(key)
      const wrong = wanted === undefined ? null : wrongIn(text, language, wanted, mayOmit)
      return wrong === null ? [] : [`${key}: ${wrong}`]
    }),
  }
}

function keyed<Leaf>(folders: readonly (readonly [string, Tree<Leaf>])[]): Map<string, Leaf> {
  return new Map(
    folders.flatMap(([folder, tree]) =>
      [...leavesOf(tree)].map(([key, leaf]) => [`${folder}/${key}`, leaf] as const),
    ),
  )
}

function wrongIn(
  text: string,
  language: string,
  english: Message,
  mayOmit: boolean,
): string | null {
  try {
    const { params } = readMessage(text, language)
    const isKnown = [...params.keys()].every((name) => english.params.has(name))
    if (isKnown && (mayOmit || params.size === english.params.size)) return null
    const [own, wanted] = [params, english.params].map((of) => [...of.keys()].sort().join(', '))
    return `has parameters (${own}), English has (${wanted})`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
