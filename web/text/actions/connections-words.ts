import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the actions of operators on datafeeds, gateways and mail servers. */
export const connectionsWords = computed(() => texts.value.connections)
