import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for choosing the period of a list. */
export const periodWords = computed(() => texts.value.period)
