import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of the sessions in use. */
export const onlineWords = computed(() => texts.value.online)
