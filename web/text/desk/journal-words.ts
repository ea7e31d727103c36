import { computed } from '@preact/signals'
import { texts } from './texts.js'

export const journalWords = computed(() => texts.value.journal)
