/**
 * The time of a bar. Positions on the chart count bars, so there are no gaps for times without
 * bars.
 */
export interface BarMoment {
  readonly at: number
}

/** The position of a time: proportional between two bars, and by the length of a bar beyond them. */
export function barAt(bars: readonly BarMoment[], at: number, lengthMs: number): number {
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return 0
  if (at <= first.at) return (at - first.at) / lengthMs
  if (at >= last.at) return bars.length - 1 + (at - last.at) / lengthMs
  let [low, high] = [0, bars.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.at ?? 0) <= at) low = middle
    else high = middle
  }
  const [from, to] = [bars[low]?.at ?? 0, bars[high]?.at ?? 0]
  return low + (at - from) / Math.max(1, to - from)
}

/** The time at a position of the chart. */
export function atBar(bars: readonly BarMoment[], place: number, lengthMs: number): number | null {
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) return null
  const i = Math.round(place)
  if (i < 0) return first.at + i * lengthMs
  if (i >= bars.length) return last.at + (i - bars.length + 1) * lengthMs
  return bars[i]?.at ?? null
}
