import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the list of active sessions. */
export const onlineWords = computed(() => texts.value.online)
