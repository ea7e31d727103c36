import type { PositionEvent } from '../../engine/account/event.js'
import type { Quote } from '../../engine/book/prices.js'
import type { Code } from '../../engine/code.js'
import type { SymbolRecord } from '../../engine/config/records/symbol.js'
import type { TradeFields } from '../../wire/trade/trade-request.js'
import { groupIn, type Scene, symbolAt } from './naive-account.js'
import {
  dealPrice,
  isClosed,
  isFrozen,
  lots,
  mayNotTrade,
  priceIn,
  routeOf,
  stopsIn,
  wrongFilling,
  wrongKind,
  wrongStops,
  wrongVolume,
} from './naive-checks.js'
import { filledRows, nettedIn, noRoom, wrongNettedAccess } from './naive-fills.js'
import type { NaiveOffers } from './naive-offers.js'
import { NEW_ORDER, type Outcome, refused, SECOND_DEAL } from './naive-outcome.js'
import { tradedAt } from './naive-prices.js'
import { closedRows, dealOf, lessened, marketOrder, NO_STOPS, shareOf } from './naive-rows.js'

/** Market requests (docs/trade/orders.md), check by check in the order in which their codes are answered. */

export function naiveOpen(scene: Scene, offers: NaiveOffers, body: TradeFields): Outcome {
  const barred = mayNotTrade(scene)
  if (barred !== undefined) return refused(barred)
  const listed = scene.book.symbolsByName.get(body.symbol ?? '')
  if (listed === undefined) return refused('trade.symbol_unknown')
  const { id, record: symbol } = listed
  const side = body.side === 'buy' ? 1 : -1
  const volume = lots(body.volume ?? '')
  const netted = nettedIn(scene, id, side, volume)
  const wrong =
    wrongNettedAccess(scene, id, side, netted) ??
    wrongKind(symbol, 'market') ??
    wrongVolume(symbol, volume) ??
    wrongFilling(symbol, 'market', body.filling) ??
    noRoom(scene, id, side, netted) ??
    isClosed(symbol, scene)
  if (wrong !== undefined) return refused(wrong)
  const quote = tradedAt(scene, id)
  if (quote === undefined) return refused('trade.off_quotes')
  const asked = stopsIn(symbol, body, NO_STOPS)
  if (asked === undefined) return refused('trade.invalid_stops')
  const market = side === 1 ? quote.bid : quote.ask
  const near = wrongStops(symbol, side, market, asked, undefined)
  if (near !== undefined) return refused(near)
  const asking = { scene, offers, symbol, side, volume, quote, body } as const
  const priced = priceFor(asking)
  if (typeof priced !== 'number') return priced
  const route = routeOf(scene, 'open', 'market')
  const barrier = marketBarrier(asking, route?.action)
  if (barrier !== undefined) return barrier
  const price = routedPrice(asking, route?.action, priced)
  const stops = route?.clearsStops === true ? NO_STOPS : asked
  const { position } = netted
  const isOther = position?.stopLoss !== stops.stopLoss || position.takeProfit !== stops.takeProfit
  if (position !== undefined && isOther && isPositionFrozen(symbol, position, quote)) {
    return refused('trade.frozen')
  }
  const comment = body.comment ?? ''
  const asks = { deviationPts: body.deviation_pts ?? 0, filling: body.filling ?? '' } as const
  const decided = { ruleId: route?.ruleId, priceAsked: priceAsked(asking) }
  const own = { reason: 'client', comment, ...asks, ...decided } as const
  const fill = { symbolId: id, side, volume, price, quote, ...own } as const
  const rows = filledRows(scene, fill, stops)
  return typeof rows === 'string' ? refused(rows) : { code: 'ok', events: rows }
}

export function naiveClose(scene: Scene, offers: NaiveOffers, body: TradeFields): Outcome {
  const barred = mayNotTrade(scene)
  if (barred !== undefined) return refused(barred)
  const position = scene.account.positions.get(body.position_id ?? 0)
  if (position === undefined) return refused('trade.position_unknown')
  const symbol = symbolAt(scene, position.symbolId)
  if (symbol.trade_access === 'disabled') return refused('trade.disabled')
  const volume = body.volume === undefined ? position.volume : lots(body.volume)
  const wrong =
    wrongPart(symbol, position, volume) ??
    wrongFilling(symbol, 'market', body.filling) ??
    isClosed(symbol, scene)
  if (wrong !== undefined) return refused(wrong)
  const quote = tradedAt(scene, position.symbolId)
  if (quote === undefined) return refused('trade.off_quotes')
  if (isPositionFrozen(symbol, position, quote)) return refused('trade.frozen')
  const side = position.side === 1 ? -1 : 1
  const asking = { scene, offers, symbol, side, volume, quote, body } as const
  const priced = priceFor(asking)
  if (typeof priced !== 'number') return priced
  const route = routeOf(scene, 'close', 'market')
  const barrier = marketBarrier(asking, route?.action)
  if (barrier !== undefined) return barrier
  const price = routedPrice(asking, route?.action, priced)
  const { symbolId } = position
  const comment = body.comment ?? ''
  const asks = { deviationPts: body.deviation_pts ?? 0, filling: body.filling ?? '' } as const
  const decided = { ruleId: route?.ruleId, priceAsked: priceAsked(asking) }
  const own = { reason: 'client', comment, ...asks, ...decided } as const
  const fill = { symbolId, side, volume, price, quote, ...own } as const
  const rows = closedRows(scene, position, fill)
  return rows === undefined ? refused('trade.off_quotes') : { code: 'ok', events: rows }
}

/** The smaller volume of the two goes; the first deal has the profit, at the other's open price. */
export function naiveCloseBy(scene: Scene, body: TradeFields): Outcome {
  const barred = mayNotTrade(scene)
  if (barred !== undefined) return refused(barred)
  if (groupIn(scene).margin_mode === 'netting') return refused('trade.rejected')
  const { positions } = scene.account
  const [first, second] = [body.position_id, body.by_position_id].map((id) =>
    positions.get(id ?? 0),
  )
  if (first === undefined || second === undefined) return refused('trade.position_unknown')
  if (first.symbolId !== second.symbolId || first.side === second.side) {
    return refused('trade.rejected')
  }
  const symbol = symbolAt(scene, first.symbolId)
  if (symbol.trade_access === 'disabled') return refused('trade.disabled')
  const closed = isClosed(symbol, scene)
  if (closed !== undefined) return refused(closed)
  const quote = tradedAt(scene, first.symbolId)
  if (quote === undefined) return refused('trade.off_quotes')
  if (isPositionFrozen(symbol, first, quote) || isPositionFrozen(symbol, second, quote)) {
    return refused('trade.frozen')
  }
  const route = routeOf(scene, 'close_by', 'market')
  const barrier = routeBarrier(route?.action)
  if (barrier !== undefined) return barrier
  const { now } = scene
  const { symbolId } = first
  const volume = Math.min(first.volume, second.volume)
  const comment = body.comment ?? ''
  const { ruleId } = route ?? {}
  const common = { symbolId, volume, quote, reason: 'client', comment, ruleId } as const
  const fill = { ...common, side: second.side, price: second.priceOpen }
  const rows = closedRows(scene, first, fill, 'out_by')
  if (rows === undefined) return refused('trade.off_quotes')
  const [, deal, row] = rows
  if (deal?.type !== 'deal' || row === undefined) return refused('internal')
  const swap = shareOf(second.swap, second, volume)
  const other = { ...common, side: first.side, price: first.priceOpen }
  const ids = { id: SECOND_DEAL, orderId: NEW_ORDER, positionId: second.id }
  const { rateProfit } = deal
  return {
    code: 'ok',
    events: [
      { ...marketOrder(fill, first.id, now), byPositionId: second.id },
      deal,
      row,
      dealOf(other, ids, 'out_by', { swap, rateProfit }, now),
      lessened(second, volume, first.priceOpen, swap, now),
    ],
  }
}

function wrongPart(
  symbol: SymbolRecord,
  position: PositionEvent,
  volume: number,
): Code | undefined {
  if (volume === position.volume) return undefined
  const [min, step] = [lots(symbol.volume_min), lots(symbol.volume_step)]
  const isPart = volume < position.volume && volume >= min && (volume - min) % step === 0
  return isPart ? undefined : 'trade.invalid_volume'
}

export function isPositionFrozen(
  symbol: SymbolRecord,
  { side, stopLoss, takeProfit }: PositionEvent,
  quote: Quote,
): boolean {
  return isFrozen(symbol, side === 1 ? quote.bid : quote.ask, [stopLoss, takeProfit])
}

interface MarketAsking {
  readonly scene: Scene
  readonly offers: NaiveOffers
  readonly symbol: SymbolRecord
  readonly side: 1 | -1
  readonly volume: number
  readonly quote: Quote
  readonly body: TradeFields
}

/** The price of a market request, or what is answered instead of it. */
function priceFor(asking: MarketAsking): number | Outcome {
  const { scene, offers, symbol, side, volume, quote, body } = asking
  if (body.quote_id !== undefined) {
    const made = offers.find(body.quote_id, scene.now)
    const isFor = made?.symbolId === symbol.id && made.side === side
    if (!isFor || volume > made.volume) return refused('trade.price_changed')
    const price = side === 1 ? made.ask : made.bid
    const passed = side === 1 ? dealPrice(1, quote) - price : price - dealPrice(-1, quote)
    return passed > 2 * (made.ask - made.bid) ? requote(asking) : price
  }
  const { execution } = symbol
  if (execution === 'request') return requote(asking)
  const market = dealPrice(side, quote)
  if (body.price === undefined) return market
  const wanted = priceIn(symbol, body.price)
  if (wanted === undefined) return refused('trade.invalid_price')
  const worse = side === 1 ? market - wanted : wanted - market
  if (worse <= (body.deviation_pts ?? 0)) return market
  return execution === 'instant' ? requote(asking) : refused('trade.price_changed')
}

/** The price that it names, or that was offered; 0 is the market's. */
function priceAsked({ scene, offers, symbol, side, body }: MarketAsking): number {
  if (body.quote_id !== undefined) {
    const made = offers.find(body.quote_id, scene.now)
    if (made?.side !== side) return 0
    return side === 1 ? made.ask : made.bid
  }
  return body.price === undefined ? 0 : (priceIn(symbol, body.price) ?? 0)
}

function requote({ scene: { now }, symbol, side, volume, quote }: MarketAsking): Outcome {
  const { bid, ask } = quote
  return {
    code: 'trade.requote',
    events: [],
    offer: { symbolId: symbol.id, side, volume, bid, ask, at: now },
  }
}

/** The answer of a rule that does not let a request through which could take an offer. */
function marketBarrier(asking: MarketAsking, action: string | undefined): Outcome | undefined {
  if (action !== 'requote') return routeBarrier(action)
  return asking.body.quote_id === undefined ? requote(asking) : undefined
}

export function routeBarrier(action: string | undefined): Outcome | undefined {
  const passes = action === 'confirm_market_price' || action === 'confirm_request_price'
  return passes ? undefined : refused('trade.rejected')
}

/** A rule may give clients the price that they asked for, where the market is not better. */
function routedPrice(
  { symbol, side, body: { price, quote_id } }: MarketAsking,
  action: string | undefined,
  found: number,
): number {
  if (action !== 'confirm_request_price' || price === undefined || quote_id !== undefined) {
    return found
  }
  const asked = priceIn(symbol, price) ?? found
  return side === 1 ? Math.min(asked, found) : Math.max(asked, found)
}
