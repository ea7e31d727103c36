import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the tables and their columns. */
export const tableWords = computed(() => texts.value.table)
