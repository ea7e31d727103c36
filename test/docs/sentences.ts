import MarkdownIt, { type Token } from 'markdown-it'

/** A fault of a text by the project's rules of writing, at a line of its file. */
export interface TextFault {
  readonly line: number
  readonly what: string
}

export const SENTENCE_WORDS_MAX = 30
export const PARAGRAPH_WORDS_MAX = 80

/** A clause as the subject of a sentence. */
const CLAUSE_FIRST = /^(What|Whoever|Whatever|That which|Who|Where) (?!.*\?$)/
/** Words of a private dialect, each with the word to write. */
const DIALECT: readonly (readonly [found: RegExp, plain: string])[] = [
  [/\banew\b/i, 'again'],
  [/\b(is|are|was|were) told\b/i, 'name who tells whom'],
  [/\bit is said\b/i, 'name who says it'],
  [/\bwhoever\b/i, 'name the person'],
  [/\bsomebody\b/i, 'someone, or the role'],
  [/\bof (ours|one's own)\b/i, 'our, your'],
  [/\bas of then\b|\bby then\b/i, 'until then, after that'],
  [/\btake(n|s)? back\b/i, 'remove, cancel, clear or delete'],
  [/\bcomes? to (him|her|it|them)\b/i, 'name the action'],
]

/** The faults of all prose in a Markdown file; code, tables' layout and links' addresses are no prose. */
export function proseFaults(text: string): readonly TextFault[] {
  const tokens = new MarkdownIt().parse(text, {})
  return tokens.flatMap((token, at) => {
    if (token.type !== 'inline') return []
    const line = (token.map?.[0] ?? 0) + 1
    const prose = proseOf(token)
    const isLabel = /^(t[hd]|heading)_open$/.test(tokens[at - 1]?.type ?? '')
    return faultsOf(prose, isLabel).map((what) => ({ line, what }))
  })
}

function faultsOf(prose: string, isLabel: boolean): string[] {
  const sentences = sentencesOf(prose)
  const faults = sentences.flatMap((sentence) => {
    const found = DIALECT.filter(([word]) => word.test(sentence)).map(
      ([word, plain]) => `"${word.exec(sentence)?.[0]}": ${plain}`,
    )
    const words = wordsOf(sentence)
    if (words > SENTENCE_WORDS_MAX) found.push(`a sentence of ${words} words`)
    if (!isLabel && CLAUSE_FIRST.test(sentence)) found.push('a clause as the subject')
    return found
  })
  const words = wordsOf(prose)
  if (words > PARAGRAPH_WORDS_MAX) faults.push(`a paragraph of ${words} words`)
  return faults
}

function sentencesOf(prose: string): string[] {
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
