import { computed } from '@preact/signals'
import { texts } from '../shell/texts.js'

export const reminderWords = computed(() => texts.value.reminder)
