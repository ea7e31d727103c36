import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of payments: of a file, and for open positions. */
export const moneyWords = computed(() => texts.value.money)
