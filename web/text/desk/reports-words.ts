import { computed } from '@preact/signals'
import { texts } from '../reports/texts.js'

/** Texts for reports: inputs, progress, results and schedules. */
export const reportsWords = computed(() => texts.value.reports)
