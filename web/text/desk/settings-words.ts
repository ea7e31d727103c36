import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the desk's settings: kinds, lists, records. */
export const settingsWords = computed(() => texts.value.settings)
