import { type PluralCategory, parse } from '@messageformat/parser'

/**
 * The values that a parameter accepts: any displayed value, a number for plurals, a boolean, or one
 * of some choices.
 */
export type ParamKind = 'value' | 'number' | 'truth' | 'choice'

/** A message in ICU MessageFormat in one language. */
export interface Message {
  readonly parts: readonly Part[]
  readonly params: ReadonlyMap<string, ParamKind>
}

export type Part = ReturnType<typeof parse>[number]

/** Parses a message. Throws an error if it is invalid. */
export function readMessage(text: string, language: string): Message {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const parts = parse(text, { cardinal: categories as PluralCategory[], ordinal: [] })
  const params = new Map<string, ParamKind>()
  for (const part of parts) addParams(part, params)
  return { parts, params }
}

function addParams(part: Part, params: Map<string, ParamKind>): void {
  if (part.type === 'content') return
  if (part.type === 'argument') {
    if (!params.has(part.arg)) params.set(part.arg, 'value')
    return
  }
  if (part.type !== 'plural' && part.type !== 'select')
    throw new Error(`${part.type} is not supported: only plural and select are`)
  if (part.type === 'plural' && (part.pluralOffset ?? 0) !== 0)
    throw new Error('offset is not supported')
  params.set(part.arg, kindOf(part))
  for (const { tokens } of part.cases) {
    for (const token of tokens) {
      if (token.type === 'octothorpe') throw new Error('# is not supported: name the parameter')
      addParams(token, params)
    }
  }
}

function kindOf({ type, cases }: Extract<Part, { cases: unknown }>): ParamKind {
  if (type === 'plural') return 'number'
  const keys = cases.map(({ key }) => key)
  return keys.every((key) => ['true', 'false', 'other'].includes(key)) ? 'truth' : 'choice'
}

/** The text of a message without parameters. */
export function plainText({ parts }: Message): string {
  return parts.map((part) => (part.type === 'content' ? part.value : '')).join('')
}
