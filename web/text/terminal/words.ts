import { computed } from '@preact/signals'
import { settings } from '../../settings/settings.js'
import type { Words } from '../common/en.js'
import { words as shared } from '../words.js'
import { de } from './de.js'
import { en, type TerminalWords } from './en.js'

/** The terminal's texts in the language of the device, with those that all pages share. */
export const words = computed<Words & TerminalWords>(() => ({
  ...shared.value,
  ...(settings.value.language === 'de' ? de : en),
}))
