import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the servers and their links. */
export const serversWords = computed(() => texts.value.servers)
