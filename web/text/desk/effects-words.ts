import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the predicted effect of a change on the margin of accounts. */
export const effectsWords = computed(() => texts.value.effects)
