import { computed } from '@preact/signals'
import { texts } from './texts.js'

export const recordWords = computed(() => texts.value.record)
