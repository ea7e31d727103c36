import { keepTexts, TEXTS_MAX, textsOf } from '../kept-texts.js'

/** Texts with which one rejects requests, each at a digit; kept with whoever works here, on every device. */
const NAME = 'dealing'
export const TEXT_CHARS_MAX = 128

/** Nine of them; those that are not set are empty. */
export function rejectionTexts(): readonly string[] {
  const kept = textsOf(NAME, [])
  return Array.from({ length: TEXTS_MAX }, (_, i) => (kept[i] ?? '').slice(0, TEXT_CHARS_MAX))
}

export function setRejectionText(at: number, text: string): void {
  const next = rejectionTexts().map((one, i) => (i === at ? text.trim() : one))
  keepTexts(NAME, next.slice(0, next.findLastIndex((one) => one !== '') + 1))
}
