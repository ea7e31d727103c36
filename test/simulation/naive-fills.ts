import type {
  AccountEvent,
  DealEvent,
  OrderEvent,
  PositionEvent,
} from '../../engine/account/event.js'
import type { Code } from '../../engine/code.js'
import { groupIn, type Scene, symbolAt } from './naive-account.js'
import {
  cannotOpen,
  type NaiveStops,
  openingRateOf,
  tooManyPositions,
  tooMuch,
  wrongAccess,
} from './naive-checks.js'
import { type Costs, commissionOf } from './naive-commission.js'
import { NEW_DEAL, NEW_ORDER } from './naive-outcome.js'
import { ratio, rounded } from './naive-ratio.js'
import {
  closedRows,
  dealOf,
  marketOrder,
  type NaiveFill,
  nextRow,
  openedPosition,
  realised,
} from './naive-rows.js'

/** The outcome of an order that names no position, on hedging and netting accounts (docs/trade/netting.md). */
export interface NaiveNetting {
  readonly position: PositionEvent | undefined
  /** The volume of it that opens something. */
  readonly opens: number
}

export function nettedIn(
  scene: Scene,
  symbolId: number,
  side: number,
  volume: number,
): NaiveNetting {
  if (groupIn(scene).margin_mode === 'hedging') return { position: undefined, opens: volume }
  const position = [...scene.account.positions.values()].find((one) => one.symbolId === symbolId)
  if (position === undefined || position.side === side) return { position, opens: volume }
  return { position, opens: Math.max(0, volume - position.volume) }
}

/** The refusal by access of a fill in netting: one that only takes away needs no access to open. */
export function wrongNettedAccess(
  scene: Scene,
  symbolId: number,
  side: number,
  { opens }: NaiveNetting,
): Code | undefined {
  const symbol = symbolAt(scene, symbolId)
  return opens > 0 || symbol.trade_access === 'disabled' ? wrongAccess(symbol, side) : undefined
}

export function noRoom(
  scene: Scene,
  symbolId: number,
  side: number,
  { position, opens }: NaiveNetting,
): Code | undefined {
  if (opens === 0) return undefined
  const full = position === undefined ? tooManyPositions(scene) : undefined
  return full ?? tooMuch(scene, symbolId, side, opens)
}

/** The rows of a fill, or why there is none. An order that rested is given as it is when done. */
export function filledRows(
  scene: Scene,
  fill: NaiveFill,
  stops: NaiveStops,
  rested?: OrderEvent,
): AccountEvent[] | Code {
  const { symbolId, side, volume, price } = fill
  const { position, opens } = nettedIn(scene, symbolId, side, volume)
  if (position !== undefined && opens === 0) {
    return closedRows(scene, position, fill, 'out', rested) ?? 'trade.off_quotes'
  }
  const rateMargin = openingRateOf(scene, symbolId, side)
  if (rateMargin === undefined) return 'trade.off_quotes'
  const entry = opens < volume ? 'inout' : 'in'
  const costs = commissionOf(scene, { symbolId, entry, volume, opened: opens, price })
  if (costs === undefined) return 'trade.off_quotes'
  const cost = -costs.commission - costs.commissionDue
  const settled = entry === 'inout' ? settledBy(scene, position, price) : 0
  if (settled === undefined) return 'trade.off_quotes'
  const poor = cannotOpen(scene, { symbolId, side, volume, price, rateMargin }, cost, settled)
  if (poor !== undefined) return poor
  const { now } = scene
  const done = rested ?? { ...marketOrder(fill, NEW_ORDER, now), ...stopsOnly(stops) }
  if (position === undefined) {
    const ids = { id: NEW_DEAL, orderId: done.id, positionId: done.id }
    const deal = dealOf(fill, ids, 'in', costs, now)
    const row = openedPosition(fill, done.id, rateMargin, stops, now)
    return [{ ...done, positionId: done.id }, deal, row]
  }
  const order = { ...done, positionId: position.id }
  const ids = { id: NEW_DEAL, orderId: done.id, positionId: position.id }
  if (entry === 'in') {
    const deal = dealOf(fill, ids, 'in', costs, now)
    return [order, deal, enlarged(position, fill, rateMargin, stops)]
  }
  return reversed(scene, position, fill, { order, ids, rateMargin, stops, costs })
}

/** The floating profit of the position that a larger order closes. */
function settledBy(
  scene: Scene,
  position: PositionEvent | undefined,
  price: number,
): number | undefined {
  if (position === undefined) return 0
  const money = realised(scene, position, price, position.volume)
  return money && money.profit + money.swap
}

function stopsOnly({ stopLoss, takeProfit, trailingPts }: NaiveStops): NaiveStops {
  return { stopLoss, takeProfit, trailingPts }
}

/** The average of what was paid, and what its rounding leaves. */
function enlarged(
  position: PositionEvent,
  { volume: added, price }: NaiveFill,
  rateMargin: bigint,
  stops: NaiveStops,
): PositionEvent {
  const [before, more] = [BigInt(position.volume), BigInt(added)]
  const whole = before + more
  const paid =
    before * BigInt(position.priceOpen) + BigInt(position.openRest) + more * BigInt(price)
  const priceOpen = rounded(ratio(paid, whole), 0)
  return nextRow(position, {
    ...stopsOnly(stops),
    volume: Number(whole),
    priceOpen: Number(priceOpen),
    openRest: Number(paid - whole * priceOpen),
    rateMargin: rounded(ratio(before * position.rateMargin + more * rateMargin, whole), 0),
  })
}

interface Reversal {
  readonly order: OrderEvent
  readonly ids: Pick<DealEvent, 'id' | 'orderId' | 'positionId'>
  readonly rateMargin: bigint
  readonly stops: NaiveStops
  readonly costs: Costs
}

/** One deal closes the position and opens what is over, under the same id. */
function reversed(
  scene: Scene,
  position: PositionEvent,
  fill: NaiveFill,
  { order, ids, rateMargin, stops, costs }: Reversal,
): AccountEvent[] | Code {
  const { now } = scene
  const { side, price, reason, comment } = fill
  const volumeClosed = position.volume
  const money = realised(scene, position, price, volumeClosed)
  if (money === undefined) return 'trade.off_quotes'
  const { profit, swap, rateProfit } = money
  const figures = { profit, swap, rateProfit, volumeClosed, ...costs }
  return [
    order,
    dealOf(fill, ids, 'inout', figures, now),
    nextRow(position, {
      ...stopsOnly(stops),
      side,
      volume: fill.volume - volumeClosed,
      priceOpen: price,
      priceClose: price,
      openRest: 0,
      rateMargin,
      swap: 0,
      openedAt: now,
      reason,
      comment,
      dealer: 0,
    }),
  ]
}
