import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the journal. */
export const journalWords = computed(() => texts.value.journal)
