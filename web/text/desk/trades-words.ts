import { computed } from '@preact/signals'
import { nameOf } from '../name-of.js'
import { texts } from './texts.js'

/** Words of the lists of trades, and of acts on many of them. */
export const tradesWords = computed(() => texts.value.trades)

/** A value of a trade in words; what has none stays as the server says it. */
export const tradeValue = (value: string): string => nameOf(tradesWords.value.values, value)
