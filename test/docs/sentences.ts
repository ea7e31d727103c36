import MarkdownIt, { type Token } from 'markdown-it'
import { type GlossaryLanguage, unusedWords } from './glossary.js'

/** A fault of a text by the project's rules of writing, at a line of its file. */
export interface TextFault {
  readonly line: number
  readonly what: string
}

export const SENTENCE_WORDS_MAX = 30
export const PARAGRAPH_WORDS_MAX = 80

/** A clause as the subject of a sentence. */
export const CLAUSE_FIRST = /^(What|Whoever|Whatever|That which|Who|Where) (?!.*\?$)/

/** The faults of all prose in a Markdown file; code, tables' layout and links' addresses are no prose. */
export function proseFaults(text: string, language: GlossaryLanguage): readonly TextFault[] {
  const tokens = new MarkdownIt().parse(text, {})
  return tokens.flatMap((token, at) => {
    if (token.type !== 'inline') return []
    const line = (token.map?.[0] ?? 0) + 1
    const prose = proseOf(token)
    const isLabel = /^(t[hd]|heading)_open$/.test(tokens[at - 1]?.type ?? '')
    return faultsOf(prose, isLabel, language).map((what) => ({ line, what }))
  })
}

/** The faults of a message of the product; a parameter counts as one word. */
export function messageFaults(text: string, language: GlossaryLanguage): readonly string[] {
  // Each form of a plural is a sentence of its own.
  const forms = text.replace(/(?:\bone|\bother|=\d+) \{/g, '. ')
  const prose = forms.replace(/\{[^{}]*\}/g, 'X').replace(/`[^`]*`/g, '`code`')
  const riddles = RIDDLES[language].flatMap((riddle) => riddle.exec(prose) ?? [])
  // Labels of some words, such as a question, have no sentence.
  const isLabel = wordsOf(prose) <= LABEL_WORDS_MAX
  return [
    ...faultsOf(prose, isLabel, language),
    ...riddles.map((found) => `"${found}": say who does what, and what empty, null and 0 mean`),
  ]
}

const LABEL_WORDS_MAX = 4

/** Turns in which a reader has to find the noun, or the one who acts. */
const RIDDLES: Readonly<Record<GlossaryLanguage, readonly RegExp[]>> = {
  en: [
    /\b(?:empty|null|0) is (?:none|every|all|any)\b/i,
    /\b(?:is|are|was|were) (?:said|asked for|looked at|heard of)\b/i,
    /\b(?:unless said|as can be|what came of|what becomes of)\b/i,
    /\bone[’']s own\b/i,
    /\bwhere (?:it|no|one|there)\b/i,
  ],
  de: [/\b(?:leer|null|0) ist (?:kein|jede|alle)/i, /\bman\b/, /(?:^|[.:] )Wer [^?]*$/],
}

function faultsOf(prose: string, isLabel: boolean, language: GlossaryLanguage): string[] {
  const sentences = sentencesOf(prose)
  const faults = sentences.flatMap((sentence) => {
    const found = unusedWords(sentence, language).map(({ word, write }) => `"${word}": ${write}`)
    const words = wordsOf(sentence)
    if (words > SENTENCE_WORDS_MAX) found.push(`a sentence of ${words} words`)
    if (!isLabel && CLAUSE_FIRST.test(sentence)) found.push('a clause as the subject')
    return found
  })
  const words = wordsOf(prose)
  if (words > PARAGRAPH_WORDS_MAX) faults.push(`a paragraph of ${words} words`)
  return faults
}

export function sentencesOf(prose: string): string[] {
  return prose.split(/(?<=[.!?:;])\s+(?=["“(A-ZÄÖÜ`])/).map((one) => one.trim())
}

export function wordsOf(prose: string): number {
  return prose.split(/\s+/).filter((word) => /\w/.test(word)).length
}

/** The text of a paragraph, heading or cell; code counts as one word. */
export function proseOf(token: Token): string {
  return (token.children ?? [])
    .map((child) => {
      if (child.type === 'softbreak') return ' '
      return child.type === 'code_inline' ? 'code' : child.content
    })
    .join('')
}
