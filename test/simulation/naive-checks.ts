import type { Filling, OrderKind } from '../../engine/account/event.js'
import type { Quote } from '../../engine/book/prices.js'
import type { Code } from '../../engine/code.js'
import type { SymbolRecord } from '../../engine/config/records/symbol.js'
import type { TradeFields } from '../../wire/trade/trade-request.js'
import { groupIn, type Scene, symbolAt } from './naive-account.js'
import { naiveMargin, type Opening } from './naive-margin.js'
import { dollars, usableFunds } from './naive-money.js'
import { unitsOf } from './naive-ratio.js'

/** The checks of a request, rule by rule; each answers the code of its refusal. */

export function mayNotTrade(scene: Scene): Code | undefined {
  const { profile } = scene
  const { enabled, trade_enabled } = groupIn(scene)
  const may = profile.enabled && profile.trading_enabled && enabled && trade_enabled
  return may && !profile.archived ? undefined : 'trade.disabled'
}

export function wrongAccess({ trade_access }: SymbolRecord, side: number): Code | undefined {
  switch (trade_access) {
    case 'disabled':
      return 'trade.disabled'
    case 'close_only':
      return 'trade.close_only'
    case 'long_only':
      return side === 1 ? undefined : 'trade.long_only'
    case 'short_only':
      return side === -1 ? undefined : 'trade.short_only'
    case 'full':
      return undefined
  }
}

export function wrongVolume(symbol: SymbolRecord, volume: number): Code | undefined {
  const [min, max, step] = [symbol.volume_min, symbol.volume_max, symbol.volume_step].map(lots)
  const isStep = (volume - (min ?? 0)) % (step ?? 1) === 0
  return volume >= (min ?? 0) && volume <= (max ?? 0) && isStep ? undefined : 'trade.invalid_volume'
}

export function lots(text: string): number {
  return unitsOf(text, 8) ?? Number.NaN
}

/** The fillings of each execution mode: of market requests, and of orders that rest. */
const FILLS: Readonly<Record<string, { readonly market: string; readonly pending: string }>> = {
  request: { market: 'fok', pending: 'fok' },
  instant: { market: 'fok', pending: 'fok' },
  market: { market: 'fok ioc', pending: 'fok ioc return' },
  exchange: { market: 'fok ioc return', pending: 'fok ioc return' },
}

export function wrongFilling(
  { filling, execution }: SymbolRecord,
  rests: 'market' | 'pending',
  asked: Filling | undefined,
): Code | undefined {
  if (asked === undefined || asked === '') return undefined
  const able = FILLS[execution]?.[rests].split(' ').includes(asked)
  return able === true && filling.includes(asked) ? undefined : 'trade.invalid_filling'
}

export function isClosed(symbol: SymbolRecord, { now }: Scene): Code | undefined {
  return isTraded(symbol, now) ? undefined : 'trade.market_closed'
}

export function wrongKind({ order_kinds }: SymbolRecord, kind: OrderKind): Code | undefined {
  return order_kinds.includes(kind) ? undefined : 'trade.rejected'
}

export function tooManyPositions(scene: Scene): Code | undefined {
  const limit = scene.profile.limit_positions || groupIn(scene).limit_positions
  const isFull = limit > 0 && scene.account.positions.size >= limit
  return isFull ? 'trade.limit_positions' : undefined
}

export function tooManyOrders(scene: Scene): Code | undefined {
  const limit = scene.profile.limit_orders || groupIn(scene).limit_orders
  const isFull = limit > 0 && scene.account.orders.size >= limit
  return isFull ? 'trade.limit_orders' : undefined
}

/** Positions and resting orders of a side together. */
export function tooMuch(scene: Scene, id: number, side: number, volume: number): Code | undefined {
  const limit = lots(symbolAt(scene, id).volume_limit)
  if (limit === 0) return undefined
  let held = volume
  for (const position of scene.account.positions.values()) {
    if (position.symbolId === id && position.side === side) held += position.volume
  }
  for (const order of scene.account.orders.values()) {
    if (order.symbolId === id && order.side === side) held += order.volumeCurrent
  }
  return held > limit ? 'trade.limit_volume' : undefined
}

/** Buys at the ask, sells at the bid. */
export function dealPrice(side: number, quote: Quote): number {
  return side === 1 ? quote.ask : quote.bid
}

export interface NaiveStops {
  readonly stopLoss: number
  readonly takeProfit: number
  readonly trailingPts: number
}

/** The refusal of a new stop too near to `market`, the price at which the position would be closed. */
export function wrongStops(
  { stops_level_pts }: SymbolRecord,
  side: number,
  market: number,
  asked: NaiveStops,
  held: NaiveStops | undefined,
): Code | undefined {
  const least = Math.max(1, stops_level_pts)
  const isNew = (name: keyof NaiveStops): boolean =>
    asked[name] !== 0 && asked[name] !== held?.[name]
  const isWrong =
    (isNew('stopLoss') && (market - asked.stopLoss) * side < least) ||
    (isNew('takeProfit') && (asked.takeProfit - market) * side < least) ||
    (isNew('trailingPts') && (asked.trailingPts < least || asked.trailingPts >= market))
  return isWrong ? 'trade.invalid_stops' : undefined
}

/** True when a level is as near to the market as the freeze level. */
export function isFrozen(
  { freeze_level_pts }: SymbolRecord,
  market: number,
  levels: readonly number[],
): boolean {
  if (freeze_level_pts === 0) return false
  return levels.some((level) => level !== 0 && Math.abs(level - market) <= freeze_level_pts)
}

/** Points of the symbol on its ticks, above 0; undefined where the text is none. */
export function priceIn(symbol: SymbolRecord, text: string): number | undefined {
  return priceOrNone(symbol, text) || undefined
}

/** The same, or 0. */
function priceOrNone({ digits, tick_size }: SymbolRecord, text: string): number | undefined {
  const points = unitsOf(text, digits)
  const step = Number(tick_size) > 0 ? (unitsOf(tick_size, digits) ?? 1) : 1
  return points === undefined || points < 0 || points % step !== 0 ? undefined : points
}

export function openingRateOf(scene: Scene, id: number, side: number): bigint | undefined {
  const { margin_currency } = symbolAt(scene, id)
  return dollars(scene.book, scene.prices, margin_currency, side === 1 ? 'dear' : 'cheap')
}

/**
 * The refusal of a request that would take the margin to `needed`, cost something, and settle a part of what
 * floats, where the account cannot pay for it.
 */
export function unaffordable(
  scene: Scene,
  needed: number,
  cost = 0,
  settled = 0,
): Code | undefined {
  if (needed <= naiveMargin(scene)) return undefined
  const funds = usableFunds(scene, settled)
  if (funds === undefined) return 'trade.off_quotes'
  return funds - cost >= needed ? undefined : 'trade.no_money'
}

export function cannotOpen(
  scene: Scene,
  opening: Opening,
  cost: number,
  settled: number,
): Code | undefined {
  return unaffordable(scene, naiveMargin(scene, opening), cost, settled)
}

export interface NaiveRoute {
  readonly action: string
  readonly clearsStops: boolean
  readonly ruleId: number
}

/** The first rule that fits and decides; the given rules go by kinds alone. */
export function routeOf(
  { book }: Scene,
  kind: string,
  orderKind: OrderKind,
): NaiveRoute | undefined {
  let clearsStops = false
  for (const rule of book.records.routing) {
    const fits =
      (rule.request_kinds.length === 0 ||
        (rule.request_kinds as readonly string[]).includes(kind)) &&
      (rule.order_kinds.length === 0 || rule.order_kinds.includes(orderKind))
    if (!fits || !rule.enabled) continue
    if (rule.action === 'clear_stops') clearsStops = true
    else return { action: rule.action, clearsStops, ruleId: rule.id }
  }
  return undefined
}

/** Inside a trading session of the server's week, which the given settings keep in UTC. */
export function isTraded({ sessions }: SymbolRecord, now: number): boolean {
  const own = sessions.filter(({ kind }) => kind === 'trade')
  if (own.length === 0) return true
  const minute = Math.floor(now / 60_000) % 1440
  const day = ((Math.floor(now / 86_400_000) + 3) % 7) + 1
  return own.some((one) => one.day === day && minute >= one.from_min && minute < one.to_min)
}

/** The stops that a request asks for; what it leaves out is as `held` has it. Undefined: not prices. */
export function stopsIn(
  symbol: SymbolRecord,
  { stop_loss, take_profit, trailing_pts }: TradeFields,
  held: NaiveStops,
): NaiveStops | undefined {
  const stopLoss = stop_loss === undefined ? held.stopLoss : priceOrNone(symbol, stop_loss)
  const takeProfit = take_profit === undefined ? held.takeProfit : priceOrNone(symbol, take_profit)
  if (stopLoss === undefined || takeProfit === undefined) return undefined
  return { stopLoss, takeProfit, trailingPts: trailing_pts ?? held.trailingPts }
}
