import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Texts for API keys of other systems. */
export const integrationsWords = computed(() => texts.value.integrations)

/** Texts for webhooks that send events to other systems. */
export const webhooksWords = computed(() => texts.value.webhooks)
