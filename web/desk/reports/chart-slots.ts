import type { ReportSection } from '../../staff/records.js'

export type Chart = ReportSection['charts'][number]

/** A bar or point of a chart, which may stand for several days. `i` is its position from the left. */
export interface Slot {
  readonly i: number
  readonly label: string
  readonly value: number
}

const DAY_MS = 86_400_000
/** The most bars; more would be too thin to see. */
const SLOTS_MAX = 120
const SPANS = [1, 7, 30, 91, 365] as const

/**
 * Groups the days of a chart if there are too many. Bars show the sum of a group, lines its last
 * value.
 */
export function chartSlots({ points, kind }: Chart): {
  readonly slots: readonly Slot[]
  readonly days: number
  readonly count: number
} {
  const dayOf = (label: string) => Date.parse(label) / DAY_MS
  const first = dayOf(points[0]?.label ?? '')
  const last = dayOf(points.at(-1)?.label ?? '')
  const days = SPANS.find((span) => (last - first + 1) / span <= SLOTS_MAX) ?? 365
  const slots = new Map<number, Slot>()
  for (const { label, value } of points) {
    const i = Math.floor((dayOf(label) - first) / days)
    const before = slots.get(i)
    const sum = kind === 'line' ? value : value + (before?.value ?? 0)
    slots.set(i, { i, label: before?.label ?? label, value: sum })
  }
  return { slots: [...slots.values()], days, count: Math.floor((last - first) / days) + 1 }
}

/** A chart value, rounded to a readable number of digits. */
export function shortNumber(value: number): string {
  const rounded = Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toFixed(2))
  return String(rounded)
}
