import { settings } from '../../settings/settings.js'
import { texts } from './texts.js'

export const symbolWords = () => texts.value.symbol

/** The name of a weekday in the device's language; 1 is Monday. */
export function dayName(day: number): string {
  const at = new Date(Date.UTC(2024, 0, day))
  return at.toLocaleDateString(settings.value.language, { weekday: 'long', timeZone: 'UTC' })
}
