import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the reversal of a balance operation. */
export const reversalWords = computed(() => texts.value.reversal)
