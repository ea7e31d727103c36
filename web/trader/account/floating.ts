import { computed } from '@preact/signals'
import { scaled, sum, unscaled } from '../../text/numbers.js'
import { money, positionList, terms } from './account.js'
import { figuresOf, totalOf } from './position-figures.js'

/**
 * The total floating profit and the equity, the same everywhere on the page.
 *
 * - The total is the sum of the rows' figures, so that rows, total and page header always agree.
 *   The account's money and the figures of positions arrive at different times.
 * - The equity is balance plus credit plus that sum. Commission that is charged at the day end
 *   belongs to no row; it is included in the sum and also shown separately.
 * - While the profit of a row is unknown, the sum is the server's: equity less balance and credit.
 */
interface Floating {
  /** The profit, swap and commission of all open positions; null if unknown. */
  readonly net: string | null
  readonly equity: string | null
  /** The commission that has not been charged yet. */
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
