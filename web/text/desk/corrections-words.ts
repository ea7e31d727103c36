import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of what staff put right: held fills, positions, accounts. */
export const correctionsWords = computed(() => texts.value.corrections)
