import type { Tick } from './levels.js'

/** The size and ranges of a graph of ticks. Floating point is precise enough for drawing. */
interface Drawing {
  readonly width: number
  readonly height: number
  readonly from: number
  readonly to: number
  /** The time until which prices are known. */
  readonly until: number
  /**
   * The level prices to include, unless they are so far from the ticks that these would be
   * flattened.
   */
  readonly prices: readonly number[]
}

const EDGE = 6
/** A level is included up to this many times the ticks' price range above or below them. */
const NEAR = 2

export function drawn(ticks: readonly Tick[], { width, height, from, to, until, prices }: Drawing) {
  const values = ticks.flatMap(({ bid, ask }) => [Number(bid), Number(ask)])
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const room = NEAR * (high - low)
  const near = prices.filter((price) => price >= low - room && price <= high + room)
  low = Math.min(low, ...near)
  high = Math.max(high, ...near)
  const x = (at: number): number => ((at - from) / (to - from || 1)) * width
  const y = (price: number): number =>
    high === low ? height / 2 : height - EDGE - ((price - low) / (high - low)) * (height - 2 * EDGE)
  const end = Math.round(Math.min(width, x(until)))
  return {
    x,
    y,
    low,
    high,
    bid: path(ticks, (tick) => y(Number(tick.bid)), x, end),
    ask: path(ticks, (tick) => y(Number(tick.ask)), x, end),
  }
}

/**
 * A step line through the ticks. In each pixel column it draws only the first, lowest, highest and
 * last tick.
 */
function path(
  ticks: readonly Tick[],
  place: (tick: Tick) => number,
  x: (at: number) => number,
  width: number,
): string {
  const columns = new Map<number, number[]>()
  for (const tick of ticks) {
    const column = Math.round(x(Date.parse(tick.at)))
    if (column < 0 || column > width) continue
    const ys = columns.get(column)
    if (ys === undefined) columns.set(column, [place(tick)])
    else ys.push(place(tick))
  }
  let text = ''
  for (const [column, ys] of columns) {
    const kept = ys.length <= 4 ? ys : [ys[0], Math.min(...ys), Math.max(...ys), ys.at(-1)]
    for (const [i, one] of kept.entries()) {
      const up = (one ?? 0).toFixed(1)
      if (text === '') text = `M${column} ${up}`
      else text += i === 0 ? `H${column}V${up}` : `V${up}`
    }
  }
  return text === '' ? '' : `${text}H${width}`
}
