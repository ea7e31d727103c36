import { computed } from '@preact/signals'
import { scaled, sum, unscaled } from '../../text/numbers.js'
import { money, positionList, terms } from './account.js'
import { figuresOf, totalOf } from './position-figures.js'

/**
 * What the open positions come to, and the equity with it, as all of the page shows them.
 *
 *   F1. The sum of the rows' own figures, so that rows, their total and the head of the page agree at every moment: the
 *       account's own money and the figures of its positions are told at different moments.
 *   F2. The equity is balance, credit and that sum. Commission that the end of the day charges belongs to no row: it is
 *       part of the sum, and told beside it.
 *   F3. While the profit of a row is not known the sum is what the server says: equity less balance and credit.
 */
interface Floating {
  /** Profit, swap and commission of all open positions; null where it is not known. */
  readonly net: string | null
  readonly equity: string | null
  /** Commission that is yet to be charged. */
  readonly commission: string
}

const NOTHING: Floating = { net: null, equity: null, commission: '0' }

export const floating = computed<Floating>(() => {
  if (money.value === null) return NOTHING
  const { balance, credit, equity, commission } = money.value
  const digits = terms.value?.currency_digits ?? 2
  const { sum: rows, unknown } = totalOf(positionList.value.map((one) => figuresOf(one).net))
  if (unknown === 0) {
    const net = sum([rows, commission], digits)
    return { net, equity: sum([balance, credit, net], digits), commission }
  }
  if (equity === null) return { ...NOTHING, commission }
  const own = scaled(balance, digits) + scaled(credit, digits)
  return { net: unscaled(scaled(equity, digits) - own, digits), equity, commission }
})
