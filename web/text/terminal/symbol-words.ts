import { settings } from '../../settings/settings.js'
import { texts } from './texts.js'

/** The words of a symbol's page. */
export const symbolWords = () => texts.value.symbol

/** `Monday`, in the language of the device; 1 is Monday. */
export function dayName(day: number): string {
  const at = new Date(Date.UTC(2024, 0, day))
  return at.toLocaleDateString(settings.value.language, { weekday: 'long', timeZone: 'UTC' })
}
