import type { GroupSpec, SymbolSpec } from '../book.js'
import { type Refusal, refuse } from '../code.js'
import { conversionRate } from '../conversion.js'
import { textFromScaled, volumeText } from '../decimal.js'
import { symbolSeen } from '../group-symbols.js'
import type { Quote } from '../prices.js'
import type { Rate } from '../units.js'
import type { Decision, DecisionContext } from './decide.js'
import type { AccountEvent } from './event.js'
import { accountMargin, marginAfterOpening } from './margin.js'
import { tradingGroup } from './may-trade.js'
import { availableForMargin } from './money.js'
import type { OpenRequest } from './request.js'
import { routedQuote } from './routed-quote.js'
import type { Account } from './state.js'

/**
 * A market order that opens a position. The checks run in this order, and the first that fails
 * names the code: account, symbol, access, volume, filling, limits, quote, routing, money.
 */
export function decideOpen(
  context: DecisionContext,
  account: Account,
  request: OpenRequest,
): Decision | Refusal {
  const group = tradingGroup(context.book, account)
  if ('ok' in group) return group
  const listed = context.book.symbolsByName.get(request.symbol)
  if (listed === undefined) {
    return refuse('trade.symbol_unknown', `There is no symbol ${request.symbol}.`)
  }
  const symbol = symbolSeen(group, listed)
  const refusal =
    checkAccess(symbol, request) ??
    checkVolume(symbol, request) ??
    checkFilling(symbol, request) ??
    checkLimits(account, group, symbol, request)
  if (refusal !== undefined) return refusal
  const quote = routedQuote(context, account, symbol, request)
  if ('ok' in quote) return quote
  return open(context, account, group, symbol, request, quote)
}

function checkAccess(symbol: SymbolSpec, request: OpenRequest): Refusal | undefined {
  const { name, tradeAccess } = symbol
  if (tradeAccess === 'disabled') return refuse('trade.disabled', `${name} is not traded.`)
  if (tradeAccess === 'close_only') {
    return refuse('trade.close_only', `${name} positions can only be closed.`)
  }
  if (tradeAccess === 'long_only' && request.side === -1) {
    return refuse('trade.long_only', `${name} can only be bought.`)
  }
  if (tradeAccess === 'short_only' && request.side === 1) {
    return refuse('trade.short_only', `${name} can only be sold.`)
  }
  return undefined
}

function checkVolume(symbol: SymbolSpec, request: OpenRequest): Refusal | undefined {
  const { volume } = request
  if (
    volume >= symbol.volumeMin &&
    volume <= symbol.volumeMax &&
    (volume - symbol.volumeMin) % symbol.volumeStep === 0
  ) {
    return undefined
  }
  return refuse(
    'trade.invalid_volume',
    `${symbol.name} trades ${volumeText(symbol.volumeMin)} to ${volumeText(symbol.volumeMax)} lots in steps of ${volumeText(symbol.volumeStep)}.`,
  )
}

function checkFilling(symbol: SymbolSpec, request: OpenRequest): Refusal | undefined {
  if (request.filling === '' || symbol.record.filling.includes(request.filling)) return undefined
  return refuse(
    'trade.invalid_filling',
    `${symbol.name} fills ${symbol.record.filling.join(' or ')}, not ${request.filling}.`,
  )
}

function checkLimits(
  account: Account,
  group: GroupSpec,
  symbol: SymbolSpec,
  request: OpenRequest,
): Refusal | undefined {
  const limit = account.limitPositions || group.record.limit_positions
  if (limit > 0 && account.positions.size >= limit) {
    return refuse('trade.limit_positions', `The account may hold ${limit} positions.`)
  }
  if (symbol.volumeLimit === 0) return undefined
  const exposure = account.exposures.get(symbol.id)
  const held = request.side === 1 ? exposure?.buyVolume : exposure?.sellVolume
  if ((held ?? 0) + request.volume <= symbol.volumeLimit) return undefined
  return refuse(
    'trade.limit_volume',
    `${symbol.name} is limited to ${volumeText(symbol.volumeLimit)} lots a side.`,
  )
}

function open(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  symbol: SymbolSpec,
  request: OpenRequest,
  quote: Quote,
): Decision | Refusal {
  const price = request.side === 1 ? quote.ask : quote.bid
  const use = request.side === 1 ? 'margin_buy' : 'margin_sell'
  const { book, prices } = context
  const rate = conversionRate(book, prices, symbol.marginCurrency, group.currency, use)
  if (rate === undefined) {
    return refuse(
      'trade.off_quotes',
      `There is no price to convert ${symbol.marginCurrency} to ${group.currency} at the moment.`,
    )
  }
  const { side, volume } = request
  const order = { symbol, side, volume, price, rateMargin: rate }
  const margin = marginAfterOpening(account, book, group, prices, order)
  const held = accountMargin(account, book, group, prices)
  if (margin === undefined || held === undefined) {
    return refuse('trade.off_quotes', 'There is no price to tell the margin by at the moment.')
  }
  // An order that does not raise the margin (a hedge) is always affordable.
  if (margin > held) {
    const base = availableForMargin(account, book, group, prices)
    if (base === undefined) {
      return refuse('trade.off_quotes', 'An open position has no price at the moment.')
    }
    if (base < margin) {
      const needed = textFromScaled(margin - held, group.currencyDigits)
      const free = textFromScaled(base - held, group.currencyDigits)
      return refuse(
        'trade.no_money',
        `The order needs ${needed} ${group.currency} of margin, and ${free} are free.`,
      )
    }
  }
  return opened(context, symbol, request, quote, price, rate)
}

function opened(
  context: DecisionContext,
  symbol: SymbolSpec,
  request: OpenRequest,
  quote: Quote,
  price: number,
  rateMargin: Rate,
): Decision {
  const orderId = context.nextOrderId()
  const dealId = context.nextDealId()
  const { side, volume, reason, comment } = request
  const at = context.now
  const events: AccountEvent[] = [
    {
      type: 'order',
      id: orderId,
      symbolId: symbol.id,
      side,
      kind: 'market',
      state: 'filled',
      volumeInitial: volume,
      volumeCurrent: 0,
      price,
      positionId: orderId,
      reason,
      comment,
      createdAt: at,
      doneAt: at,
    },
    {
      type: 'deal',
      id: dealId,
      orderId,
      positionId: orderId,
      symbolId: symbol.id,
      entry: 'in',
      action: side === 1 ? 'buy' : 'sell',
      side,
      volume,
      price,
      bid: quote.bid,
      ask: quote.ask,
      profit: 0,
      swap: 0,
      commission: 0,
      fee: 0,
      credit: 0,
      rateProfit: 0n,
      reason,
      comment,
      at,
    },
    {
      type: 'position',
      id: orderId,
      symbolId: symbol.id,
      side,
      volume,
      priceOpen: price,
      priceClose: 0,
      rateMargin,
      swap: 0,
      openedAt: at,
      closedAt: 0,
      reason,
      comment,
      version: 1,
    },
  ]
  return {
    ok: true,
    events,
    orderId,
    dealId,
    positionId: orderId,
    volume,
    price,
    digits: symbol.digits,
    bid: quote.bid,
    ask: quote.ask,
  }
}
