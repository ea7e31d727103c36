import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of exposure: what clients hold together, what of it is covered, and what is not. */
export const exposureWords = computed(() => texts.value.exposure)
