import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of opening accounts: one in a form, and many from a file. */
export const newAccountWords = computed(() => texts.value['new-account'])
