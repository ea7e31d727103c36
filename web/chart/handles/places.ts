/**
 * Positions of the labels of marks: at their price, or at the edge if the price is outside; far
 * enough apart to click each, and always within the price pane.
 *
 * Several close marks of the same name share a label. If there are more labels than fit, fewer
 * marks are enough to share one.
 */
const APART_PX = 25

interface Spot {
  readonly id: string
  /**
   * Handles with the same name may share a label. A handle that must not share one gets a unique
   * name.
   */
  readonly name: string
  /** Whether the handle shares a label with its namesakes wherever they are. */
  readonly isTogether?: boolean
  /** The height of the price in the chart; null if the price is not visible. */
  readonly height: number | null
}

export interface Label {
  /** The ids of the handles that share this label, highest price first. */
  readonly ids: readonly string[]
  /** The vertical position of its price in the chart. */
  readonly height: number
  readonly top: number
}

export interface Room {
  readonly from: number
  readonly end: number
}

/**
 * Rules for combining labels, from the least combining to the most. The first rule with which all
 * labels fit is used.
 */
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

/**
 * Moves positions apart within the available space, from top to bottom; closer than intended if
 * there is too little space.
 */
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
