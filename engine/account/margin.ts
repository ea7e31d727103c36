import type { Book, GroupSpec, SymbolSpec } from '../book.js'
import { symbolSeen } from '../group-symbols.js'
import { factorsOf } from '../symbol-factors.js'
import type { Minor, PricePts, Rate, Side, VolumeUnits } from '../units.js'
import { type Charge, roundedCharges } from './margin-charge.js'
import type { Account, Exposure } from './state.js'

/**
 * Margin by domain 2.3, the basic method: what buys and sells of a symbol leave uncovered, and what
 * they cover of each other if the symbol charges that.
 *
 *   M1. Open positions are charged the maintenance margin and rate at their average open price and
 *       their average stored conversion rate, so margin moves with no price.
 *   M2. A symbol's parts are summed exactly and rounded once; the account's margin is the sum of
 *       its symbols'.
 *   M3. A symbol that is not in the settings charges nothing: its positions have no value either,
 *       so equity is unknown and nothing can be opened on it.
 *   M4. A symbol is charged as the account's group sees it (`engine/group-symbols.ts`).
 */
export function accountMargin(account: Account, book: Book, group: GroupSpec): Minor {
  const leverage = leverageOf(account, group)
  let margin = 0
  for (const exposure of account.exposures.values()) {
    const symbol = book.symbolsById.get(exposure.symbolId)
    if (symbol === undefined) continue
    margin += symbolMargin(exposure, symbolSeen(group, symbol), group, leverage)
  }
  return margin
}

/** The account's own leverage, or its group's when it has none; 1 when neither has. */
export function leverageOf(account: Account, group: GroupSpec): number {
  return account.leverage || group.record.leverage || 1
}

export function symbolMargin(
  exposure: Exposure,
  symbol: SymbolSpec,
  group: GroupSpec,
  leverage: number,
): Minor {
  const charges = [uncovered(exposure, symbol), covered(exposure, symbol)]
  return roundedCharges(charges, leverage, group.currencyDigits)
}

/**
 * What the account's margin must be covered for while it opens a position: the margin of everything
 * it holds, with, for the symbol of the new volume,
 *
 *   - the volume held uncovered at maintenance, also where the new volume covers it, since it is
 *     held until the new position is there;
 *   - the covered volume as it will be after;
 *   - the new volume that covers nothing at the initial margin and rate, at `price` and
 *     `rateMargin`.
 *
 * Holding 1 lot bought at maintenance 500 and selling 2 with hedged 500 and initial 1,000 needs
 * 500 + 500 + 1,000 = 2,000, of which 1,000 stays charged once the position is open.
 *
 * A netting account never holds both sides: the same side adds up, an opposite order needs the
 * larger of the position's margin and its own.
 */
export function marginAfterOpening(
  account: Account,
  book: Book,
  group: GroupSpec,
  symbol: SymbolSpec,
  side: Side,
  volume: VolumeUnits,
  price: PricePts,
  rateMargin: Rate,
): Minor {
  const leverage = leverageOf(account, group)
  const order: Order = { symbol, side, volume, price, rateMargin }
  let margin = 0
  for (const exposure of account.exposures.values()) {
    if (exposure.symbolId === symbol.id) continue
    const other = book.symbolsById.get(exposure.symbolId)
    if (other === undefined) continue
    margin += symbolMargin(exposure, symbolSeen(group, other), group, leverage)
  }
  const held = account.exposures.get(symbol.id)
  return margin + openingMargin(held, order, group, leverage)
}

interface Order {
  readonly symbol: SymbolSpec
  readonly side: Side
  readonly volume: VolumeUnits
  readonly price: PricePts
  readonly rateMargin: Rate
}

function openingMargin(
  held: Exposure | undefined,
  order: Order,
  group: GroupSpec,
  leverage: number,
): Minor {
  const digits = group.currencyDigits
  if (held === undefined) return roundedCharges([initial(order, order.volume)], leverage, digits)
  const { symbol, side, volume } = order
  const opposite = side === 1 ? held.sellVolume - held.buyVolume : held.buyVolume - held.sellVolume
  if (group.record.margin_mode === 'netting' && opposite > 0) {
    const heldMargin = symbolMargin(held, symbol, group, leverage)
    if (volume <= opposite) return heldMargin
    return Math.max(heldMargin, roundedCharges([initial(order, volume)], leverage, digits))
  }
  const open = opposite > 0 ? Math.max(0, volume - opposite) : volume
  const charges = [
    uncovered(held, symbol),
    covered(afterOpening(held, order), symbol),
    open > 0 ? initial(order, open) : undefined,
  ]
  return roundedCharges(charges, leverage, digits)
}

function initial(order: Order, volume: VolumeUnits): Charge {
  const factors = factorsOf(order.symbol)
  return {
    factor: order.side === 1 ? factors.initialBuy : factors.initialSell,
    volume,
    over: 1,
    value: BigInt(order.price),
    rate: order.rateMargin,
  }
}

/** The larger leg's volume beyond the smaller's, at the larger leg's averages. */
function uncovered(exposure: Exposure, symbol: SymbolSpec): Charge | undefined {
  const factors = factorsOf(symbol)
  const net = exposure.buyVolume - exposure.sellVolume
  if (net === 0) return undefined
  if (net > 0) {
    const { buyVolume: over, buyValue: value, buyRate: rate } = exposure
    return { factor: factors.maintenanceBuy, volume: net, over, value, rate }
  }
  const { sellVolume: over, sellValue: value, sellRate: rate } = exposure
  return { factor: factors.maintenanceSell, volume: -net, over, value, rate }
}

/** The smaller leg's volume, at the averages of all positions. */
function covered(exposure: Legs, symbol: SymbolSpec): Charge | undefined {
  const factor = factorsOf(symbol).covered
  const volume = Math.min(exposure.buyVolume, exposure.sellVolume)
  if (factor === undefined || volume === 0) return undefined
  return {
    factor,
    volume,
    over: exposure.buyVolume + exposure.sellVolume,
    value: exposure.buyValue + exposure.sellValue,
    rate: exposure.buyRate + exposure.sellRate,
  }
}

type Legs = Omit<Exposure, 'symbolId' | 'count' | 'swap'>

function afterOpening(held: Exposure, order: Order): Legs {
  const { buyVolume, sellVolume, buyValue, sellValue, buyRate, sellRate } = held
  const volume = BigInt(order.volume)
  const value = volume * BigInt(order.price)
  const rate = volume * order.rateMargin
  return order.side === 1
    ? {
        buyVolume: buyVolume + order.volume,
        buyValue: buyValue + value,
        buyRate: buyRate + rate,
        sellVolume,
        sellValue,
        sellRate,
      }
    : {
        buyVolume,
        buyValue,
        buyRate,
        sellVolume: sellVolume + order.volume,
        sellValue: sellValue + value,
        sellRate: sellRate + rate,
      }
}
