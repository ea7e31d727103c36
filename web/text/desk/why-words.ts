import { computed } from '@preact/signals'
import { texts } from '../why/texts.js'

/** Texts for the page of a single trade. */
export const whyWords = computed(() => texts.value.why)
