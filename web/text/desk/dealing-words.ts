import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of dealing: the queue, a request and its answers, and what became of others. */
export const dealingWords = computed(() => texts.value.dealing)
