import type { SymbolSpec, VolumeAmount } from '../book/compiled.js'
import { factorsOf } from '../book/symbol-factors.js'
import { roundedAmount } from '../numbers/rounded-amount.js'
import { approximatePowerOfTen, certainRound, PRODUCT_ERROR, ratioOf } from '../numbers/rounding.js'
import {
  FIXED8_ONE,
  type Fixed8,
  type Minor,
  type PricePts,
  RATE_ONE,
  type Rate,
  VOLUME_SCALE,
  type VolumeUnits,
} from '../units.js'

const VOLUME_ONE = BigInt(VOLUME_SCALE)

/** A charge of `perLot` whole units of a currency for each lot. */
export function moneyPerLot(perLot: Fixed8, currency: string): VolumeAmount {
  const ratio = ratioOf(perLot, FIXED8_ONE * VOLUME_ONE * RATE_ONE)
  return { ratio, byPrice: false, currency }
}

/** The value of a price move by this number of points, computed like a profit. */
export function pointsOfPrice(symbol: SymbolSpec, points: Fixed8): VolumeAmount {
  const { numerator, denominator } = factorsOf(symbol).profit
  const ratio = ratioOf(numerator * points, denominator * FIXED8_ONE)
  return { ratio, byPrice: false, currency: symbol.profitCurrency }
}

const PERCENT = 100n

/** `percent / divisor` of the volume's value at a price: the profit from a price of 0. */
export function percentOfPrice(symbol: SymbolSpec, percent: Fixed8, divisor: number): VolumeAmount {
  const { numerator, denominator } = factorsOf(symbol).profit
  const parts = denominator * FIXED8_ONE * PERCENT * BigInt(divisor)
  return {
    ratio: ratioOf(numerator * percent, parts),
    byPrice: true,
    currency: symbol.profitCurrency,
  }
}

/**
 * `percent` of the volume's value: for forex its contract size in the base currency; for others its
 * contract size times price, and times tick value / tick size if prices have a tick.
 */
export function percentOfValue(symbol: SymbolSpec, percent: Fixed8): VolumeAmount {
  const { ratio, byPrice } = factorsOf(symbol).value
  return {
    ratio: ratioOf(ratio.numerator * percent, ratio.denominator * FIXED8_ONE * PERCENT),
    byPrice,
    currency: byPrice ? symbol.profitCurrency : symbol.record.base_currency,
  }
}

/**
 * The amount, rounded once to minor units and limited to the largest exact amount. `count`
 * multiplies it.
 */
export function roundedVolumeAmount(
  { ratio, byPrice }: VolumeAmount,
  volume: VolumeUnits,
  price: PricePts,
  rate: Rate,
  digits: number,
  count = 1,
): Minor {
  const by = byPrice ? price : 1
  const amount = volume * ratio.approximation * Number(rate) * by * count
  const approximate = amount * approximatePowerOfTen(digits)
  const certain = certainRound(approximate, Math.abs(approximate) * PRODUCT_ERROR)
  if (certain !== undefined) return certain
  const whole = BigInt(volume) * BigInt(by) * BigInt(count) * ratio.numerator * rate
  return roundedAmount({ numerator: whole, denominator: ratio.denominator }, digits)
}
