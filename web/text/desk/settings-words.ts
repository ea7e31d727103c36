import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the desk's settings: kinds, lists and records. */
export const settingsWords = computed(() => texts.value.settings)
