import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the accounts: their list, and the card of one. */
export const accountsWords = computed(() => texts.value.accounts)

/** Words of opening accounts: one in a form, and many from a table. */
export const newAccountWords = computed(() => texts.value['new-account'])
