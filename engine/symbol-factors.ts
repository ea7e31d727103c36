import type { MarginRate, SymbolSpec } from './book.js'
import { powerOfTen, type Ratio, ratioOf } from './rounding.js'
import { FIXED8_ONE, type Fixed8, RATE_ONE, VOLUME_SCALE } from './units.js'

/**
 * What a symbol's settings come to per unit of volume, as exact ratios, computed once per version
 * of a symbol. Money in whole units of the account's currency is then
 *
 *   profit = points x volume x profit ratio x rate
 *   margin = volume x margin ratio x rate [x price in points] [/ leverage]
 *
 * with volume in 1e-8 lot and rate as the stored integer of 12 digits.
 */
export interface SymbolFactors {
  readonly profit: Ratio
  /** A new order, by side. */
  readonly initialBuy: MarginFactor
  readonly initialSell: MarginFactor
  /** Open positions that are not covered, by side. */
  readonly maintenanceBuy: MarginFactor
  readonly maintenanceSell: MarginFactor
  /** The volume that buys and sells cover of each other; undefined when that is free. */
  readonly covered: MarginFactor | undefined
}

export interface MarginFactor {
  readonly ratio: Ratio
  readonly byPrice: boolean
  readonly byLeverage: boolean
}

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
/** Volume, a size or an amount per lot, a margin rate and a conversion rate. */
const MARGIN_SCALE = VOLUME_ONE * FIXED8_ONE * FIXED8_ONE * RATE_ONE

function compileFactors(symbol: SymbolSpec): SymbolFactors {
  const { rateBuy, rateSell, marginInitial, marginMaintenance, marginHedged } = symbol
  const held = marginMaintenance > 0n ? marginMaintenance : marginInitial
  return {
    profit: profitRatio(symbol),
    initialBuy: marginFactor(symbol, marginInitial, rateBuy.initial),
    initialSell: marginFactor(symbol, marginInitial, rateSell.initial),
    maintenanceBuy: marginFactor(symbol, held, maintenanceOf(rateBuy)),
    maintenanceSell: marginFactor(symbol, held, maintenanceOf(rateSell)),
    covered: marginHedged > 0n ? coveredFactor(symbol) : undefined,
  }
}

/** A maintenance rate of 0 is one that is not set. */
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

/** Money per lot replaces the formula where it is set; futures have no formula. */
function marginFactor(symbol: SymbolSpec, money: Fixed8, rate: Fixed8): MarginFactor {
  if (money > 0n || symbol.calcMode === 'futures') return moneyFactor(symbol, money, rate, 1n)
  return formulaFactor(symbol, symbol.contractSize, rate, 1n)
}

/**
 * Hedged margin is money per lot where the initial margin is (and for futures, which have no
 * formula), else the contract size to use in the formula. Its rate is the average of both sides'.
 */
function coveredFactor(symbol: SymbolSpec): MarginFactor {
  const rates = maintenanceOf(symbol.rateBuy) + maintenanceOf(symbol.rateSell)
  if (symbol.marginInitial > 0n || symbol.calcMode === 'futures') {
    return moneyFactor(symbol, symbol.marginHedged, rates, 2n)
  }
  return formulaFactor(symbol, symbol.marginHedged, rates, 2n)
}

/** Only plain forex divides money per lot by the leverage. The margin rate is `rates / count`. */
function moneyFactor(
  symbol: SymbolSpec,
  perLot: Fixed8,
  rates: Fixed8,
  count: bigint,
): MarginFactor {
  return {
    ratio: ratioOf(perLot * rates, MARGIN_SCALE * count),
    byPrice: false,
    byLeverage: symbol.calcMode === 'forex',
  }
}

/** The table of domain 2.3; an index whose tick is not set has tick value / tick size 1. */
function formulaFactor(
  symbol: SymbolSpec,
  contractSize: Fixed8,
  rates: Fixed8,
  count: bigint,
): MarginFactor {
  const { calcMode } = symbol
  const byPrice = calcMode !== 'forex' && calcMode !== 'forex_no_leverage'
  let numerator = contractSize * rates
  let denominator = MARGIN_SCALE * count
  if (byPrice) denominator *= powerOfTen(symbol.digits)
  if (calcMode === 'cfd_index' && hasTick(symbol)) {
    numerator *= symbol.tickValue
    denominator *= symbol.tickSize
  }
  return {
    ratio: ratioOf(numerator, denominator),
    byPrice,
    byLeverage: calcMode === 'forex' || calcMode === 'cfd_leverage',
  }
}
