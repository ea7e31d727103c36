import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the desk's lists: their foot, their filter and their saved views. */
export const listWords = computed(() => texts.value.list)
