import { computed } from '@preact/signals'
import { texts } from '../shell/texts.js'

/** Words of what somebody wants to be reminded of. */
export const reminderWords = computed(() => texts.value.reminder)
