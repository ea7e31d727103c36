import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the API keys of other systems. */
export const integrationsWords = computed(() => texts.value.integrations)

/** Words of the webhooks that send events to other systems. */
export const webhooksWords = computed(() => texts.value.webhooks)
