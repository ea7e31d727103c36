import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of acts on one account: a trade by staff, passwords and codes. */
export const accountActsWords = computed(() => texts.value['account-acts'])
