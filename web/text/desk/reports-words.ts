import { computed } from '@preact/signals'
import { named, texts } from '../reports/texts.js'

/** Texts for reports: inputs, progress, results and schedules. */
export const reportsWords = computed(() => texts.value.reports)

/** Names of columns, charts, units and values of reports. */
export const reportNames = computed(() => named.value)
