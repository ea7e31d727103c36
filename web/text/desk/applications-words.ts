import { computed } from '@preact/signals'
import { texts } from './texts.js'

export const applicationsWords = computed(() => texts.value.applications)
