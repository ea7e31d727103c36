import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the applications for accounts. */
export const applicationsWords = computed(() => texts.value.applications)
