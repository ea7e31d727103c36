import { changePreferences, preferences } from '../state/preferences.js'

/**
 * Texts that staff saved for reuse, by purpose. The server stores them with the login, so every
 * device has them.
 */
const KEY = 'texts'
export const TEXTS_MAX = 9

/** The saved texts, or `first` if none were ever saved. */
export function textsOf(name: string, first: readonly string[]): readonly string[] {
  const all = fieldsOf(preferences.value[KEY])[name]
  return Array.isArray(all) ? all.filter((one): one is string => typeof one === 'string') : first
}

/** Saves the list of texts. At most nine stay, the newest ones. */
export function keepTexts(name: string, texts: readonly string[]): void {
  changePreferences((content) => ({
    ...content,
    [KEY]: { ...fieldsOf(content[KEY]), [name]: texts.slice(-TEXTS_MAX) },
  }))
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
