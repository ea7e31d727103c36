import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for operations on datafeeds, gateways and mail servers. */
export const connectionsWords = computed(() => texts.value.connections)
