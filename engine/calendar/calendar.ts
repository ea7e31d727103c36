/** Calendar days as values. No function here reads a clock. */

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

export function isRealDate(year: number, month: number, day: number): boolean {
  const days = DAYS[month - 1] ?? 0
  return day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : days)
}

/** The day as `YYYY-MM-DD`. Year `0000` means every year. */
export function dayText(year: number, month: number, day: number): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

export interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Parses an existing day from `YYYY-MM-DD`; undefined for any other text. */
export function dayFromText(text: string): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return undefined
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  return isRealDate(year, month, day) ? { year, month, day } : undefined
}

/**
 * The same day and time a number of months earlier, in UTC; the month's last day if it has no such
 * day.
 */
export function monthsBefore(now: number, months: number): number {
  const at = new Date(now)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() - months)
  const year = at.getUTCFullYear()
  const month = at.getUTCMonth() + 1
  const days = month === 2 && isLeapYear(year) ? 29 : (DAYS[month - 1] as number)
  return at.setUTCDate(Math.min(day, days))
}
