import { changePreferences, preferences } from '../state/preferences.js'

/** Texts with which one rejects requests, each at a digit; kept with whoever works here, on every device. */
const KEY = 'dealing_texts'
export const TEXTS_MAX = 9
export const TEXT_CHARS_MAX = 128

/** Nine of them; those that are not set are empty. */
export function rejectionTexts(): readonly string[] {
  const kept = preferences.value[KEY]
  const texts: readonly unknown[] = Array.isArray(kept) ? kept : []
  return Array.from({ length: TEXTS_MAX }, (_, i) => textOf(texts[i]))
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, TEXT_CHARS_MAX) : ''

export function setRejectionText(at: number, text: string): void {
  changePreferences((content) => {
    const kept = content[KEY]
    const texts: readonly unknown[] = Array.isArray(kept) ? kept : []
    const next = Array.from({ length: TEXTS_MAX }, (_, i) =>
      i === at ? text.trim() : textOf(texts[i]),
    )
    return { ...content, [KEY]: next.slice(0, next.findLastIndex((one) => one !== '') + 1) }
  })
}
