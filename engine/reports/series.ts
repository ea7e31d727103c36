import { type ServerClock, wallTime } from '../calendar/server-clock.js'
import { bigScaledFromText } from '../numbers/decimal.js'
import type { ChartData, ChartPoint, ChartSpec, ReportRow, SectionHead } from './section.js'

/** Maximum number of points of all charts of a section. Later points are left out. */
const POINTS_MAX = 4_000
const DIGITS = 12
const SCALE = 1e12

export type KeptPoint = readonly [
  chart: number,
  split: string,
  by: string,
  value: string,
  second?: string,
]

interface Places {
  readonly by: number
  readonly of: number
  readonly against: number
  readonly split: number
  readonly isTime: boolean
  readonly isDay: boolean
}

interface Point {
  readonly key: readonly [chart: number, split: string, by: string]
  value: bigint
  second: bigint
}

/** The points of a section's charts. Sums are exact; only the drawing uses doubles. */
export class ReportSeries {
  readonly #charts: readonly ChartSpec[]
  readonly #places: readonly Places[]
  readonly #clock: ServerClock
  readonly #points = new Map<string, Point>()

  constructor(
    { charts, columns }: SectionHead,
    clock: ServerClock,
    kept: readonly KeptPoint[] = [],
  ) {
    const placeOf = (name: string | null): number => columns.findIndex((one) => one.name === name)
    this.#charts = charts
    this.#clock = clock
    this.#places = charts.map((chart) => {
      const by = placeOf(chart.by)
      const type = columns[by]?.type
      const isTime = type === 'time'
      const isDay = isTime || type === 'date'
      const against = placeOf(chart.against ?? null)
      return { by, of: placeOf(chart.of), against, split: placeOf(chart.split), isTime, isDay }
    })
    for (const [chart, split, by, value, second = '0'] of kept) {
      const key = [chart, split, by] as const
      const point = { key, value: BigInt(value), second: BigInt(second) }
      this.#points.set(JSON.stringify(key), point)
    }
  }

  add(row: ReportRow): void {
    for (const [chart, { by, of, against, split, isTime }] of this.#places.entries()) {
      // A row without the value has no point in the chart.
      if (row[by] === null) continue
      const text = String(row[by] ?? '')
      const label = isTime ? wallTime(this.#clock, Date.parse(text)).date : text
      const value = of < 0 ? BigInt(SCALE) : scaledOf(row[of])
      if (value === undefined) continue
      const second = against < 0 ? 0n : (scaledOf(row[against]) ?? 0n)
      const key = [chart, split < 0 ? '' : String(row[split] ?? ''), label] as const
      const name = JSON.stringify(key)
      const point = this.#points.get(name)
      if (point !== undefined) {
        point.value += value
        point.second += second
      } else if (this.#points.size < POINTS_MAX) this.#points.set(name, { key, value, second })
    }
  }

  kept(): KeptPoint[] {
    return [...this.#points.values()].map(({ key, value, second }) => [
      ...key,
      String(value),
      String(second),
    ])
  }

  charts(): ChartData[] {
    const all = [...this.#points.values()]
    return this.#charts.flatMap((spec, chart) => {
      const own = all.filter(({ key }) => key[0] === chart)
      const splits = [...new Set(own.map(({ key }) => key[1]))].sort()
      return splits.map((split) => {
        const points = own.filter(({ key }) => key[1] === split)
        return this.#chartOf(spec, this.#places[chart]?.isDay === true, split, points)
      })
    })
  }

  #chartOf(
    { title, kind, unit, by, of, against }: ChartSpec,
    isByDay: boolean,
    split: string,
    own: readonly Point[],
  ): ChartData {
    const hasSecond = against !== undefined
    const points = own.map(({ key, value, second }): ChartPoint => {
      const point = { label: key[2], value: Number(value) / SCALE }
      return hasSecond ? { ...point, second: Number(second) / SCALE } : point
    })
    const size = ({ value, second = 0 }: ChartPoint): number => Math.abs(value) + second
    const inOrder = isByDay
      ? points.sort((a, b) => (a.label < b.label ? -1 : 1))
      : points.sort((a, b) => size(b) - size(a))
    const names = hasSecond ? [of ?? '', against].map(plainName) : []
    return { title, unit: unit || split, kind, by, isByDay, names, points: inOrder }
  }
}

function scaledOf(cell: ReportRow[number] | undefined): bigint | undefined {
  return bigScaledFromText(String(cell ?? ''), DIGITS)
}

function plainName(column: string): string {
  return column.replaceAll('_', ' ')
}
