import type { ReportSection } from '../../staff/records.js'

export type Chart = ReportSection['charts'][number]

/** Days that are drawn together, at their place from the first one on. */
export interface Slot {
  readonly i: number
  readonly label: string
  readonly value: number
}

const DAY_MS = 86_400_000
/** More bars would be too thin to see. */
const SLOTS_MAX = 120
const SPANS = [1, 7, 30, 91, 365] as const

/** The days of a chart, several of them together where they are many: bars are summed, a line has the last of each. */
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

/** A value of a chart without more digits than anybody reads from a drawing. */
export function shortNumber(value: number): string {
  const rounded = Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toFixed(2))
  return String(rounded)
}
