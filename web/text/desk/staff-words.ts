import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the staff page. */
export const staffWords = computed(() => texts.value.staff)
