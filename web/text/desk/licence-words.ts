import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the licence. */
export const licenceWords = computed(() => texts.value.licence)
