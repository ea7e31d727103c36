import type { SymbolSpec } from '../../book/compiled.js'
import type { Quote } from '../../book/prices.js'
import { type Refusal, refuseWith } from '../../code.js'
import { textFromScaled } from '../../numbers/decimal.js'
import { say } from '../../reasons/reasons.js'
import { levelOfOrder } from '../../triggers/trigger.js'
import type { PricePts, Side } from '../../units.js'
import type { OrderEvent, PendingOrderKind } from '../event.js'
import { marketPrice } from './fill.js'
import { priceOf, priceRule } from './protection.js'
import { distanceNumbers, tickNumbers } from './refused-numbers.js'

/** The prices of a pending order; `triggerPrice` is 0 except for a stop limit. */
export type Levels = Pick<OrderEvent, 'price' | 'triggerPrice'>

/** The levels of a request. An omitted level keeps its value from `held`. */
export function requestedLevels(
  symbol: SymbolSpec,
  asked: { readonly price: string; readonly triggerPrice: string },
  held: Levels = { price: 0, triggerPrice: 0 },
): Levels | Refusal {
  const price = asked.price === '' ? held.price : priceOf(symbol, asked.price)
  if (price === undefined) return noPrice(symbol, 'price', asked.price)
  const isOwn = asked.triggerPrice === ''
  const triggerPrice = isOwn ? held.triggerPrice : priceOf(symbol, asked.triggerPrice)
  if (triggerPrice === undefined) {
    return noPrice(symbol, 'trigger_price', asked.triggerPrice)
  }
  return { price, triggerPrice }
}

/** Refuses a price that is not valid for the symbol. */
export function noPrice(symbol: SymbolSpec, field: string, text: string): Refusal {
  const why = say('trade.invalid_price.steps', priceRule(symbol, field))
  return refuseWith(tickNumbers(symbol, field, text), 'trade.invalid_price', why)
}

/**
 * A limit waits for a better price than the market's, a stop for a worse one, each at least the
 * stops level away. A stop limit waits like a stop, and then like a limit at its price, which must
 * not be worse than its trigger.
 */
export function checkLevels(
  symbol: SymbolSpec,
  side: Side,
  kind: PendingOrderKind,
  { price, triggerPrice }: Levels,
  quote: Quote,
): Refusal | undefined {
  const market = marketPrice(side, quote)
  const level = Math.max(1, symbol.record.stops_level_pts)
  const text = (points: PricePts): string => textFromScaled(points, symbol.digits)
  const waits = levelOfOrder({ kind, price, triggerPrice })
  const away = kind === 'limit' ? side * (market - waits) : side * (waits - market)
  if (away < level) {
    const name = kind === 'stop_limit' ? 'trigger_price' : 'price'
    const isBelow = (kind === 'limit') === (side === 1)
    const last = isBelow ? market - level : market + level
    const limit = text(last)
    return refuseWith(
      distanceNumbers(symbol, name, level, last, isBelow ? -1 : 1),
      'trade.invalid_price',
      `${name}: of a ${side === 1 ? 'buy' : 'sell'} ${kind.replace('_', ' ')} it is ${limit} or ${isBelow ? 'lower' : 'higher'} now.`,
    )
  }
  if (kind === 'stop_limit' && side * (triggerPrice - price) < 0) {
    const limit = text(triggerPrice)
    return refuseWith(
      distanceNumbers(symbol, 'price', 0, triggerPrice, side === 1 ? -1 : 1),
      'trade.invalid_price',
      `price: of a stop limit it is its trigger_price ${limit} or ${side === 1 ? 'lower' : 'higher'}.`,
    )
  }
  return undefined
}
