/** Where handles stand: at their prices, or at the edge beyond which those are, and so far from each other that each can be pressed. */
const APART_PX = 25

interface Cluster {
  readonly middle: number
  readonly count: number
}

/** The heights in the order that they were given, from 0 to `end`; null stays. */
export function spread(heights: readonly (number | null)[], end: number): (number | null)[] {
  const within = (middle: number, count: number): number => {
    const half = (count * APART_PX) / 2
    return Math.max(half, Math.min(end - half, middle))
  }
  const shown = heights
    .flatMap((height, at) => (height === null ? [] : [{ height, at }]))
    .sort((a, b) => a.height - b.height)
  const clusters: Cluster[] = []
  for (const { height } of shown) {
    let next: Cluster = { middle: within(height, 1), count: 1 }
    for (let last = clusters.at(-1); last !== undefined; last = clusters.at(-1)) {
      if (next.middle - last.middle >= (APART_PX * (last.count + next.count)) / 2) break
      clusters.pop()
      const count = last.count + next.count
      const middle = (last.middle * last.count + next.middle * next.count) / count
      next = { middle: within(middle, count), count }
    }
    clusters.push(next)
  }
  const places = clusters.flatMap(({ middle, count }) =>
    Array.from({ length: count }, (_, i) => middle + (i - (count - 1) / 2) * APART_PX),
  )
  const spread = [...heights]
  for (const [i, { at }] of shown.entries()) spread[at] = places[i] ?? null
  return spread
}
