/**
 * The places of marks' labels: at their prices, or at the edge beyond which a price is; far enough apart that each can
 * be pressed, and never outside the pane of the prices.
 *
 *   P1. Where many of one name are close to each other they are one label; where there would be more labels than fit,
 *       fewer of them are enough for one.
 */
const APART_PX = 25

interface Spot {
  readonly id: string
  /** Handles of the same name may share a label; one that stands alone has a name of its own. */
  readonly name: string
  /** Whether it shares a label with those of its name wherever they are. */
  readonly isTogether?: boolean
  /** Null is out of sight. */
  readonly height: number | null
}

export interface Label {
  /** The ids of the handles that share this label, the highest price first. */
  readonly ids: readonly string[]
  /** The height of its price within the chart. */
  readonly height: number
  readonly top: number
}

export interface Room {
  readonly from: number
  readonly end: number
}

/** Labels that are so close are one, where there are so many: the first that leaves room for all is taken. */
const RULES = [
  { least: 3, apart: APART_PX },
  { least: 2, apart: APART_PX },
  { least: 2, apart: 2 * APART_PX },
  { least: 2, apart: Number.POSITIVE_INFINITY },
] as const

export function labelsOf(spots: readonly Spot[], room: Room): readonly Label[] {
  const shown = spots
    .flatMap(({ height, ...spot }) =>
      height === null ? [] : [{ ...spot, height: Math.max(room.from, Math.min(room.end, height)) }],
    )
    .sort((a, b) => a.height - b.height)
  const size = room.end - room.from
  let groups: readonly Group[] = []
  for (const { least, apart } of RULES) {
    groups = grouped(shown, least, apart)
    if (groups.length * APART_PX <= size) break
  }
  const tops = spread(
    groups.map(({ height }) => height),
    room,
  )
  return groups.map((group, i) => ({ ...group, top: tops[i] ?? group.height }))
}

interface Group {
  readonly ids: readonly string[]
  readonly height: number
}

interface Shown extends Spot {
  readonly height: number
}

/** The highest first. */
function grouped(shown: readonly Shown[], least: number, apart: number): readonly Group[] {
  const groups: Group[] = []
  for (const name of new Set(shown.map((one) => one.name))) {
    let chain: Shown[] = []
    const close = () => {
      if (chain.length >= least || (chain.length > 1 && chain[0]?.isTogether === true)) {
        const middle = chain.reduce((sum, { height }) => sum + height, 0) / chain.length
        groups.push({ ids: chain.map(({ id }) => id), height: middle })
      } else groups.push(...chain.map(({ id, height }) => ({ ids: [id], height })))
      chain = []
    }
    for (const one of shown.filter((other) => other.name === name)) {
      const last = chain.at(-1)
      const isFar = last !== undefined && one.height - last.height >= apart
      if (isFar && one.isTogether !== true) close()
      chain.push(one)
    }
    close()
  }
  return groups.sort((a, b) => a.height - b.height)
}

interface Cluster {
  readonly middle: number
  readonly count: number
}

/** Heights from the highest place down, moved apart within the room; nearer than they should be where it is too small. */
function spread(heights: readonly number[], { from, end }: Room): number[] {
  const apart = Math.min(APART_PX, (end - from) / Math.max(1, heights.length))
  const within = (middle: number, count: number): number => {
    const half = (count * apart) / 2
    return Math.max(from + half, Math.min(end - half, middle))
  }
  const clusters: Cluster[] = []
  for (const height of heights) {
    let next: Cluster = { middle: within(height, 1), count: 1 }
    for (let last = clusters.at(-1); last !== undefined; last = clusters.at(-1)) {
      if (next.middle - last.middle >= (apart * (last.count + next.count)) / 2) break
      clusters.pop()
      const count = last.count + next.count
      const middle = (last.middle * last.count + next.middle * next.count) / count
      next = { middle: within(middle, count), count }
    }
    clusters.push(next)
  }
  return clusters.flatMap(({ middle, count }) =>
    Array.from({ length: count }, (_, i) => middle + (i - (count - 1) / 2) * apart),
  )
}
