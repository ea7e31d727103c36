import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for export and import of settings. */
export const transferWords = computed(() => texts.value.transfer)
