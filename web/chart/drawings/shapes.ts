import { countText, grouped } from '../../text/numbers.js'
/** Drawings on charts: points of time and price, and the shapes that they define. */
export const DRAWING_KINDS = ['level', 'trend', 'ray', 'box', 'fibonacci', 'ruler'] as const
export type DrawingKind = (typeof DRAWING_KINDS)[number]

export interface Spot {
  /** The time in milliseconds since 1970. */
  readonly at: number
  readonly price: number
}

export interface Drawing {
  readonly id: string
  readonly kind: DrawingKind
  /** The points of the drawing: one for a level, two for all other kinds. */
  readonly spots: readonly Spot[]
}

export interface Point {
  readonly x: number
  readonly y: number
}

interface DrawnLine {
  readonly from: Point
  readonly to: Point
  readonly text?: string
  readonly isFaint?: boolean
}

export interface Shape {
  readonly lines: readonly DrawnLine[]
  readonly box?: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
}

const RATIOS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const

export function spotsOf(kind: DrawingKind): 1 | 2 {
  return kind === 'level' ? 1 : 2
}

/** The shape of a drawing on a chart of this width. `digits` are the decimals of prices. */
export function shapeOf(
  { kind, spots }: Drawing,
  [from, to = from]: readonly [Point, Point?],
  width: number,
  digits: number,
): Shape {
  const [first, second = first] = spots
  if (first === undefined || second === undefined) return { lines: [] }
  switch (kind) {
    case 'level': {
      const text = grouped(first.price.toFixed(digits))
      return { lines: [{ from: { x: 0, y: from.y }, to: { x: width, y: from.y }, text }] }
    }
    case 'trend':
      return { lines: [{ from, to }] }
    case 'ray':
      return { lines: [{ from, to: farPoint(from, to, width) }] }
    case 'box':
      return { lines: [], box: boxOf(from, to) }
    case 'ruler':
      return {
        lines: [{ from, to, text: distance(first, second, digits), isFaint: true }],
        box: boxOf(from, to),
      }
    case 'fibonacci':
      return { lines: fibonacciLines(from, to, first.price, second.price, digits) }
  }
}

function boxOf(from: Point, to: Point) {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
  return { x, y, width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) }
}

/** The distance as points, percentage, hours and minutes, such as `+120 (+0.10 %), 2:05`. */
function distance(first: Spot, second: Spot, digits: number): string {
  const points = Math.round((second.price - first.price) * 10 ** digits)
  const share = first.price === 0 ? 0 : (100 * (second.price - first.price)) / first.price
  const sign = points > 0 ? '+' : points < 0 ? '−' : ''
  const minutes = Math.round(Math.abs(second.at - first.at) / 60_000)
  const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return `${sign}${countText(Math.abs(points))} (${sign}${grouped(Math.abs(share).toFixed(2))} %), ${time}`
}

/** A point beyond the edge of the chart, on the line through two points. */
function farPoint(from: Point, to: Point, width: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  if (length === 0) return to
  const times = (4 * width + Math.abs(from.x) + Math.abs(from.y)) / length
  return { x: from.x + times * dx, y: from.y + times * dy }
}

/** Lines at the Fibonacci retracement ratios: 0 at the second point, 1 at the first. */
function fibonacciLines(
  from: Point,
  to: Point,
  first: number,
  second: number,
  digits: number,
): DrawnLine[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const levels = RATIOS.map((ratio) => {
    const y = to.y + ratio * (from.y - to.y)
    const price = (second + ratio * (first - second)).toFixed(digits)
    const text = `${grouped((100 * ratio).toFixed(1))} %  ${grouped(price)}`
    return { from: { x: left, y }, to: { x: right, y }, text }
  })
  return [{ from, to, isFaint: true }, ...levels]
}
