import {
  approximatePowerOfTen,
  certainRound,
  PRODUCT_ERROR,
  powerOfTen,
  roundedDivideToNumber,
} from '../rounding.js'
import type { MarginFactor } from '../symbol-factors.js'
import type { Minor, VolumeUnits } from '../units.js'

/**
 * One part of a symbol's margin: some volume, charged by a factor at the average price and the
 * average conversion rate of the volume `over` which `value` and `rate` were summed.
 */
export interface Charge {
  readonly factor: MarginFactor
  readonly volume: VolumeUnits
  readonly over: VolumeUnits
  /** Sum of volume x price in points. */
  readonly value: bigint
  /** Sum of volume x conversion rate. */
  readonly rate: bigint
}

/** A part that charges nothing is undefined. */
export type Charges = readonly (Charge | undefined)[]

/** The charges together, summed exactly and rounded once (domain decision 4). */
export function roundedCharges(charges: Charges, leverage: number, digits: number): Minor {
  return fastCharges(charges, leverage, digits) ?? exactCharges(charges, leverage, digits)
}

/** The definition. */
export function exactCharges(charges: Charges, leverage: number, digits: number): Minor {
  let numerator = 0n
  let denominator = 1n
  for (const charge of charges) {
    if (charge === undefined) continue
    const { ratio, byPrice, byLeverage } = charge.factor
    const over = BigInt(charge.over)
    let top = BigInt(charge.volume) * ratio.numerator * charge.rate
    let bottom = ratio.denominator * over
    if (byPrice) {
      top *= charge.value
      bottom *= over
    }
    if (byLeverage) bottom *= BigInt(leverage)
    numerator = numerator * bottom + top * denominator
    denominator *= bottom
  }
  return roundedDivideToNumber(numerator * powerOfTen(digits), denominator)
}

/**
 * The same, or undefined in doubt (R2). A price, and so a charge, may be negative: what a double
 * may be off by goes by the sizes.
 */
export function fastCharges(charges: Charges, leverage: number, digits: number): Minor | undefined {
  let sum = 0
  let size = 0
  for (const charge of charges) {
    if (charge === undefined) continue
    const { ratio, byPrice, byLeverage } = charge.factor
    let amount = charge.volume * ratio.approximation * (Number(charge.rate) / charge.over)
    if (byPrice) amount *= Number(charge.value) / charge.over
    if (byLeverage) amount /= leverage
    sum += amount
    size += Math.abs(amount)
  }
  const scale = approximatePowerOfTen(digits)
  return certainRound(sum * scale, size * scale * PRODUCT_ERROR)
}
