import { scaled, unscaled } from './numbers.js'

/** The valid prices of a symbol: multiples of its tick size, which is given in points. */
export interface PriceTicks {
  readonly digits: number
  readonly tick: bigint
}

/** An arrow key moves a price by this many points, rounded up to whole ticks. */
const KEY_POINTS = 10n

/** A symbol without a tick size has a price at every point. */
export function priceTicks(digits: number, tickSize: string): PriceTicks {
  const told = scaled(tickSize, digits)
  return { digits, tick: told > 0n ? told : 1n }
}

/** The valid price nearest to a position on the chart; never zero. */
export function nearestPrice(place: number, { digits, tick }: PriceTicks): string {
  const points = scaled(Math.max(0, place).toFixed(digits), digits)
  return onTick(points, { digits, tick })
}

/** The price after a number of arrow key steps. */
export function steppedPrice(price: string, steps: number, ticks: PriceTicks): string {
  const { digits, tick } = ticks
  const step = ((KEY_POINTS + tick - 1n) / tick) * tick
  return onTick(scaled(price, digits) + BigInt(steps) * step, ticks)
}

function onTick(points: bigint, { digits, tick }: PriceTicks): string {
  const ticks = points <= 0n ? 0n : (2n * points + tick) / (2n * tick)
  return unscaled((ticks > 0n ? ticks : 1n) * tick, digits)
}
