import { computed } from '@preact/signals'
import { texts } from './texts.js'

export const overviewWords = computed(() => texts.value.overview)
