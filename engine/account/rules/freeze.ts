import type { SymbolSpec } from '../../book/compiled.js'
import type { Quote } from '../../book/prices.js'
import { type Refusal, refuse } from '../../code.js'
import type { PricePts } from '../../units.js'
import type { OrderEvent } from '../event.js'
import type { Position } from '../holdings/position.js'
import type { RequestHead } from '../request.js'
import { marketPrice } from './fill.js'

/**
 * The freeze level: what may trigger within so many points of the market is not
 * changed, deleted or closed by the client any more. Staff and the server's own orders may.
 */
export function checkPositionFrozen(
  symbol: SymbolSpec,
  position: Position,
  quote: Quote,
  asked: RequestHead,
): Refusal | undefined {
  const market = marketPrice(position.side === 1 ? -1 : 1, quote)
  const { stopLoss, takeProfit } = position
  return isFrozen(symbol, market, [stopLoss, takeProfit], asked)
    ? refuse('trade.frozen', 'The market is too close to the stop loss or take profit now.')
    : undefined
}

export function checkOrderFrozen(
  symbol: SymbolSpec,
  order: OrderEvent,
  quote: Quote,
  asked: RequestHead,
): Refusal | undefined {
  const market = marketPrice(order.side, quote)
  const level = order.kind === 'stop_limit' ? order.triggerPrice : order.price
  return isFrozen(symbol, market, [level], asked)
    ? refuse('trade.frozen', 'The market is too close to the price of the order now.')
    : undefined
}

function isFrozen(
  { record: { freeze_level_pts: freeze } }: SymbolSpec,
  market: PricePts,
  levels: readonly PricePts[],
  { dealer }: RequestHead,
): boolean {
  if (freeze === 0 || dealer !== 0) return false
  return levels.some((level) => level !== 0 && Math.abs(market - level) <= freeze)
}
