import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the transfer of settings. */
export const transferWords = computed(() => texts.value.transfer)
