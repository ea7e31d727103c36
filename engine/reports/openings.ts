import type { ReportLine } from '../access/staff-profile.js'
import { monthsBefore } from '../calendar/calendar.js'
import { type ServerClock, wallTime } from '../calendar/server-clock.js'
import { dateOfDay, dayNumber } from '../calendar/server-day.js'
import { maskFits } from '../names/mask.js'
import type { UnixMs } from '../units.js'

/**
 * Which report configurations a staff user may open, and how.
 *
 *   - Staff who manage configurations may open every one. Others may open enabled ones that match
 *     one of their lines with `view`.
 *   - Exporting a result needs the right for it, and, except for staff who manage configurations, a
 *     line that allows it.
 *   - Of several lines the one with the longest period counts; `reports_months` limits everyone.
 */
export interface ReportReader {
  readonly rights: ReadonlySet<string>
  readonly lines: readonly ReportLine[]
  /** 0 is all. */
  readonly reportsMonths: number
}

export interface ReportOpening {
  readonly canExport: boolean
  /** The earliest day that the reader may request, as text; null if every day is allowed. */
  readonly oldestFrom: string | null
}

export interface OpeningTime {
  readonly clock: ServerClock
  readonly now: UnixMs
}

export function isConfigurator({ rights }: Pick<ReportReader, 'rights'>): boolean {
  return rights.has('config.reports')
}

/** How the reader may open the report; null if the reader may not see it. */
export function openingOf(
  { name, enabled }: { readonly name: string; readonly enabled: boolean },
  reader: ReportReader,
  time: OpeningTime,
): ReportOpening | null {
  const mayExport = reader.rights.has('reports.export')
  const byMonths = oldestByMonths(reader.reportsMonths, time)
  if (isConfigurator(reader)) return { canExport: mayExport, oldestFrom: byMonths }
  const lines = reader.lines.filter(({ path, view }) => view && maskFits(path, name))
  if (!enabled || lines.length === 0) return null
  return {
    canExport: mayExport && lines.some((line) => line.export),
    oldestFrom: laterDay(byMonths, oldestByLines(lines, time)),
  }
}

/** The day that number of months ago, in server time. */
export function oldestByMonths(months: number, { clock, now }: OpeningTime): string | null {
  return months === 0 ? null : wallTime(clock, monthsBefore(now, months)).date
}

function oldestByLines(lines: readonly ReportLine[], { clock, now }: OpeningTime): string | null {
  if (lines.some(({ depth_days }) => depth_days === 0)) return null
  const deepest = Math.max(...lines.map(({ depth_days }) => depth_days))
  return dateOfDay(dayNumber(wallTime(clock, now).date) - deepest)
}

/** The later of two bounds; null is no bound. */
export function laterDay(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
