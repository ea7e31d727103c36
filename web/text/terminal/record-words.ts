import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of a trader's own record. */
export const recordWords = computed(() => texts.value.record)
