import { computed } from '@preact/signals'
import { texts } from './texts.js'

export const licenceWords = computed(() => texts.value.licence)
