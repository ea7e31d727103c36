import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of notes on an account. */
export const notesWords = computed(() => texts.value.notes)
