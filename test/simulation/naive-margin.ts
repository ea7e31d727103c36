import type { OrderEvent, PositionEvent } from '../../engine/account/event.js'
import type { SymbolRecord } from '../../engine/config/symbol.js'
import { bySymbol, groupIn, leverageIn, type Scene, symbolAt } from './naive-account.js'
import { NOTHING, plus, type Ratio, ratio, ratioOf, rounded, times } from './naive-ratio.js'

/**
 * Margin by domain 2.3. Of a hedging account: of each symbol what is uncovered, what is covered if that
 * is charged, and the orders that rest, each kind for itself; exact, and rounded once for each symbol.
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
  let margin = 0n
  for (const id of ids) {
    const extra = opening?.symbolId === id ? opening : undefined
    if (groupIn(scene).margin_mode === 'netting') {
      margin += rounded(
        nettingMargin(scene, id, positions.get(id) ?? [], orders.get(id) ?? [], extra),
        2,
      )
      continue
    }
    margin += rounded(
      plus(
        ...positionParts(scene, id, positions.get(id) ?? [], extra),
        ...pendingParts(scene, id, orders.get(id) ?? []),
      ),
      2,
    )
  }
  return Number(margin)
}

function positionParts(
  scene: Scene,
  id: number,
  positions: readonly PositionEvent[],
  opening: Opening | undefined,
): Ratio[] {
  const symbol = symbolAt(scene, id)
  const leverage = leverageIn(scene)
  const buys = legOf(positions.filter(({ side }) => side === 1))
  const sells = legOf(positions.filter(({ side }) => side === -1))
  const held = uncovered(symbol, buys, sells, leverage)
  if (opening === undefined) return [held, covered(symbol, buys, sells, leverage)]
  const extra = legOf([{ ...opening, priceOpen: opening.price }])
  const [boughtAfter, soldAfter] =
    opening.side === 1 ? [sum(buys, extra), sells] : [buys, sum(sells, extra)]
  const covers = opening.side === 1 ? sells.volume - buys.volume : buys.volume - sells.volume
  const rest = extra.volume - (covers > 0n ? covers : 0n)
  const parts = [held, covered(symbol, boughtAfter, soldAfter, leverage)]
  if (rest > 0n) {
    const rate = ratioOf(sideRate(symbol, opening.side).initial)
    const { margin_initial: money, contract_size: contract } = symbol
    parts.push(component(symbol, rest, extra, contract, money, rate, leverage))
  }
  return parts
}

/**
 * What adds to the position against what stands opposite to it, of which the larger is charged; stops
 * always.
 */
function nettingMargin(
  scene: Scene,
  id: number,
  positions: readonly PositionEvent[],
  orders: readonly OrderEvent[],
  opening: Opening | undefined,
): Ratio {
  const [position] = positions
  const own = position?.side ?? 1
  const limits = orders.filter(({ kind }) => kind === 'limit')
  const sideOf = (side: number): Ratio[] => [
    ...pendingParts(
      scene,
      id,
      limits.filter((order) => order.side === side),
    ),
    ...(opening?.side === side ? [initialPart(scene, opening)] : []),
  ]
  const held = position === undefined ? [] : positionParts(scene, id, positions, undefined)
  const ownSide = plus(...held, ...sideOf(own))
  const opposite = plus(...sideOf(-own))
  let against = opening?.side === -own ? opening.volume : 0
  for (const order of limits) if (order.side === -own) against += order.volumeCurrent
  const isLarger = opposite.top * ownSide.bottom > ownSide.top * opposite.bottom
  const charged = against > (position?.volume ?? 0) && isLarger ? opposite : ownSide
  const stops = orders.filter(({ kind }) => kind !== 'limit')
  return plus(charged, ...pendingParts(scene, id, stops))
}

function initialPart(scene: Scene, opening: Opening): Ratio {
  const symbol = symbolAt(scene, opening.symbolId)
  const leg = legOf([{ ...opening, priceOpen: opening.price }])
  const rate = ratioOf(sideRate(symbol, opening.side).initial)
  const { margin_initial: money, contract_size: contract } = symbol
  return component(symbol, leg.volume, leg, contract, money, rate, leverageIn(scene))
}

function pendingParts(scene: Scene, id: number, orders: readonly OrderEvent[]): Ratio[] {
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
    const parts = [leg.volume, leg, contract, money, ratioOf(rate.initial)] as const
    return component(symbol, ...parts, leverageIn(scene))
  })
}

/** The larger side's volume beyond the smaller's, at the larger side's averages. */
function uncovered(symbol: SymbolRecord, buys: Leg, sells: Leg, leverage: number): Ratio {
  const net = buys.volume - sells.volume
  if (net === 0n) return NOTHING
  const [leg, side] = net > 0n ? [buys, 1] : [sells, -1]
  const { margin_initial, margin_maintenance, contract_size } = symbol
  const money = isZero(margin_maintenance) ? margin_initial : margin_maintenance
  const rate = maintenanceRate(symbol, side)
  return component(symbol, net > 0n ? net : -net, leg, contract_size, money, rate, leverage)
}

/** The smaller side's volume, at the averages of all positions. */
function covered(symbol: SymbolRecord, buys: Leg, sells: Leg, leverage: number): Ratio {
  const { margin_hedged, margin_initial, calc_mode } = symbol
  const isBuysSmaller = buys.volume < sells.volume
  const { volume } = isBuysSmaller ? buys : sells
  if (volume === 0n || isZero(margin_hedged)) return NOTHING
  const isMoney = calc_mode === 'futures' || !isZero(margin_initial)
  const rates = plus(maintenanceRate(symbol, 1), maintenanceRate(symbol, -1))
  const money = isMoney ? margin_hedged : '0'
  const rate = times(rates, ratio(1, 2))
  return component(symbol, volume, sum(buys, sells), margin_hedged, money, rate, leverage)
}

/** `volume` charged at the average price and conversion rate of `leg`, in the account's currency. */
function component(
  symbol: SymbolRecord,
  volume: bigint,
  leg: Leg,
  contract: string,
  money: string,
  marginRate: Ratio,
  leverage: number,
): Ratio {
  const { calc_mode, digits, tick_size, tick_value } = symbol
  const common = times(
    ratio(volume, 10n ** 8n),
    ratio(leg.rate, leg.volume * 10n ** 12n),
    marginRate,
  )
  const levered = ratio(1, leverage)
  if (calc_mode === 'futures') return times(common, ratioOf(money))
  if (!isZero(money)) {
    const base = times(common, ratioOf(money))
    return calc_mode === 'forex' ? times(base, levered) : base
  }
  const base = times(common, ratioOf(contract))
  const price = ratio(leg.value, leg.volume * 10n ** BigInt(digits))
  switch (calc_mode) {
    case 'forex':
      return times(base, levered)
    case 'forex_no_leverage':
      return base
    case 'cfd':
      return times(base, price)
    case 'cfd_leverage':
      return times(base, price, levered)
    case 'cfd_index': {
      if (isZero(tick_size) || isZero(tick_value)) return times(base, price)
      const { top, bottom } = ratioOf(tick_size)
      return times(base, price, ratioOf(tick_value), { top: bottom, bottom: top })
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
