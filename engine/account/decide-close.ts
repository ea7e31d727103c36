import { assert } from '../assert.js'
import type { GroupSpec, SymbolSpec } from '../book.js'
import { type Refusal, refuse } from '../code.js'
import { volumeText } from '../decimal.js'
import { symbolSeen } from '../group-symbols.js'
import type { Quote } from '../prices.js'
import { roundedDivideToNumber } from '../rounding.js'
import type { Side, VolumeUnits } from '../units.js'
import type { Decision, DecisionContext } from './decide.js'
import type { AccountEvent } from './event.js'
import { tradingGroup } from './may-trade.js'
import { closingPrice, positionProfit, profitRate } from './profit.js'
import type { CloseRequest } from './request.js'
import { routedQuote } from './routed-quote.js'
import type { Account, Position } from './state.js'

/**
 * Closes a position, or a part of it, at the market. The checks run in this order, and the first that
 * fails names the code: account, position, symbol, volume, quote, routing, conversion.
 */
export function decideClose(
  context: DecisionContext,
  account: Account,
  request: CloseRequest,
): Decision | Refusal {
  const group = tradingGroup(context.book, account)
  if ('ok' in group) return group
  const position = account.positions.get(request.positionId)
  if (position === undefined) {
    return refuse('trade.position_unknown', `There is no open position ${request.positionId}.`)
  }
  const listed = context.book.symbolsById.get(position.symbolId)
  assert(listed !== undefined, 'a symbol with open positions exists')
  const symbol = symbolSeen(group, listed)
  if (symbol.tradeAccess === 'disabled') {
    return refuse('trade.disabled', `${symbol.name} is not traded.`)
  }
  const volume = request.volume === 0 ? position.volume : request.volume
  const refusal = checkVolume(symbol, position, volume)
  if (refusal !== undefined) return refusal
  const { comment } = request
  // What closes a position is an order of the other side.
  const side = position.side === 1 ? -1 : 1
  const quote = routedQuote(context, account, symbol, { kind: 'close', side, volume, comment })
  if ('ok' in quote) return quote
  return close(context, group, symbol, position, volume, request, quote)
}

/** The whole position may always be closed; a part must be a volume that the symbol trades. */
function checkVolume(
  symbol: SymbolSpec,
  position: Position,
  volume: VolumeUnits,
): Refusal | undefined {
  if (volume === position.volume) return undefined
  if (volume > position.volume) {
    return refuse('trade.invalid_volume', `The position has ${volumeText(position.volume)} lots.`)
  }
  if (volume < symbol.volumeMin || (volume - symbol.volumeMin) % symbol.volumeStep !== 0) {
    return refuse(
      'trade.invalid_volume',
      `${symbol.name} trades from ${volumeText(symbol.volumeMin)} lots in steps of ${volumeText(symbol.volumeStep)}.`,
    )
  }
  return undefined
}

function close(
  context: DecisionContext,
  group: GroupSpec,
  symbol: SymbolSpec,
  position: Position,
  volume: VolumeUnits,
  request: CloseRequest,
  quote: Quote,
): Decision | Refusal {
  const price = closingPrice(position.side, quote)
  const rate = profitRate(
    context.book,
    context.prices,
    symbol,
    group,
    position.side,
    position.priceOpen,
    price,
  )
  if (rate === undefined) {
    return refuse(
      'trade.off_quotes',
      `There is no price to convert ${symbol.profitCurrency} to ${group.currency} at the moment.`,
    )
  }
  const { side, priceOpen } = position
  const profit = positionProfit(symbol, group, side, priceOpen, price, volume, rate)
  const orderId = context.nextOrderId()
  const dealId = context.nextDealId()
  const swap = swapShare(position, volume)
  const opposite: Side = side === 1 ? -1 : 1
  const left = position.volume - volume
  const at = context.now
  const { reason, comment } = request
  const events: AccountEvent[] = [
    {
      type: 'order',
      id: orderId,
      symbolId: symbol.id,
      side: opposite,
      kind: 'market',
      state: 'filled',
      volumeInitial: volume,
      volumeCurrent: 0,
      price,
      positionId: position.id,
      reason,
      comment,
      createdAt: at,
      doneAt: at,
    },
    {
      type: 'deal',
      id: dealId,
      orderId,
      positionId: position.id,
      symbolId: symbol.id,
      entry: 'out',
      action: opposite === 1 ? 'buy' : 'sell',
      side: opposite,
      volume,
      price,
      bid: quote.bid,
      ask: quote.ask,
      profit,
      swap,
      commission: 0,
      fee: 0,
      credit: 0,
      rateProfit: rate,
      reason,
      comment,
      at,
    },
    {
      type: 'position',
      id: position.id,
      symbolId: symbol.id,
      side,
      volume: left,
      priceOpen,
      priceClose: price,
      rateMargin: position.rateMargin,
      swap: position.swap - swap,
      openedAt: position.openedAt,
      closedAt: left === 0 ? at : 0,
      reason: position.reason,
      comment: position.comment,
      version: position.version + 1,
    },
  ]
  return {
    ok: true,
    events,
    orderId,
    dealId,
    positionId: position.id,
    volume,
    price,
    digits: symbol.digits,
    bid: quote.bid,
    ask: quote.ask,
  }
}

/** The swap that the closed part realises: its share by volume, all of it with the whole position. */
function swapShare(position: Position, volume: VolumeUnits): number {
  if (volume === position.volume || position.swap === 0) return position.swap
  return roundedDivideToNumber(BigInt(position.swap) * BigInt(volume), BigInt(position.volume))
}
