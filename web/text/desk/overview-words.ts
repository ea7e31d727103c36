import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the overview page. */
export const overviewWords = computed(() => texts.value.overview)
