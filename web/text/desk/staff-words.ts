import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the people who work at the desk. */
export const staffWords = computed(() => texts.value.staff)
