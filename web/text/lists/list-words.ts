import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the desk's lists: footer, filter and saved views. */
export const listWords = computed(() => texts.value.list)
