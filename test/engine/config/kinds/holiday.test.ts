import t from 'tap'
import { NO_RECORDS } from '../../../../engine/config/book-records.js'
import { holidayKind, holidaysOn } from '../../../../engine/config/kinds/holiday.js'
import { configWorld } from '../../../../engine/config/kinds.js'
import type { HolidayRecord } from '../../../../engine/config/records/holiday.js'
import { say } from '../../../../engine/reasons/reasons.js'
import { NO_FACTS } from '../../../given/config-facts.js'

const WORLD = configWorld(NO_RECORDS, NO_FACTS)
const DEFAULTS = holidayKind.defaults({})

function faults(change: Partial<typeof DEFAULTS>) {
  return holidayKind.check({ ...DEFAULTS, ...change }, WORLD, null)
}

function holiday(change: Partial<HolidayRecord>): HolidayRecord {
  return { ...DEFAULTS, id: 1, created_at: '', updated_at: '', version: 1, ...change }
}

t.test('a holiday starts as the first of January of every year, for the whole day and all', (t) => {
  t.same(DEFAULTS, {
    year: 0,
    month: 1,
    day: 1,
    description: '',
    enabled: true,
    from_min: 0,
    to_min: 1440,
    position: 0,
    symbols: ['*'],
  })
  t.same(holidayKind.defaults({ day: 6, enabled: false }), { ...DEFAULTS, day: 6, enabled: false })
  t.end()
})

t.test('a day is one that is there, in its year or in any', (t) => {
  const noDay = (text: string) => [{ path: 'day', ...say('field.no_such_holiday', { day: text }) }]
  const noYear = [{ path: 'year', ...say('field.year', { min: 1970 }) }]
  for (const [year, month, day, wanted] of [
    [0, 2, 29, []],
    [0, 2, 30, noDay('0000-02-30')],
    [2028, 2, 29, []],
    [2027, 2, 29, noDay('2027-02-29')],
    [1970, 1, 1, []],
    [1969, 12, 31, noYear],
    [1, 1, 1, noYear],
    [2026, 13, 1, noDay('2026-13-01')],
  ] as const) {
    t.same(faults({ year, month, day }), wanted, `${year}-${month}-${day}`)
  }
  const wrong = [{ path: 'to_min', ...say('field.not_before_from_min') }]
  t.same(faults({ from_min: 600, to_min: 600 }), [])
  t.same(faults({ from_min: 600, to_min: 599 }), wrong)
  t.same(faults({ year: 5, from_min: 1, to_min: 0 }), [...noYear, ...wrong])
  t.end()
})

t.test('its name is its date and its words, its masks are kept one by one', (t) => {
  const { transfer } = holidayKind
  const keyOf = transfer === 'stays' ? undefined : transfer.keyOf
  for (const [change, name] of [
    [{ year: 2026, month: 12, day: 25, description: 'Christmas' }, '2026-12-25 Christmas'],
    [{ month: 5, day: 1 }, '0000-05-01'],
  ] as const) {
    t.equal(holidayKind.nameOf({ ...DEFAULTS, ...change }), name)
    t.equal(keyOf?.({ ...DEFAULTS, ...change }), name)
  }
  const symbols = ['EURUSD, GBPUSD', 'Metals\\*', 'EURUSD']
  t.same(holidayKind.normal?.({ ...DEFAULTS, symbols, day: 9 }), {
    ...DEFAULTS,
    symbols: ['EURUSD', 'GBPUSD', 'Metals\\*'],
    day: 9,
  })
  t.end()
})

t.test('holidays of a symbol on a day: enabled, of that day, and their masks cover it', (t) => {
  const christmas = { month: 12, day: 25 }
  const list = [
    holiday({ id: 1, ...christmas }),
    holiday({ id: 2, ...christmas, enabled: false }),
    holiday({ id: 3, ...christmas, year: 2026 }),
    holiday({ id: 4, ...christmas, symbols: ['*', '!EURUSD'] }),
    holiday({ id: 5, ...christmas, symbols: ['Forex\\*'] }),
    holiday({ id: 6, month: 12, day: 24 }),
    holiday({ id: 7, month: 11, day: 25 }),
  ]
  const on = (date: string, path: string) => holidaysOn(list, date, path).map(({ id }) => id)
  t.same(on('2026-12-25', 'Forex\\EURUSD'), [1, 3, 5])
  t.same(on('2027-12-25', 'Forex\\EURUSD'), [1, 5])
  t.same(on('2026-12-25', 'Metals\\XAUUSD'), [1, 3, 4])
  t.same(on('2026-12-24', 'Forex\\EURUSD'), [6])
  t.same(on('2026-12-26', 'Forex\\EURUSD'), [])
  t.same(on('Christmas', 'Forex\\EURUSD'), [])
  t.end()
})
