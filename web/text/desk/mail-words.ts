import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the inbox of staff. */
export const mailWords = computed(() => texts.value.mail)
