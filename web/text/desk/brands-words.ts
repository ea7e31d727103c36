import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the settings of brands. */
export const brandsWords = computed(() => texts.value.brands)
