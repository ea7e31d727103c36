import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of one act on many accounts: what is to be done, what would come of it, and the act. */
export const manyWords = computed(() => texts.value.many)
