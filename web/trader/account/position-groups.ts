import { digitsOf, fractionOf, scaled, unscaled } from '../../text/numbers.js'
import type { Position } from './account.js'

/** The positions of one symbol and side, with their totals. */
export interface PositionGroup {
  readonly key: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly volume: string
  /** The average open price, weighted by volume and rounded to the symbol's digits. */
  readonly average: string
  readonly positions: readonly Position[]
}

const VOLUME_DIGITS = 8

/** The positions by group, ordered by each group's first position. */
export function groupsOf(positions: readonly Position[]): PositionGroup[] {
  const groups = new Map<string, Position[]>()
  for (const position of positions) {
    const key = `${position.symbol} ${position.side}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [position])
    else group.push(position)
  }
  return [...groups].map(([key, members]) => groupOf(key, members))
}

function groupOf(key: string, positions: readonly Position[]): PositionGroup {
  const [first] = positions as readonly [Position, ...Position[]]
  const priceDigits = Math.max(...positions.map(({ price_open }) => fractionOf(price_open)))
  let [volume, weighed] = [0n, 0n]
  for (const one of positions) {
    const own = scaled(one.volume, VOLUME_DIGITS)
    volume += own
    weighed += own * scaled(one.price_open, priceDigits)
  }
  const average = volume === 0n ? 0n : (2n * weighed + volume) / (2n * volume)
  const total = unscaled(volume, VOLUME_DIGITS)
  return {
    key,
    symbol: first.symbol,
    side: first.side,
    volume: unscaled(scaled(total, digitsOf(total)), digitsOf(total)),
    average: unscaled(average, priceDigits),
    positions,
  }
}
