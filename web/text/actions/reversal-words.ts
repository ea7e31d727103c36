import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for reversing a balance operation. */
export const reversalWords = computed(() => texts.value.reversal)
