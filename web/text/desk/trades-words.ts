import { computed } from '@preact/signals'
import { nameOf } from '../name-of.js'
import { texts } from './texts.js'

/** Texts for lists of trades and their bulk actions. */
export const tradesWords = computed(() => texts.value.trades)

/** A value of a trade as text; a value without a text is shown as it is. */
export const tradeValue = (value: string): string => nameOf(tradesWords.value.values, value)
