import { computed, effect } from '@preact/signals'
import { settings } from '../settings/settings.js'
import { de } from './common/de.js'
import { en, type Words } from './common/en.js'
import { writeAmounts } from './numbers.js'

export const LANGUAGES: Readonly<Record<'en' | 'de', Words>> = { en, de }

/** The texts that all pages share, in the language of the device. */
export const words = computed<Words>(() => LANGUAGES[settings.value.language])

effect(() => writeAmounts(words.value.thousands, words.value.decimals))
