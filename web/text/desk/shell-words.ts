import { computed } from '@preact/signals'
import { texts } from '../shell/texts.js'

/** Words of the desk around its pages: its door, its menu, finding, keys. */
export const shellWords = computed(() => texts.value.shell)
