import { computed } from '@preact/signals'
import { texts } from './texts.js'

/** Words of forms that are made of what fields say of themselves. */
export const formWords = computed(() => texts.value.form)
