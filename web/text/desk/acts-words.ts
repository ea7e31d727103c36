import { computed } from '@preact/signals'
import { texts } from '../shell/texts.js'

/** Words of acts on many records: under way, and what came of them. */
export const actsWords = computed(() => texts.value.acts)
