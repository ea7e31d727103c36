import { computed } from '@preact/signals'
import { texts } from './texts.js'

export const tableWords = computed(() => texts.value.table)
