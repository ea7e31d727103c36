import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the exposure page: clients' positions, covered and uncovered volume. */
export const exposureWords = computed(() => texts.value.exposure)
