import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for tables and their columns. */
export const tableWords = computed(() => texts.value.table)
