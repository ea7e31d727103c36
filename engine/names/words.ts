import { plainText, sortText } from './sort-text.js'

/** The positions in a text at which a word begins: a letter or digit without one before it. */
const BEGINNINGS = /(?<![\p{L}\p{M}\p{N}])(?=([\p{L}\p{N}]\S*))/gu
const GAPS = /\s+/
const OTHER_THAN_FIGURES = /[^0-9]/g
/** A trunk zero in brackets, which callers from abroad omit. */
const TRUNK_ZERO = '(0)'
const PHONE = /^[+0-9][0-9 ()/.-]*$/
const PHONE_FIGURES_MIN = 3

/** The words of a typed search, in comparable form. */
export function typedWords(text: string): string[] {
  return [...new Set(sortText(text).split(GAPS))].filter((word) => word !== '')
}

/**
 * The words of a text after the one that it begins with, each up to the next gap: `jean-luc smith` has `luc` and
 * `smith`. The text is in the form in which texts are compared.
 */
export function laterWords(text: string): string[] {
  const found = [...text.matchAll(BEGINNINGS)]
  return found.flatMap(({ index, 1: word = '' }) => (index === 0 ? [] : word))
}

/** The words of a text that have accents, including the first word, without these accents. */
export function plainWords(text: string): string[] {
  const found = [...text.matchAll(BEGINNINGS)]
  return found.flatMap(({ 1: word = '' }) => {
    const plain = plainText(word)
    return plain === word ? [] : plain
  })
}

/** True if the text or one of its words begins with `word`. Both must be in comparable form. */
export function hasWordLike(text: string, word: string): boolean {
  return text.startsWith(word) || laterWords(text).some((later) => later.startsWith(word))
}

/**
 * The digits of a phone number for calls from abroad: `+49 (0)151-23` and `004915123` become
 * `4915123`.
 */
export function phoneFigures(text: string): string {
  const figures = text.replace(TRUNK_ZERO, '').replace(OTHER_THAN_FIGURES, '')
  return figures.startsWith('00') ? figures.slice(2) : figures
}

/** The digits of a typed phone number; undefined if the text is no phone number or too short. */
export function typedPhone(text: string): string | undefined {
  if (!PHONE.test(text)) return undefined
  const figures = phoneFigures(text)
  return figures.length < PHONE_FIGURES_MIN ? undefined : figures
}
