import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for payments from a file and for open positions. */
export const moneyWords = computed(() => texts.value.money)
