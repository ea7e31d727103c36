import { computed } from '@preact/signals'
import { texts } from './texts.js'

export const notesWords = computed(() => texts.value.notes)
