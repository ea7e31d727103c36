import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the API keys of other systems. */
export const integrationsWords = computed(() => texts.value.integrations)
