import { type ServerClock, wallTime } from '../calendar/server-clock.js'
import { bigScaledFromText } from '../numbers/decimal.js'
import type { ChartSpec, ReportRow, SectionHead } from './section.js'

/** The charts of a section have so many points together; later ones are left out. */
const POINTS_MAX = 4_000
const DIGITS = 12
const SCALE = 1e12

export type KeptPoint = readonly [chart: number, split: string, by: string, value: string]

/** A chart with its points, for whoever draws it. */
export interface ChartData {
  readonly title: string
  readonly kind: ChartSpec['kind']
  /** Days rise from left to right; other bars stand by their size. */
  readonly isByDay: boolean
  readonly points: readonly { readonly label: string; readonly value: number }[]
}

interface Places {
  readonly by: number
  readonly of: number
  readonly split: number
  readonly isTime: boolean
  readonly isDay: boolean
}

/** The points of a section's charts. They are summed exactly, and drawn as numbers. */
export class ReportSeries {
  readonly #charts: readonly ChartSpec[]
  readonly #places: readonly Places[]
  readonly #clock: ServerClock
  readonly #points = new Map<
    string,
    { readonly key: readonly [number, string, string]; value: bigint }
  >()

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
      return { by, of: placeOf(chart.of), split: placeOf(chart.split), isTime, isDay }
    })
    for (const [chart, split, by, value] of kept) {
      const key = [chart, split, by] as const
      this.#points.set(JSON.stringify(key), { key, value: BigInt(value) })
    }
  }

  add(row: ReportRow): void {
    for (const [chart, { by, of, split, isTime }] of this.#places.entries()) {
      const text = String(row[by] ?? '')
      const label = isTime ? wallTime(this.#clock, Date.parse(text)).date : text
      const value = of < 0 ? BigInt(SCALE) : bigScaledFromText(String(row[of] ?? ''), DIGITS)
      if (value === undefined) continue
      const key = [chart, split < 0 ? '' : String(row[split] ?? ''), label] as const
      const name = JSON.stringify(key)
      const point = this.#points.get(name)
      if (point !== undefined) point.value += value
      else if (this.#points.size < POINTS_MAX) this.#points.set(name, { key, value })
    }
  }

  kept(): KeptPoint[] {
    return [...this.#points.values()].map(({ key, value }) => [...key, String(value)])
  }

  charts(): ChartData[] {
    const all = [...this.#points.values()]
    return this.#charts.flatMap(({ title, kind }, chart) => {
      const isByDay = this.#places[chart]?.isDay === true
      const own = all.filter(({ key }) => key[0] === chart)
      const splits = [...new Set(own.map(({ key }) => key[1]))].sort()
      return splits.map((split) => {
        const points = own
          .filter(({ key }) => key[1] === split)
          .map(({ key, value }) => ({ label: key[2], value: Number(value) / SCALE }))
        const inOrder = isByDay
          ? points.sort((a, b) => (a.label < b.label ? -1 : 1))
          : points.sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
        return {
          title: split === '' ? title : `${title}, ${split}`,
          kind,
          isByDay,
          points: inOrder,
        }
      })
    })
  }
}
