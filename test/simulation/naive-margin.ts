import type { OrderEvent, PositionEvent } from '../../engine/account/event.js'
import type { SymbolRecord } from '../../engine/config/records/symbol.js'
import { bySymbol, groupIn, leverageIn, type Scene, symbolAt } from './naive-account.js'
import { plus, type Ratio, ratio, ratioOf, times } from './naive-ratio.js'
import { type Part, tieredMargin } from './naive-tiers.js'

/**
 * Margin (docs/trade/margin.md). Of a hedging account: of each symbol what is uncovered, what is covered if that
 * is charged, and the orders that rest, each kind for itself; exact, and rounded once for each symbol.
 * The group's leverage profile raises or lowers it by how much is held.
 */
export interface Opening {
  readonly symbolId: number
  readonly side: number
  readonly volume: number
  readonly price: number
  readonly rateMargin: bigint
}

/** Volume, volume x price and volume x rate, summed. */
interface Leg {
  readonly volume: bigint
  readonly value: bigint
  readonly rate: bigint
}

export function naiveMargin(scene: Scene, opening?: Opening): number {
  const positions = bySymbol(scene.account.positions.values())
  const orders = bySymbol(scene.account.orders.values())
  const ids = new Set([...positions.keys(), ...orders.keys()])
  if (opening !== undefined) ids.add(opening.symbolId)
  const isNetting = groupIn(scene).margin_mode === 'netting'
  const parts = new Map<number, Part[]>()
  for (const id of ids) {
    const extra = opening?.symbolId === id ? opening : undefined
    const [held, resting] = [positions.get(id) ?? [], orders.get(id) ?? []]
    const own = isNetting
      ? nettingParts(scene, id, held, resting, extra)
      : [...positionParts(scene, id, held, extra), ...pendingParts(scene, id, resting)]
    parts.set(id, own)
  }
  return tieredMargin(scene, parts)
}

function positionParts(
  scene: Scene,
  id: number,
  positions: readonly PositionEvent[],
  opening: Opening | undefined,
): Part[] {
  const symbol = symbolAt(scene, id)
  const leverage = leverageIn(scene)
  const buys = legOf(positions.filter(({ side }) => side === 1))
  const sells = legOf(positions.filter(({ side }) => side === -1))
  const held = uncovered(symbol, buys, sells, leverage)
  if (opening === undefined) return [...held, ...covered(symbol, buys, sells, leverage)]
  const extra = legOf([{ ...opening, priceOpen: opening.price }])
  const [boughtAfter, soldAfter] =
    opening.side === 1 ? [sum(buys, extra), sells] : [buys, sum(sells, extra)]
  const covers = opening.side === 1 ? sells.volume - buys.volume : buys.volume - sells.volume
  const rest = extra.volume - (covers > 0n ? covers : 0n)
  const parts = [...held, ...covered(symbol, boughtAfter, soldAfter, leverage)]
  return rest > 0n ? [...parts, initialPart(scene, opening, rest)] : parts
}

/**
 * The parts that add to the position, against those that stand opposite to it, of which the larger is
 * charged; stops always.
 */
function nettingParts(
  scene: Scene,
  id: number,
  positions: readonly PositionEvent[],
  orders: readonly OrderEvent[],
  opening: Opening | undefined,
): Part[] {
  const [position] = positions
  const own = position?.side ?? 1
  const limits = orders.filter(({ kind }) => kind === 'limit')
  const sideOf = (side: number): Part[] => [
    ...pendingParts(
      scene,
      id,
      limits.filter((order) => order.side === side),
    ),
    ...(opening?.side === side ? [initialPart(scene, opening, BigInt(opening.volume))] : []),
  ]
  const held = position === undefined ? [] : positionParts(scene, id, positions, undefined)
  const ownSide = [...held, ...sideOf(own)]
  const opposite = sideOf(-own)
  let against = opening?.side === -own ? opening.volume : 0
  for (const order of limits) if (order.side === -own) against += order.volumeCurrent
  const [less, more] = [ownSide, opposite].map((parts) => plus(...parts.map((one) => one.amount)))
  const isLarger =
    less !== undefined && more !== undefined && more.top * less.bottom > less.top * more.bottom
  const charged = against > (position?.volume ?? 0) && isLarger ? opposite : ownSide
  const stops = orders.filter(({ kind }) => kind !== 'limit')
  return [...charged, ...pendingParts(scene, id, stops)]
}

function initialPart(scene: Scene, opening: Opening, volume: bigint): Part {
  const symbol = symbolAt(scene, opening.symbolId)
  const leg = legOf([{ ...opening, priceOpen: opening.price }])
  const rate = ratioOf(sideRate(symbol, opening.side).initial)
  const { margin_initial: money, contract_size: contract } = symbol
  const charged = { contract, money, rate, isInitial: true }
  return component(symbol, volume, leg, charged, leverageIn(scene))
}

function pendingParts(scene: Scene, id: number, orders: readonly OrderEvent[]): Part[] {
  const symbol = symbolAt(scene, id)
  const kinds = new Map<string, OrderEvent[]>()
  for (const order of orders) {
    const kind = `${order.side === 1 ? 'buy' : 'sell'}_${order.kind}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), order])
  }
  return [...kinds].map(([kind, held]) => {
    const leg = legOf(
      held.map((order) => ({ ...order, volume: order.volumeCurrent, priceOpen: order.price })),
    )
    const listed = symbol.margin_rates.find((rate) => rate.kind === kind)
    const rate = listed ?? sideRate(symbol, kind.startsWith('buy') ? 1 : -1)
    const { margin_initial: money, contract_size: contract } = symbol
    const charged = { contract, money, rate: ratioOf(rate.initial), isInitial: true }
    return component(symbol, leg.volume, leg, charged, leverageIn(scene))
  })
}

/** The larger side's volume beyond the smaller's, at the larger side's averages. */
function uncovered(symbol: SymbolRecord, buys: Leg, sells: Leg, leverage: number): Part[] {
  const net = buys.volume - sells.volume
  if (net === 0n) return []
  const [leg, side] = net > 0n ? [buys, 1] : [sells, -1]
  const { margin_initial, margin_maintenance, contract_size: contract } = symbol
  const money = isZero(margin_maintenance) ? margin_initial : margin_maintenance
  const charged = { contract, money, rate: maintenanceRate(symbol, side), isInitial: false }
  return [component(symbol, net > 0n ? net : -net, leg, charged, leverage)]
}

/** The smaller side's volume, at the averages of all positions. */
function covered(symbol: SymbolRecord, buys: Leg, sells: Leg, leverage: number): Part[] {
  const { margin_hedged, margin_initial, calc_mode } = symbol
  const isBuysSmaller = buys.volume < sells.volume
  const { volume } = isBuysSmaller ? buys : sells
  if (volume === 0n || isZero(margin_hedged)) return []
  const isMoney = calc_mode === 'futures' || !isZero(margin_initial)
  const rates = plus(maintenanceRate(symbol, 1), maintenanceRate(symbol, -1))
  const money = isMoney ? margin_hedged : '0'
  const rate = times(rates, ratio(1, 2))
  const charged = { contract: margin_hedged, money, rate, isInitial: false }
  return [component(symbol, volume, sum(buys, sells), charged, leverage)]
}

interface Charged {
  readonly contract: string
  /** The money for each lot, instead of the formula where it is not 0. */
  readonly money: string
  readonly rate: Ratio
  readonly isInitial: boolean
}

/** `volume` charged at the average price and conversion rate of `leg`, in the account's currency. */
function component(
  symbol: SymbolRecord,
  volume: bigint,
  leg: Leg,
  charged: Charged,
  leverage: number,
): Part {
  const { digits, calc_mode } = symbol
  const price = ratio(leg.value, leg.volume * 10n ** BigInt(digits))
  const rate = ratio(leg.rate, leg.volume * 10n ** 12n)
  const lots = ratio(volume, 10n ** 8n)
  const isFree = charged.rate.top === 0n || (calc_mode === 'futures' && isZero(charged.money))
  const amount = times(lots, rate, charged.rate, perLot(symbol, price, charged, leverage))
  return { amount, isInitial: charged.isInitial, isFree, lots, price, rate }
}

/** The charge of a lot in the margin currency, before the margin rate. */
function perLot(
  { calc_mode, tick_size, tick_value }: SymbolRecord,
  price: Ratio,
  { contract, money }: Charged,
  leverage: number,
): Ratio {
  const levered = ratio(1, leverage)
  if (calc_mode === 'futures') return ratioOf(money)
  if (!isZero(money)) return calc_mode === 'forex' ? times(ratioOf(money), levered) : ratioOf(money)
  const size = ratioOf(contract)
  switch (calc_mode) {
    case 'forex':
      return times(size, levered)
    case 'forex_no_leverage':
      return size
    case 'cfd':
      return times(size, price)
    case 'cfd_leverage':
      return times(size, price, levered)
    case 'cfd_index': {
      if (isZero(tick_size) || isZero(tick_value)) return times(size, price)
      const { top, bottom } = ratioOf(tick_size)
      return times(size, price, ratioOf(tick_value), { top: bottom, bottom: top })
    }
  }
}

function legOf(
  rows: readonly {
    readonly volume: number
    readonly priceOpen: number
    readonly openRest?: number
    readonly rateMargin: bigint
  }[],
): Leg {
  let [volume, value, rate] = [0n, 0n, 0n]
  for (const row of rows) {
    const own = BigInt(row.volume)
    volume += own
    value += own * BigInt(row.priceOpen) + BigInt(row.openRest ?? 0)
    rate += own * row.rateMargin
  }
  return { volume, value, rate }
}

function sum(a: Leg, b: Leg): Leg {
  return { volume: a.volume + b.volume, value: a.value + b.value, rate: a.rate + b.rate }
}

function isZero(text: string): boolean {
  return ratioOf(text).top === 0n
}

function sideRate(
  { margin_rates }: SymbolRecord,
  side: number,
): { readonly initial: string; readonly maintenance: string } {
  const listed = margin_rates.find(({ kind }) => kind === (side === 1 ? 'buy' : 'sell'))
  return listed ?? { initial: '1', maintenance: '1' }
}

function maintenanceRate(symbol: SymbolRecord, side: number): Ratio {
  const { initial, maintenance } = sideRate(symbol, side)
  return ratioOf(isZero(maintenance) ? initial : maintenance)
}
