import { pointOf, scaled, unscaled } from '../../text/numbers.js'
import { typedNumber, typedWhole } from '../../text/typed-numbers.js'

/** The units in which stops are typed: prices, or distances from the order's price. */
export const STOP_UNITS = ['price', 'points', 'money'] as const
export type StopUnit = (typeof STOP_UNITS)[number]

interface StopPlace {
  readonly side: 'buy' | 'sell'
  readonly which: 'stop_loss' | 'take_profit'
  readonly unit: StopUnit
  readonly typed: string
  /** The number of decimals that may be typed. */
  readonly typedDigits: number
  /** The price at which the order would open the position; null if unknown. */
  readonly from: string | null
  readonly digits: number
  readonly tick: string
  /** The value of one point for the order's volume in the account's currency; null if unknown. */
  readonly pointValue: string | null
}

const VALUE_DIGITS = 8

/** The price of a typed stop; null if it is empty, invalid or cannot be computed yet. */
export function stopPrice(place: StopPlace): string | null {
  const { unit, digits, from, side, which } = place
  const typed = typedNumber(place.typed, place.typedDigits)
  if (typed === null || unit === 'price') return typed
  const points = unit === 'points' ? pointsOf(place.typed) : pointsOfMoney(place, typed)
  if (points === null || points === 0n || from === null) return null
  const isBelow = (side === 'buy') === (which === 'stop_loss')
  const own = scaled(from, digits)
  const price = toTick(isBelow ? own - points : own + points, place, isBelow)
  return price > 0n ? unscaled(price, digits) : null
}

/**
 * A distance in points as an integer; null for a fraction, because there is no price between two
 * points.
 */
function pointsOf(typed: string): bigint | null {
  const whole = typedWhole(typed)
  return whole === null ? null : BigInt(whole)
}

/** Rounds so that the loss is never larger, and the profit never smaller, than the typed amount. */
function pointsOfMoney({ pointValue, which }: StopPlace, typed: string): bigint | null {
  const value = pointValue === null ? 0n : scaled(pointValue, VALUE_DIGITS)
  if (value <= 0n) return null
  const money = scaled(typed, VALUE_DIGITS)
  return which === 'stop_loss' ? money / value : (money + value - 1n) / value
}

/** The nearest valid price: nearer for a stop, further away for a target. */
function toTick(price: bigint, { digits, tick, which }: StopPlace, isBelow: boolean): bigint {
  const step = scaled(tick, digits) > 0n ? scaled(tick, digits) : scaled(pointOf(digits), digits)
  const down = (price / step) * step
  const isUp = (which === 'stop_loss') === isBelow
  return down === price || !isUp ? down : down + step
}
