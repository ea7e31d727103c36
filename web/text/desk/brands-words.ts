import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the brands. */
export const brandsWords = computed(() => texts.value.brands)
