import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of trades by staff: pending orders and stops of a client. */
export const tradingWords = computed(() => texts.value.trading)
