import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for the servers page and its connections. */
export const serversWords = computed(() => texts.value.servers)
