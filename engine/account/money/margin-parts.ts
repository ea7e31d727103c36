import type { SymbolSpec } from '../../book/compiled.js'
import { factorsOf, pendingFactor } from '../../book/symbol-factors.js'
import type { PricePts, Rate, Side, VolumeUnits } from '../../units.js'
import { isLimit, type PendingLegs, sideOfLeg } from '../holdings/pending-legs.js'
import type { Exposure } from '../holdings/position.js'
import { type Charge, type Charges, chargesAmount } from './margin-charge.js'

/** The parts that are charged on one symbol: its positions, its pending orders, and an order that would open. */

/** A market order for a symbol as its group sees it, at the price and rate it would open with. */
export interface OpeningOrder {
  readonly symbol: SymbolSpec
  readonly side: Side
  readonly volume: VolumeUnits
  readonly price: PricePts
  /** Margin currency to deposit currency. */
  readonly rateMargin: Rate
}

function positionCharges(held: Exposure, symbol: SymbolSpec): Charges {
  return [uncovered(held, symbol), covered(held, symbol)]
}

/**
 * The basic method of hedging accounts: uncovered, covered, and each kind of pending orders. While an
 * order opens, the symbol is charged
 *
 *   - the volume held uncovered at maintenance, also where the order covers it, since it is held
 *     until the new position is there;
 *   - the covered volume as it will be after;
 *   - what of the order covers nothing, at the initial margin and rate.
 *
 * Holding 1 lot bought at maintenance 500 and selling 2 with hedged 500 and initial 1,000 needs
 * 500 + 500 + 1,000 = 2,000, of which 1,000 stays charged once the position is open.
 */
export function hedgingCharges(
  symbol: SymbolSpec,
  held: Exposure | undefined,
  pending: PendingLegs,
  order: OpeningOrder | undefined,
): Charges {
  const charges = hedgingPositions(symbol, held, order)
  if (pending.length === 0) return charges
  return [...charges, ...pending.map((leg) => pendingCharge(symbol, leg))]
}

function hedgingPositions(
  symbol: SymbolSpec,
  held: Exposure | undefined,
  order: OpeningOrder | undefined,
): Charges {
  if (held === undefined) return order === undefined ? [] : [initial(order, order.volume)]
  if (order === undefined) return positionCharges(held, symbol)
  const net = order.side * (held.sellVolume - held.buyVolume)
  const open = net > 0 ? order.volume - net : order.volume
  return [
    uncovered(held, symbol),
    covered(afterOpening(held, order), symbol),
    open > 0 ? initial(order, open) : undefined,
  ]
}

/**
 * Netting accounts never hold both sides. Market and limit orders on the position's side add to it,
 * and opposite ones stand against it: nothing while their volume does not exceed the position's, else
 * the larger side is charged. Which is larger is decided before tiers. Stops are always added.
 */
export function nettingCharges(
  symbol: SymbolSpec,
  held: Exposure | undefined,
  pending: PendingLegs,
  order: OpeningOrder | undefined,
  leverage: number,
): Charges {
  const net = held === undefined ? 0 : held.buyVolume - held.sellVolume
  const own: Side = net < 0 ? -1 : 1
  const side = (which: Side): Charge[] => {
    const limits = pending.filter((leg) => isLimit(leg) && sideOfLeg(leg) === which)
    const charges = limits.map((leg) => pendingCharge(symbol, leg))
    return order?.side === which ? [...charges, initial(order, order.volume)] : charges
  }
  const positions = held === undefined ? [] : positionCharges(held, symbol)
  const ownSide = [...positions, ...side(own)]
  const opposite = side(own === 1 ? -1 : 1)
  const against = opposite.reduce((sum, { volume }) => sum + volume, 0)
  const isOpposite = against > Math.abs(net) && isLarger(opposite, ownSide, leverage)
  const stops = pending.filter((leg) => !isLimit(leg)).map((leg) => pendingCharge(symbol, leg))
  return [...(isOpposite ? opposite : ownSide), ...stops]
}

function isLarger(a: Charges, b: Charges, leverage: number): boolean {
  const [one, other] = [chargesAmount(a, leverage), chargesAmount(b, leverage)]
  return one.numerator * other.denominator > other.numerator * one.denominator
}

function pendingCharge(symbol: SymbolSpec, leg: PendingLegs[number]): Charge {
  const { kind, volume, value, rate } = leg
  return { factor: pendingFactor(symbol, kind), volume, over: volume, value, rate }
}

function initial(order: OpeningOrder, volume: VolumeUnits): Charge {
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

function afterOpening(held: Exposure, order: OpeningOrder): Legs {
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
