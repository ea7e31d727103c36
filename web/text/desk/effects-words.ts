import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of what a change would do to the margin of accounts, before it is made. */
export const effectsWords = computed(() => texts.value.effects)
