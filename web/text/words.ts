import { computed, effect } from '@preact/signals'
import { LANGUAGES, type Language } from '../generated/languages.js'
import { shownLanguage } from './load-texts.js'
import { writeNumbersIn } from './marks.js'
import { texts } from './texts.js'

/** The texts that all pages share, in the device's language. */
export const words = computed(() => texts.value.words)

effect(() => writeNumbersIn(shownLanguage.value))

/** The languages of the pages with their own names. */
export const LANGUAGE_NAMES = Object.entries(LANGUAGES) as [Language, string][]
