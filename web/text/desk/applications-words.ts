import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for applications for accounts. */
export const applicationsWords = computed(() => texts.value.applications)
