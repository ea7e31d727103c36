import { newest } from '../../state/market.js'
import { scaled } from '../../text/numbers.js'
import { words } from '../../text/terminal/words.js'
import type { Order, Position } from '../account/account.js'

/**
 * A stop loss or take profit that is probably a mistake: a target that makes a loss, or a level
 * close to the price.
 */
export type Doubt = 'loss' | 'near'

type Which = 'stop_loss' | 'take_profit'

/** Levels within this many spreads of the price count as close. */
const NEAR_SPREADS = 2n

/**
 * Checks a level of a position; null if it is plausible. Closeness is measured from the price at
 * which the position would close.
 */
export function doubtOfPosition(
  { side, symbol, digits, price_open }: Position,
  which: Which,
  price: string,
): Doubt | null {
  const quote = newest(symbol)
  const market = (side === 'buy' ? quote?.bid : quote?.ask) ?? null
  return doubtOf({ side, symbol, digits, entry: price_open, market }, which, price)
}

/** Checks a level of a pending order. Closeness is measured from the order's price. */
export function doubtOfOrder(
  { side, symbol, digits, price }: Order,
  which: Which,
  level: string,
): Doubt | null {
  if (price === undefined || price === null) return null
  return doubtOf({ side, symbol, digits, entry: price, market: price }, which, level)
}

interface Base {
  readonly side: 'buy' | 'sell'
  readonly symbol: string
  readonly digits: number
  readonly entry: string
  readonly market: string | null
}

function doubtOf(base: Base, which: Which, price: string): Doubt | null {
  const { side, symbol, digits, market } = base
  const [at, entry] = [scaled(price, digits), scaled(base.entry, digits)]
  if (which === 'take_profit' && (side === 'buy' ? at < entry : at > entry)) return 'loss'
  const quote = newest(symbol)
  if (quote === undefined || market === null) return null
  const spread = scaled(quote.ask, digits) - scaled(quote.bid, digits)
  const away = at - scaled(market, digits)
  return (away < 0n ? -away : away) <= NEAR_SPREADS * spread ? 'near' : null
}

/** The reason for the doubt as text for the confirmation. */
export function doubtWords(which: Which, doubt: Doubt): string {
  const { trade: text, ticket } = words.value
  if (doubt === 'loss') return text.targetLoses
  return text.nearPrice({ what: which === 'stop_loss' ? ticket.stopLoss : ticket.takeProfit })
}
