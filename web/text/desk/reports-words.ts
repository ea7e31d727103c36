import { computed } from '@preact/signals'
import { named, texts } from '../reports/texts.js'

/** Words of reports: what is asked, how far it is, what came of it, and when it runs by itself. */
export const reportsWords = computed(() => texts.value.reports)

/** Names of columns, charts, units and values of reports. */
export const reportNames = computed(() => named.value)
