import type { MarginFactor } from '../../book/symbol-factors.js'
import { roundedAmount } from '../../numbers/rounded-amount.js'
import {
  approximatePowerOfTen,
  certainRound,
  type Fraction,
  NO_AMOUNT,
  PRODUCT_ERROR,
  plus,
} from '../../numbers/rounding.js'
import type { Minor, VolumeUnits } from '../../units.js'

/**
 * One part of a symbol's margin: a volume, charged by a factor at the average price and average
 * conversion rate of the volume `over`, for which `value` and `rate` were summed.
 */
export interface Charge {
  readonly factor: MarginFactor
  readonly volume: VolumeUnits
  readonly over: VolumeUnits
  /** The sum of volume x price in points. */
  readonly value: bigint
  /** The sum of each volume multiplied by its conversion rate. */
  readonly rate: bigint
}

/** The charges of one symbol; undefined for a part that charges nothing. */
export type Charges = readonly (Charge | undefined)[]

/** The sum of the charges, computed exactly and rounded once, half away from zero. */
export function roundedCharges(charges: Charges, leverage: number, digits: number): Minor {
  return fastCharges(charges, leverage, digits) ?? exactCharges(charges, leverage, digits)
}

/** Computes the charges by definition, in exact integers. */
export function exactCharges(charges: Charges, leverage: number, digits: number): Minor {
  return roundedAmount(chargesAmount(charges, leverage), digits)
}

export function chargesAmount(charges: Charges, leverage: number): Fraction {
  return charges.reduce<Fraction>(
    (sum, charge) => (charge === undefined ? sum : plus(sum, chargeAmount(charge, leverage))),
    NO_AMOUNT,
  )
}

/** The amount of a charge, in whole units of the account's currency. */
export function chargeAmount(charge: Charge, leverage: number): Fraction {
  const { ratio, byPrice, byLeverage } = charge.factor
  const over = BigInt(charge.over)
  let numerator = BigInt(charge.volume) * ratio.numerator * charge.rate
  let denominator = ratio.denominator * over
  if (byPrice) {
    numerator *= charge.value
    denominator *= over
  }
  if (byLeverage) denominator *= BigInt(leverage)
  return { numerator, denominator }
}

/**
 * Like `exactCharges` in doubles; undefined if the rounding is doubtful (engine/numbers/rounding.ts, R2). Prices
 * and so charges may be negative, so the error bound uses absolute values.
 */
export function fastCharges(charges: Charges, leverage: number, digits: number): Minor | undefined {
  let sum = 0
  let size = 0
  for (const charge of charges) {
    if (charge === undefined) continue
    const amount = approximateAmount(charge, leverage)
    sum += amount
    size += Math.abs(amount)
  }
  const scale = approximatePowerOfTen(digits)
  return certainRound(sum * scale, size * scale * PRODUCT_ERROR)
}

/** `chargeAmount` in doubles, with a relative error of at most PRODUCT_ERROR. */
export function approximateAmount(charge: Charge, leverage: number): number {
  const { factor, volume, over, value, rate } = charge
  return approximateCharge(factor, volume, over, Number(value), Number(rate), leverage)
}

/** The amount of a charge like `approximateAmount`, for sums that were rounded before. */
export function approximateCharge(
  { ratio, byPrice, byLeverage }: MarginFactor,
  volume: VolumeUnits,
  over: VolumeUnits,
  value: number,
  rate: number,
  leverage: number,
): number {
  let amount = volume * ratio.approximation * (rate / over)
  if (byPrice) amount *= value / over
  return byLeverage ? amount / leverage : amount
}
