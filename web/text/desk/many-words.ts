import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for bulk actions on accounts: choice, preview and confirmation. */
export const manyWords = computed(() => texts.value.many)
