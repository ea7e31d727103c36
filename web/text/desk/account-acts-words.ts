import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for actions on an account: trades by staff, passwords and codes. */
export const accountActsWords = computed(() => texts.value['account-acts'])
