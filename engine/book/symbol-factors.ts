import type { MarginRateKind } from '../config/records/symbol.js'
import { powerOfTen, type Ratio, ratioOf } from '../numbers/rounding.js'
import { FIXED8_ONE, type Fixed8, RATE_ONE, type Side, VOLUME_SCALE } from '../units.js'
import { marginRateOf } from './book.js'
import type { MarginRate, SymbolSpec } from './compiled.js'

/**
 * A symbol's settings per unit of volume, as exact ratios, computed once per version
 * of a symbol. Money in whole units of the account's currency is then
 *
 *   profit = points x volume x profit ratio x rate
 *   margin = volume x margin ratio x rate [x price in points] [/ leverage]
 *   value  = volume x value ratio x rate [x price in points]
 *
 * with volume in 1e-8 lot and rate as the stored integer of 12 digits.
 */
export interface SymbolFactors {
  readonly profit: Ratio
  /** The initial margin of a new order, by side. */
  readonly initialBuy: MarginFactor
  readonly initialSell: MarginFactor
  /** The factor for uncovered open positions, by side. */
  readonly maintenanceBuy: MarginFactor
  readonly maintenanceSell: MarginFactor
  /** The volume in which buys and sells cover each other; undefined if it is not charged. */
  readonly covered: MarginFactor | undefined
  /** The value of a volume: contract size, by price if used, by tick value if prices have a tick. */
  readonly value: ValueFactor
}

export interface ValueFactor {
  readonly ratio: Ratio
  readonly byPrice: boolean
}

export interface MarginFactor extends ValueFactor {
  readonly byLeverage: boolean
  /** The charged side; 0 charges an equal volume of both sides. */
  readonly side: Side | 0
  /** Orders are charged the initial rates, positions the maintenance rates. */
  readonly isInitial: boolean
}

/**
 * The kinds of pending orders. `buy` and `sell` are market orders that wait for a dealer or a
 * provider.
 */
export type PendingKind = MarginRateKind

const factorsBySymbol = new WeakMap<SymbolSpec, SymbolFactors>()

export function factorsOf(symbol: SymbolSpec): SymbolFactors {
  let factors = factorsBySymbol.get(symbol)
  if (factors === undefined) {
    factors = compileFactors(symbol)
    factorsBySymbol.set(symbol, factors)
  }
  return factors
}

const VOLUME_ONE = BigInt(VOLUME_SCALE)
/** The scale of a product of volume, size or amount per lot, margin rate and conversion rate. */
const MARGIN_SCALE = VOLUME_ONE * FIXED8_ONE * FIXED8_ONE * RATE_ONE

function compileFactors(symbol: SymbolSpec): SymbolFactors {
  const { rateBuy, rateSell, marginInitial, marginMaintenance, marginHedged } = symbol
  const held = marginMaintenance > 0n ? marginMaintenance : marginInitial
  const maintenance = (side: Side, rate: MarginRate): MarginFactor =>
    marginFactor(symbol, held, maintenanceOf(rate), { side, isInitial: false })
  return {
    profit: profitRatio(symbol),
    initialBuy: initialFactor(symbol, 1, rateBuy),
    initialSell: initialFactor(symbol, -1, rateSell),
    maintenanceBuy: maintenance(1, rateBuy),
    maintenanceSell: maintenance(-1, rateSell),
    covered: marginHedged > 0n ? coveredFactor(symbol) : undefined,
    value: valueFactor(symbol),
  }
}

const pendingBySymbol = new WeakMap<SymbolSpec, Map<PendingKind, MarginFactor>>()

/**
 * A pending or waiting order. A kind without its own rates is charged like the market order that it
 * becomes.
 */
export function pendingFactor(symbol: SymbolSpec, kind: PendingKind): MarginFactor {
  let factors = pendingBySymbol.get(symbol)
  if (factors === undefined) {
    factors = new Map()
    pendingBySymbol.set(symbol, factors)
  }
  let factor = factors.get(kind)
  if (factor === undefined) {
    const side = sideOfPending(kind)
    const market = side === 1 ? symbol.rateBuy : symbol.rateSell
    factor = initialFactor(symbol, side, marginRateOf(symbol.record, kind) ?? market)
    factors.set(kind, factor)
  }
  return factor
}

export function sideOfPending(kind: PendingKind): Side {
  return kind.startsWith('buy') ? 1 : -1
}

function initialFactor(symbol: SymbolSpec, side: Side, rate: MarginRate): MarginFactor {
  return marginFactor(symbol, symbol.marginInitial, rate.initial, { side, isInitial: true })
}

/** A maintenance rate of 0 means that it is not set, so the initial rate applies. */
function maintenanceOf(rate: MarginRate): Fixed8 {
  return rate.maintenance > 0n ? rate.maintenance : rate.initial
}

/**
 * A lot gains the contract size per whole unit of price; a futures lot gains tick value / tick
 * size, or the contract size while its tick is not set.
 */
function profitRatio(symbol: SymbolSpec): Ratio {
  const { tickValue, tickSize } = symbol
  const scale = powerOfTen(symbol.digits) * VOLUME_ONE * RATE_ONE
  if (symbol.calcMode === 'futures' && hasTick(symbol)) return ratioOf(tickValue, tickSize * scale)
  return ratioOf(symbol.contractSize, FIXED8_ONE * scale)
}

function hasTick(symbol: SymbolSpec): boolean {
  return symbol.tickValue > 0n && symbol.tickSize > 0n
}

/** The side and volume that a factor charges, without its figures. */
type ChargedFactor = Pick<MarginFactor, 'side' | 'isInitial'>

/** Money per lot replaces the formula if it is set; futures have no formula. */
function marginFactor(
  symbol: SymbolSpec,
  money: Fixed8,
  rate: Fixed8,
  charged: ChargedFactor,
): MarginFactor {
  return money > 0n || symbol.calcMode === 'futures'
    ? moneyFactor(symbol, money, rate, 1n, charged)
    : formulaFactor(symbol, symbol.contractSize, rate, 1n, charged)
}

/**
 * Hedged margin is money per lot if the initial margin is (and for futures, which have no formula),
 * otherwise the contract size for the formula. Its rate is the average of both sides.
 */
function coveredFactor(symbol: SymbolSpec): MarginFactor {
  const rates = maintenanceOf(symbol.rateBuy) + maintenanceOf(symbol.rateSell)
  const { marginInitial, marginHedged, calcMode } = symbol
  const charged = { side: 0, isInitial: false } as const
  return marginInitial > 0n || calcMode === 'futures'
    ? moneyFactor(symbol, marginHedged, rates, 2n, charged)
    : formulaFactor(symbol, marginHedged, rates, 2n, charged)
}

/**
 * The factor for money: only plain forex divides money per lot by the leverage. The margin rate is
 * `rates / count`.
 */
function moneyFactor(
  symbol: SymbolSpec,
  perLot: Fixed8,
  rates: Fixed8,
  count: bigint,
  { side, isInitial }: ChargedFactor,
): MarginFactor {
  const ratio = ratioOf(perLot * rates, MARGIN_SCALE * count)
  return { ratio, byPrice: false, byLeverage: symbol.calcMode === 'forex', side, isInitial }
}

/** The factor of the margin formula, by calculation mode. An index without a tick has tick value / tick size 1. */
function formulaFactor(
  symbol: SymbolSpec,
  contractSize: Fixed8,
  rates: Fixed8,
  count: bigint,
  { side, isInitial }: ChargedFactor,
): MarginFactor {
  const { calcMode } = symbol
  const { ratio, byPrice } = worth(symbol, contractSize * rates, MARGIN_SCALE * count)
  const byLeverage = calcMode === 'forex' || calcMode === 'cfd_leverage'
  return { ratio, byPrice, byLeverage, side, isInitial }
}

function valueFactor(symbol: SymbolSpec): ValueFactor {
  return worth(symbol, symbol.contractSize, VOLUME_ONE * FIXED8_ONE * RATE_ONE)
}

function worth(symbol: SymbolSpec, size: bigint, scale: bigint): ValueFactor {
  const { calcMode } = symbol
  const byPrice = calcMode !== 'forex' && calcMode !== 'forex_no_leverage'
  const byTick = (calcMode === 'cfd_index' || calcMode === 'futures') && hasTick(symbol)
  const [value, tick] = byTick ? [symbol.tickValue, symbol.tickSize] : [1n, 1n]
  const points = byPrice ? powerOfTen(symbol.digits) : 1n
  return { ratio: ratioOf(size * value, scale * points * tick), byPrice }
}
