import { computed } from '@preact/signals'
import { texts } from '../shell/texts.js'

/** Texts for payments whose answer was lost. */
export const lostPaymentWords = computed(() => texts.value['lost-payment'])
