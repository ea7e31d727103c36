import type { SymbolSpec } from '../../book/compiled.js'
import { factorsOf, pendingFactor } from '../../book/symbol-factors.js'
import type { PricePts, Rate, Side, VolumeUnits } from '../../units.js'
import { isLimit, type PendingLegs, sideOfLeg } from '../holdings/pending-legs.js'
import type { Exposure } from '../holdings/position.js'
import { type Charge, type Charges, chargesAmount } from './margin-charge.js'

/** The parts that are charged on one symbol: its positions, its pending orders, and an order that would open. */

/**
 * A market order for a symbol as its group sees it, with the price and rate at which it would open.
 */
export interface OpeningOrder {
  readonly symbol: SymbolSpec
  readonly side: Side
  readonly volume: VolumeUnits
  readonly price: PricePts
  /** The rate from margin currency to deposit currency. */
  readonly rateMargin: Rate
}

function positionCharges(held: Exposure, symbol: SymbolSpec): Charges {
  return [uncovered(held, symbol), covered(held, symbol)]
}

/**
 * The basic method for hedging accounts: uncovered volume, covered volume, and each kind of pending
 * orders. While an order opens a position, these parts of the symbol are charged:
 *
 *   - the currently uncovered volume at the maintenance margin, even if the order will cover it;
 *   - the covered volume after the order;
 *   - the part of the order that covers nothing, at the initial margin and rate.
 *
 * Example: a buy of 1 lot at maintenance 500, and a new sell of 2 lots with hedged margin 500 and
 * initial margin 1,000. The order needs 500 + 500 + 1,000 = 2,000; afterwards 1,000 stays charged.
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
 * Netting accounts never have both sides. Market and limit orders on the position's side add to it.
 * Opposite ones offset it: they cost nothing up to the position's volume; beyond that the larger
 * side is charged. The larger side is chosen before leverage tiers apply. Stops are always added.
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
/** The volume of the larger leg beyond the smaller one, at the averages of the larger leg. */
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

/** The volume of the smaller leg, at the averages of all positions. */
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
