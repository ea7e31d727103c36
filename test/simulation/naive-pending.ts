import type { OrderEvent, PendingOrderKind, PositionEvent } from '../../engine/account/event.js'
import type { Quote } from '../../engine/book/prices.js'
import type { Code } from '../../engine/code.js'
import type { SymbolRecord } from '../../engine/config/records/symbol.js'
import type { TradeFields } from '../../wire/trade/trade-request.js'
import { type Scene, symbolAt } from './naive-account.js'
import {
  dealPrice,
  isClosed,
  isFrozen,
  lots,
  mayNotTrade,
  openingRateOf,
  priceIn,
  routeOf,
  stopsIn,
  tooManyOrders,
  tooMuch,
  unaffordable,
  wrongFilling,
  wrongKind,
  wrongStops,
  wrongVolume,
} from './naive-checks.js'
import { nettedIn, wrongNettedAccess } from './naive-fills.js'
import { naiveMargin } from './naive-margin.js'
import { isPositionFrozen, routeBarrier } from './naive-market.js'
import { NEW_ORDER, type Outcome, refused } from './naive-outcome.js'
import { tradedAt } from './naive-prices.js'
import { NO_STOPS, NOT_SENT, nextRow, withOrder } from './naive-rows.js'

/** Orders that rest, and the stops of positions (docs/trade/orders.md). */

interface Levels {
  readonly price: number
  readonly triggerPrice: number
}

export function naivePlace(scene: Scene, body: TradeFields): Outcome {
  const barred = mayNotTrade(scene)
  if (barred !== undefined) return refused(barred)
  const listed = scene.book.symbolsByName.get(body.symbol ?? '')
  if (listed === undefined) return refused('trade.symbol_unknown')
  const { id, record: symbol } = listed
  const side = body.side === 'buy' ? 1 : -1
  const volume = lots(body.volume ?? '')
  const kind = body.order_kind as PendingOrderKind
  const netted = nettedIn(scene, id, side, volume)
  const isAgainst = netted.position !== undefined && netted.position.side !== side
  const against = isAgainst ? netted.position.volume : 0
  const wrong =
    wrongNettedAccess(scene, id, side, netted) ??
    wrongKind(symbol, kind) ??
    wrongVolume(symbol, volume) ??
    wrongFilling(symbol, 'pending', body.filling) ??
    tooManyOrders(scene) ??
    tooMuch(scene, id, side, volume - against) ??
    isClosed(symbol, scene)
  if (wrong !== undefined) return refused(wrong)
  const quote = tradedAt(scene, id)
  if (quote === undefined) return refused('trade.off_quotes')
  const levels = levelsIn(symbol, body, { price: 0, triggerPrice: 0 })
  if (levels === undefined) return refused('trade.invalid_price')
  const asked = stopsIn(symbol, body, NO_STOPS)
  if (asked === undefined) return refused('trade.invalid_stops')
  const near =
    wrongLevels(symbol, side, kind, levels, quote) ??
    wrongStops(symbol, side, levels.price, asked, undefined)
  if (near !== undefined) return refused(near)
  const term = termIn(symbol, body, scene.now, undefined)
  if (term === undefined) return refused('trade.invalid_expiration')
  const pair = pairIn(scene, body.oco_order_id ?? 0)
  if (typeof pair === 'string') return refused(pair)
  const route = routeOf(scene, 'place', kind)
  const barrier = routeBarrier(route?.action)
  if (barrier !== undefined) return barrier
  const rateMargin = openingRateOf(scene, id, side)
  if (rateMargin === undefined) return refused('trade.off_quotes')
  const order: OrderEvent = {
    type: 'order',
    id: NEW_ORDER,
    symbolId: id,
    side,
    kind,
    state: 'placed',
    volumeInitial: volume,
    volumeCurrent: volume,
    positionId: 0,
    reason: 'client',
    comment: body.comment ?? '',
    createdAt: scene.now,
    doneAt: 0,
    ...levels,
    ...(route?.clearsStops === true ? NO_STOPS : asked),
    deviationPts: 0,
    filling: body.filling ?? '',
    ...term,
    byPositionId: 0,
    ocoOrderId: body.oco_order_id ?? 0,
    activatedAt: 0,
    rateMargin,
    dealer: 0,
    version: 1,
    ...NOT_SENT,
    ruleId: route?.ruleId ?? 0,
    priceAsked: 0,
  }
  const poor = unaffordable(
    scene,
    naiveMargin({ ...scene, account: withOrder(scene.account, order.id, order) }),
  )
  if (poor !== undefined) return refused(poor)
  const events =
    pair === undefined
      ? [order]
      : [order, { ...pair, ocoOrderId: NEW_ORDER, version: pair.version + 1 }]
  return { code: 'trade.placed', events }
}

export function naiveChange(scene: Scene, body: TradeFields): Outcome {
  const found = restingIn(scene, body.order_id ?? 0)
  if (typeof found === 'string') return refused(found)
  const symbol = symbolAt(scene, found.symbolId)
  const kind = found.kind as PendingOrderKind
  const { symbolId, side, volumeCurrent } = found
  const netted = nettedIn(scene, symbolId, side, volumeCurrent)
  const closed = wrongNettedAccess(scene, symbolId, side, netted) ?? isClosed(symbol, scene)
  if (closed !== undefined) return refused(closed)
  const quote = tradedAt(scene, found.symbolId)
  if (quote === undefined) return refused('trade.off_quotes')
  if (isOrderFrozen(symbol, found, quote)) return refused('trade.frozen')
  if (body.trigger_price !== undefined && kind !== 'stop_limit') {
    return refused('trade.invalid_price')
  }
  const levels = levelsIn(symbol, body, found)
  if (levels === undefined) return refused('trade.invalid_price')
  const stops = stopsIn(symbol, body, found)
  if (stops === undefined) return refused('trade.invalid_stops')
  const isMoved = levels.price !== found.price || levels.triggerPrice !== found.triggerPrice
  const near =
    (isMoved ? wrongLevels(symbol, found.side, kind, levels, quote) : undefined) ??
    wrongStops(symbol, found.side, levels.price, stops, isMoved ? undefined : found)
  if (near !== undefined) return refused(near)
  const term = termIn(symbol, body, scene.now, found)
  if (term === undefined) return refused('trade.invalid_expiration')
  const comment = body.comment || found.comment
  const asked = { ...found, ...levels, ...stops, ...term, comment }
  if (isSame(found, asked)) return movedTo(found, asked)
  const route = routeOf(scene, 'change', kind)
  const barrier = routeBarrier(route?.action)
  if (barrier !== undefined) return barrier
  const changed = route?.clearsStops === true ? { ...asked, ...NO_STOPS } : asked
  const poor = unaffordable(
    scene,
    naiveMargin({ ...scene, account: withOrder(scene.account, changed.id, changed) }),
  )
  return poor === undefined ? movedTo(found, changed) : refused(poor)
}

export function naiveDelete(scene: Scene, body: TradeFields): Outcome {
  const found = restingIn(scene, body.order_id ?? 0)
  if (typeof found === 'string') return refused(found)
  const symbol = symbolAt(scene, found.symbolId)
  const quote = tradedAt(scene, found.symbolId)
  if (quote !== undefined && isOrderFrozen(symbol, found, quote)) return refused('trade.frozen')
  const route = routeOf(scene, 'delete', found.kind)
  const barrier = routeBarrier(route?.action)
  if (barrier !== undefined) return barrier
  return { code: 'ok', events: [endedRow(found, 'cancelled', scene.now)] }
}

export function naiveStops(scene: Scene, body: TradeFields): Outcome {
  const barred = mayNotTrade(scene)
  if (barred !== undefined) return refused(barred)
  const position = scene.account.positions.get(body.position_id ?? 0)
  if (position === undefined) return refused('trade.position_unknown')
  const symbol = symbolAt(scene, position.symbolId)
  if (symbol.trade_access === 'disabled') return refused('trade.disabled')
  const closed = isClosed(symbol, scene)
  if (closed !== undefined) return refused(closed)
  const quote = tradedAt(scene, position.symbolId)
  if (quote === undefined) return refused('trade.off_quotes')
  if (isPositionFrozen(symbol, position, quote)) return refused('trade.frozen')
  const stops = stopsIn(symbol, body, position)
  if (stops === undefined) return refused('trade.invalid_stops')
  const market = position.side === 1 ? quote.bid : quote.ask
  const near = wrongStops(symbol, position.side, market, stops, position)
  if (near !== undefined) return refused(near)
  const comment = body.comment || position.comment
  const asked = { ...position, ...stops, comment }
  if (isSame(position, asked)) return protectedBy(position, asked)
  const route = routeOf(scene, 'stops', 'market')
  const barrier = routeBarrier(route?.action)
  if (barrier !== undefined) return barrier
  return protectedBy(position, route?.clearsStops === true ? { ...asked, ...NO_STOPS } : asked)
}

function movedTo(order: OrderEvent, asked: OrderEvent): Outcome {
  const row = { ...asked, version: order.version + 1 }
  return { code: 'ok', events: [row], isSame: isSame(order, asked) }
}

function protectedBy(position: PositionEvent, asked: PositionEvent): Outcome {
  const { stopLoss, takeProfit, trailingPts, comment } = asked
  const row = nextRow(position, { stopLoss, takeProfit, trailingPts, comment })
  return { code: 'ok', events: [row], isSame: isSame(position, asked) }
}

function isSame(held: OrderEvent | PositionEvent, asked: OrderEvent | PositionEvent): boolean {
  return JSON.stringify(held, plainly) === JSON.stringify(asked, plainly)
}

function plainly(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

export function endedRow(
  order: OrderEvent,
  state: 'cancelled' | 'rejected' | 'expired',
  now: number,
): OrderEvent {
  return { ...order, state, doneAt: now, version: order.version + 1 }
}

/** The price that an order waits for. */
export function waitsFor({ kind, price, triggerPrice }: OrderEvent): number {
  return kind === 'stop_limit' ? triggerPrice : price
}

function restingIn(scene: Scene, id: number): OrderEvent | Code {
  return mayNotTrade(scene) ?? scene.account.orders.get(id) ?? 'trade.order_unknown'
}

function isOrderFrozen(symbol: SymbolRecord, order: OrderEvent, quote: Quote): boolean {
  return isFrozen(symbol, dealPrice(order.side, quote), [waitsFor(order)])
}

function levelsIn(symbol: SymbolRecord, body: TradeFields, held: Levels): Levels | undefined {
  const price = body.price === undefined ? held.price : priceIn(symbol, body.price)
  const { trigger_price: text } = body
  const triggerPrice = text === undefined ? held.triggerPrice : priceIn(symbol, text)
  return price === undefined || triggerPrice === undefined ? undefined : { price, triggerPrice }
}

/** Limits wait on the better side of the market, stops on the worse, each the stops level away. */
function wrongLevels(
  { stops_level_pts }: SymbolRecord,
  side: number,
  kind: PendingOrderKind,
  { price, triggerPrice }: Levels,
  quote: Quote,
): Code | undefined {
  const market = dealPrice(side, quote)
  const level = kind === 'stop_limit' ? triggerPrice : price
  const isAbove = (kind === 'limit') === (side === -1)
  const distance = isAbove ? level - market : market - level
  if (distance < Math.max(1, stops_level_pts)) return 'trade.invalid_price'
  if (kind !== 'stop_limit') return undefined
  const isBeyond = side === 1 ? price > triggerPrice : price < triggerPrice
  return isBeyond ? 'trade.invalid_price' : undefined
}

type Term = Pick<OrderEvent, 'expiration' | 'expiresAt'>
const DAY_MS = 86_400_000

/**
 * The time that it rests; undefined where the request does not say it rightly. The server's days are UTC's.
 */
function termIn(
  symbol: SymbolRecord,
  { expiration: asked, expires_at }: TradeFields,
  now: number,
  held: Term | undefined,
): Term | undefined {
  const before = held ?? { expiration: 'gtc', expiresAt: 0 }
  const expiration = asked ?? before.expiration
  const isAsBefore = held !== undefined && expiration === held.expiration
  const isToday = asked === 'day'
  if (expires_at === undefined && !isToday && (isAsBefore || asked === undefined)) {
    return { expiration, expiresAt: before.expiresAt }
  }
  if (!symbol.expiration.includes(expiration)) return undefined
  const isTimed = expiration === 'specified' || expiration === 'specified_day'
  if (isTimed !== (expires_at !== undefined)) return undefined
  if (expiration === 'gtc') return { expiration, expiresAt: 0 }
  const at = expiration === 'day' ? now : Date.parse(expires_at ?? '')
  const expiresAt = expiration === 'specified' ? at : (Math.floor(at / DAY_MS) + 1) * DAY_MS
  return expiresAt <= now ? undefined : { expiration, expiresAt }
}

/** The other order of a pair, which has no other yet. */
function pairIn({ account }: Scene, id: number): OrderEvent | undefined | Code {
  if (id === 0) return undefined
  const other = account.orders.get(id)
  if (other === undefined) return 'trade.order_unknown'
  return account.orders.has(other.ocoOrderId) ? 'trade.rejected' : other
}
