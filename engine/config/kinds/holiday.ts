import { dayFromText, dayText, isRealDate } from '../../calendar/calendar.js'
import { lastSegment } from '../../names/group-path.js'
import { maskListCovers, masksIn } from '../../names/mask.js'
import type { Fault } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import type { ContentOf } from '../config-records.js'
import type { ConfigKind } from '../kind.js'
import type { HolidayRecord } from '../records/holiday.js'

type Holiday = ContentOf<HolidayRecord>

const DEFAULTS: Holiday = {
  year: 0,
  month: 1,
  day: 1,
  description: '',
  enabled: true,
  from_min: 0,
  to_min: 1440,
  position: 0,
  symbols: ['*'],
}

/** A leap year represents every year, so that 29 February is valid. */
const ANY_YEAR = 2000
const YEAR_MIN = 1970

export const holidayKind: ConfigKind<'holidays'> = {
  kind: 'holidays',
  noun: 'holiday',
  scope: 'server',
  usedByThreads: ['shards', 'links'],
  refers: [],
  transfer: {
    keyFields: ['year', 'month', 'day', 'description'],
    keyOf: holidayName,
    leftOut: ['position'],
  },
  order: 'position',
  nameOf: holidayName,
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  normal: (holiday) => ({ ...holiday, symbols: [...new Set(holiday.symbols.flatMap(masksIn))] }),
  check(holiday): readonly Fault[] {
    const faults: Fault[] = []
    const { year, month, day } = holiday
    if (year !== 0 && year < YEAR_MIN) {
      faults.push({ path: 'year', ...say('field.year', { min: YEAR_MIN }) })
    } else if (!isRealDate(year === 0 ? ANY_YEAR : year, month, day)) {
      faults.push({
        path: 'day',
        ...say('field.no_such_holiday', { day: dayText(year, month, day) }),
      })
    }
    if (holiday.to_min < holiday.from_min) {
      faults.push({ path: 'to_min', ...say('field.not_before_from_min') })
    }
    return faults
  },
}

/** The name of a holiday, such as `2026-12-25 Christmas`. Year `0000` means every year. */
function holidayName({ year, month, day, description }: Holiday): string {
  return `${dayText(year, month, day)} ${description}`.trimEnd()
}

/** The enabled holidays that fall on the day `YYYY-MM-DD` and close the symbol of this path. */
export function holidaysOn(
  holidays: readonly HolidayRecord[],
  date: string,
  symbolPath: string,
): readonly HolidayRecord[] {
  const on = dayFromText(date)
  if (on === undefined) return []
  const name = lastSegment(symbolPath)
  return holidays.filter(
    ({ enabled, year, month, day, symbols }) =>
      enabled &&
      (year === 0 || year === on.year) &&
      month === on.month &&
      day === on.day &&
      maskListCovers(symbols.join(','), name, symbolPath),
  )
}
