import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the account list and the card of an account. */
export const accountsWords = computed(() => texts.value.accounts)

/** Texts for opening accounts, by form or from a table. */
export const newAccountWords = computed(() => texts.value['new-account'])
