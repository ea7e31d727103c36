import { computed } from '@preact/signals'
import { texts } from '../why/texts.js'

/** Words of one trade with all that belongs to it. */
export const whyWords = computed(() => texts.value.why)
