import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the overview: what waits for staff. */
export const overviewWords = computed(() => texts.value.overview)
