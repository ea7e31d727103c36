import { computed } from '@preact/signals'
import { texts } from '../shell/texts.js'

/** Texts for the frame of the desk: sign-in, menu, search and keyboard shortcuts. */
export const shellWords = computed(() => texts.value.shell)
