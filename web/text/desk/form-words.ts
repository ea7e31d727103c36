import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for forms that are generated from the descriptions of fields. */
export const formWords = computed(() => texts.value.form)
