import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the trading record. */
export const recordWords = computed(() => texts.value.record)
