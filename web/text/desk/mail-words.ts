import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the mail of staff. */
export const mailWords = computed(() => texts.value.mail)
