import { isRealDate } from './calendar.js'
import type { WallTime } from './server-clock.js'

/**
 * The trading days of a provider, from `Trading Calendar Holidays`: `+25 Dec;;-01 Jan`.
 *
 *   - Without an entry it trades every day. With entries it is closed on Saturdays, Sundays and
 *     days with `+`, and trades on days with `-`, whatever day of the week they are.
 *   - If a day has two entries, the last one counts.
 */
export interface ProviderDays {
  worksOn(day: Pick<WallTime, 'date' | 'weekday'>): boolean
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** A leap year, so that 29 February is valid. */
const LEAP_YEAR = 2000
const SATURDAY = 6
const MONTH_AT = 'YYYY-'.length

const EVERY_DAY: ProviderDays = { worksOn: () => true }

/** Ignores invalid entries, because staff cannot store them. */
export function providerDays(text: string): ProviderDays {
  const works = new Map<string, boolean>()
  for (const entry of entriesIn(text)) {
    const day = dayIn(entry)
    if (day !== undefined) works.set(day, entry.startsWith('-'))
  }
  if (works.size === 0) return EVERY_DAY
  return { worksOn: ({ date, weekday }) => works.get(date.slice(MONTH_AT)) ?? weekday < SATURDAY }
}

/** The first invalid entry; undefined if all are valid. */
export function wrongProviderDay(text: string): string | undefined {
  return entriesIn(text).find((entry) => dayIn(entry) === undefined)
}

function entriesIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(';;')
}

/** `MM-DD` */
function dayIn(entry: string): string | undefined {
  const parts = /^[+-](\d{1,2}) ([A-Za-z]{3})$/.exec(entry)
  if (parts === null) return undefined
  const [, day = '', name = ''] = parts
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  if (!isRealDate(LEAP_YEAR, month, Number(day))) return undefined
  return `${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}
