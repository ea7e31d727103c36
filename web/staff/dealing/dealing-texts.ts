import { keepTexts, TEXTS_MAX, textsOf } from '../kept-texts.js'

/**
 * Texts for rejecting dealing requests, each on a digit key. They are stored with the login, so
 * every device has them.
 */
const NAME = 'dealing'
export const TEXT_CHARS_MAX = 128

/** Always nine texts; a text that is not set is empty. */
export function rejectionTexts(): readonly string[] {
  const kept = textsOf(NAME, [])
  return Array.from({ length: TEXTS_MAX }, (_, i) => (kept[i] ?? '').slice(0, TEXT_CHARS_MAX))
}

export function setRejectionText(at: number, text: string): void {
  const next = rejectionTexts().map((one, i) => (i === at ? text.trim() : one))
  keepTexts(NAME, next.slice(0, next.findLastIndex((one) => one !== '') + 1))
}
