import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for virtual lists. */
export const gridWords = computed(() => texts.value.grid)
