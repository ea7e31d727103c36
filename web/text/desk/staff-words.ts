import { computed } from '@preact/signals'
import { texts } from './texts.js'

export const staffWords = computed(() => texts.value.staff)
