import { computed } from '@preact/signals'
import { texts } from './texts.js'

export const brandsWords = computed(() => texts.value.brands)
