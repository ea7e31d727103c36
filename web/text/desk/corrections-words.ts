import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for corrections by staff: held fills, positions, accounts. */
export const correctionsWords = computed(() => texts.value.corrections)
