import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of grids. */
export const gridWords = computed(() => texts.value.grid)
