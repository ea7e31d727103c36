import { changePreferences, preferences } from '../state/preferences.js'

/** Texts that somebody has kept to send them again, by what they are for; the account stores them for every device. */
const KEY = 'texts'
export const TEXTS_MAX = 9

/** Those that are kept; `first` where none ever were. */
export function textsOf(name: string, first: readonly string[]): readonly string[] {
  const all = fieldsOf(preferences.value[KEY])[name]
  return Array.isArray(all) ? all.filter((one): one is string => typeof one === 'string') : first
}

/** Keeps other ones; the newest nine stay. */
export function keepTexts(name: string, texts: readonly string[]): void {
  changePreferences((content) => ({
    ...content,
    [KEY]: { ...fieldsOf(content[KEY]), [name]: texts.slice(-TEXTS_MAX) },
  }))
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
