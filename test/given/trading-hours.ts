import { compileBook } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { type ServerClock, wallTime } from '../../engine/calendar/server-clock.js'
import { NO_RECORDS } from '../../engine/config/book-records.js'
import type { HolidayRecord } from '../../engine/config/records/holiday.js'
import type { ServerSettingsRecord } from '../../engine/config/records/server-settings.js'
import type { SymbolSession } from '../../engine/config/records/symbol.js'
import { EURUSD } from './book.js'

export const UTC: ServerClock = { utc_offset_min: 0, daylight_saving: 'none' }

/** EURUSD alone, with such hours. */
export function traded(
  sessions: readonly SymbolSession[],
  holidays: readonly HolidayRecord[] = [],
  clock = UTC,
): Book {
  const settings = [{ ...clock } as ServerSettingsRecord]
  return compileBook({ ...NO_RECORDS, symbols: [{ ...EURUSD, sessions }], holidays, settings })
}

/** Whether the sessions of that kind are open at that minute, as a person would look it up. */
export function isOpenNaively(
  kind: SymbolSession['kind'],
  sessions: readonly SymbolSession[],
  holidays: readonly HolidayRecord[],
  clock: ServerClock,
  moment: number,
): boolean {
  const { date, minute, weekday } = wallTime(clock, moment)
  const holds = ({ from_min, to_min }: { from_min: number; to_min: number }) =>
    from_min <= minute && minute < to_min
  const own = sessions.filter((one) => one.kind === kind)
  const inside = own.some((one) => one.day === weekday && holds(one))
  const [, month, day] = date.split('-').map(Number)
  const off = holidays.some((one) => one.month === month && one.day === day && holds(one))
  return (own.length === 0 || inside) && !off
}
