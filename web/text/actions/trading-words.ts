import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for trades by staff: a client's pending orders and stops. */
export const tradingWords = computed(() => texts.value.trading)
