import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the dealing page: queue, requests, answers and finished requests. */
export const dealingWords = computed(() => texts.value.dealing)
