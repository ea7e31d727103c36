import type { Side } from '../link/contract.js'
import { scaled, unscaled } from '../text/numbers.js'
import type { Order, Position } from './account/account.js'

/**
 * The rows of a price ladder: row n is at n steps.
 *
 * - A bid belongs to the row at or below its price, an ask to the row at or above it, so that no
 *   row looks better than the market.
 * - A step is a multiple of the tick size, so that each row is a valid price.
 * - Volumes are summed as integers.
 */
export interface Grid {
  /** The price step between rows in points. */
  readonly step: bigint
  readonly digits: number
}

export type RestingKind = 'limit' | 'stop'

/** The available step sizes in points. */
export const LADDER_STEPS = [1, 5, 10, 50, 100] as const
/** The decimals of volumes on the server. */
const VOLUME_DIGITS = 8

/** A number of points rounded up to whole ticks. */
export function stepOf(points: number, tickSize: string, digits: number): bigint {
  const wanted = BigInt(LADDER_STEPS.find((one) => one === points) ?? 1)
  const told = scaled(tickSize, digits)
  const tick = told > 0n ? told : 1n
  return ((wanted + tick - 1n) / tick) * tick
}

export function rowOf({ step, digits }: Grid, side: Side, price: string): bigint {
  return rowAt(step, side, scaled(price, digits))
}

function rowAt(step: bigint, side: Side, points: bigint): bigint {
  return side === 'buy' || points % step === 0n ? points / step : points / step + 1n
}

export function priceOfRow({ step, digits }: Grid, row: bigint): string {
  return unscaled(row * step, digits)
}

interface Level {
  readonly price: string
  readonly volume: string | null
}

export interface LadderPrices {
  readonly bid: string
  readonly ask: string
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

export interface LadderMarket {
  /** The best bid in points. */
  readonly bid: bigint
  readonly ask: bigint
  readonly bidRow: bigint
  readonly askRow: bigint
  /** Volumes by row; empty without market depth. */
  readonly bids: ReadonlyMap<bigint, bigint>
  readonly asks: ReadonlyMap<bigint, bigint>
  /** The largest volume of both sides. */
  readonly most: bigint
}

export function marketIn(grid: Grid, prices: LadderPrices): LadderMarket {
  const [bid, ask] = [scaled(prices.bid, grid.digits), scaled(prices.ask, grid.digits)]
  const bids = sumsOf(grid, 'buy', prices.bids)
  const asks = sumsOf(grid, 'sell', prices.asks)
  const [bidRow, askRow] = [rowAt(grid.step, 'buy', bid), rowAt(grid.step, 'sell', ask)]
  const most = [...bids.values(), ...asks.values()].reduce((a, b) => (a > b ? a : b), 0n)
  return { bid, ask, bidRow, askRow, bids, asks, most }
}

function sumsOf(grid: Grid, side: Side, levels: readonly Level[]): ReadonlyMap<bigint, bigint> {
  const sums = new Map<bigint, bigint>()
  for (const { price, volume } of levels) {
    if (volume === null) continue
    const row = rowOf(grid, side, price)
    sums.set(row, (sums.get(row) ?? 0n) + scaled(volume, VOLUME_DIGITS))
  }
  return sums
}

export function middleRow({ step }: Grid, { bid, ask }: LadderMarket): bigint {
  return (bid + ask) / (2n * step)
}

/** The type of a new order at a row; null at the market price itself. */
export function kindAt(
  { step }: Grid,
  { bid, ask }: LadderMarket,
  side: Side,
  row: bigint,
): RestingKind | null {
  const away = side === 'buy' ? ask - row * step : row * step - bid
  if (away === 0n) return null
  return away > 0n ? 'limit' : 'stop'
}

interface RowVolume {
  readonly text: string
  /** The volume as a percentage of the largest one, which is the length of its bar. */
  readonly share: number
}

const NOTHING: RowVolume = { text: '', share: 0 }

export function volumeIn({ bids, asks, most }: LadderMarket, side: Side, row: bigint): RowVolume {
  const volume = (side === 'buy' ? bids : asks).get(row)
  if (volume === undefined || volume === 0n) return NOTHING
  return { text: volumeText(volume), share: Number((100n * volume + most - 1n) / most) }
}

function volumeText(volume: bigint): string {
  return unscaled(volume, VOLUME_DIGITS).replace(/\.?0+$/, '')
}

export interface OrderGroup {
  /** The id of the oldest order. */
  readonly id: number
  readonly side: Side
  readonly row: bigint
  readonly volume: string
  readonly orders: readonly Order[]
}

export function orderGroups(grid: Grid, orders: readonly Order[]): readonly OrderGroup[] {
  const groups = new Map<string, { side: Side; row: bigint; orders: Order[] }>()
  for (const order of orders) {
    const { side, price } = order
    if (price === undefined || price === null) continue
    const row = rowOf(grid, side, price)
    const group = groups.get(`${side} ${row}`)
    if (group === undefined) groups.set(`${side} ${row}`, { side, row, orders: [order] })
    else group.orders.push(order)
  }
  return [...groups.values()].map((group) => ({
    ...group,
    id: Math.min(...group.orders.map(({ id }) => id)),
    volume: sumText(group.orders.map(({ volume_current }) => volume_current)),
  }))
}

function sumText(volumes: readonly string[]): string {
  return volumeText(volumes.reduce((sum, one) => sum + scaled(one, VOLUME_DIGITS), 0n))
}

/** A price of the trader's positions in a row. */
export interface RowMark {
  readonly what: 'open' | 'stop_loss' | 'take_profit'
  readonly side: Side
  readonly price: string
  readonly volume: string
}

export function marksByRow(
  grid: Grid,
  positions: readonly Position[],
): ReadonlyMap<bigint, readonly RowMark[]> {
  const rows = new Map<bigint, RowMark[]>()
  const put = (what: RowMark['what'], { side, volume }: Position, price: string) => {
    const row = rowOf(grid, side, price)
    const marks = rows.get(row) ?? []
    const same = marks.findIndex((one) => one.what === what && one.side === side)
    const before = marks[same]
    if (before === undefined) marks.push({ what, side, price, volume })
    else marks[same] = { ...before, volume: sumText([before.volume, volume]) }
    rows.set(row, marks)
  }
  for (const position of positions) {
    const { price_open, stop_loss, take_profit } = position
    put('open', position, price_open)
    if (typeof stop_loss === 'string') put('stop_loss', position, stop_loss)
    if (typeof take_profit === 'string') put('take_profit', position, take_profit)
  }
  return rows
}
