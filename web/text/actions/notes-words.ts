import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for notes on an account. */
export const notesWords = computed(() => texts.value.notes)
