import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the licence page. */
export const licenceWords = computed(() => texts.value.licence)
