import type { Side } from '../../link/contract.js'
import type { OpenOrder } from '../../staff/records.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { grouped, groupedLots } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import type { OrderType } from './trade-draft.js'
import type { Distance } from './trade-figures.js'

/**
 * An order as text, such as `Buy limit 0.10 EURUSD at 1.15374`. A stop limit order also names its
 * stop price.
 */
export function orderText(order: {
  readonly side: Side
  readonly kind: OrderType
  readonly volume: string
  readonly symbol: string
  readonly price: string | null
  readonly trigger_price: string | null
}): string {
  const { side, kind, volume, symbol, price, trigger_price: trigger } = order
  const text = tradingWords.value
  const own = grouped(price ?? '')
  const at = kind === 'stop_limit' ? `${grouped(trigger ?? '')} → ${own}` : own
  const names = { side: words.value.sides[side], type: text.types[kind] }
  return text.orderOf({ ...names, volume: groupedLots(volume), symbol, price: at })
}

/**
 * The distance from the market to the next price that matters. For a stop limit order that has not
 * been triggered this is its stop price.
 */
export function distanceOf(
  { side, activated_at: activated }: Pick<OpenOrder, 'side' | 'activated_at'>,
  trigger: string | null,
  price: string | null,
): Distance {
  const { distance: label } = tradingWords.value.figures
  const waitsAt = activated === null ? (trigger ?? price) : price
  return { label, price: waitsAt, of: side === 'buy' ? 'ask' : 'bid' }
}
