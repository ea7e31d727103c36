import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the journal page. */
export const journalWords = computed(() => texts.value.journal)
