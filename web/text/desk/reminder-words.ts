import { computed } from '@preact/signals'
import { texts } from '../shell/texts.js'

/** Texts for reminders. */
export const reminderWords = computed(() => texts.value.reminder)
