import { computed } from '@preact/signals'
import { words as shared } from '../words.js'
import { texts } from './texts.js'

/** The terminal's texts in the device's language, including those that all pages share. */
export const words = computed(() => ({ ...shared.value, ...texts.value.words }))
