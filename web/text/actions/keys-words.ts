import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts of the list of keyboard shortcuts. */
export const keysWords = computed(() => texts.value.keys)
