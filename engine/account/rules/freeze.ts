import type { SymbolSpec } from '../../book/compiled.js'
import type { Quote } from '../../book/prices.js'
import { type Refusal, refuseWith } from '../../code.js'
import type { PricePts } from '../../units.js'
import type { OrderEvent } from '../event.js'
import type { Position } from '../holdings/position.js'
import type { RequestHead } from '../request.js'
import { marketPrice } from './fill.js'
import { fieldNumbers } from './refused-numbers.js'

/**
 * The freeze level: a position or order that may trigger within this many points of the market
 * cannot be modified, cancelled or closed by the client. Staff and the server may do it.
 */
export function checkPositionFrozen(
  symbol: SymbolSpec,
  position: Position,
  quote: Quote,
  asked: RequestHead,
): Refusal | undefined {
  const market = marketPrice(position.side === 1 ? -1 : 1, quote)
  const { stopLoss, takeProfit } = position
  const near = isNear(symbol, market, stopLoss, asked)
  if (!near && !isNear(symbol, market, takeProfit, asked)) return undefined
  const why = 'The market is too close to the stop loss or take profit now.'
  return frozen(symbol, near ? 'stop_loss' : 'take_profit', why)
}

export function checkOrderFrozen(
  symbol: SymbolSpec,
  order: OrderEvent,
  quote: Quote,
  asked: RequestHead,
): Refusal | undefined {
  const market = marketPrice(order.side, quote)
  const [field, level] =
    order.kind === 'stop_limit'
      ? (['trigger_price', order.triggerPrice] as const)
      : (['price', order.price] as const)
  if (!isNear(symbol, market, level, asked)) return undefined
  return frozen(symbol, field, 'The market is too close to the price of the order now.')
}

function frozen({ record }: SymbolSpec, field: string, why: string): Refusal {
  return refuseWith(fieldNumbers(field, record.freeze_level_pts), 'trade.frozen', why)
}

function isNear(
  { record: { freeze_level_pts: freeze } }: SymbolSpec,
  market: PricePts,
  level: PricePts,
  { dealer }: RequestHead,
): boolean {
  if (freeze === 0 || dealer !== 0) return false
  return level !== 0 && Math.abs(market - level) <= freeze
}
