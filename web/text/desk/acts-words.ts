import { computed } from '@preact/signals'
import { texts } from '../shell/texts.js'

/** Texts for the progress and the results of bulk actions. */
export const actsWords = computed(() => texts.value.acts)
