import fc from 'fast-check'
import t from 'tap'
import {
  type BookRecords,
  inListOrder,
  NO_RECORDS,
  withChange,
} from '../../../engine/config/book-records.js'
import { givenHoliday } from '../../given/book.js'

const holiday = (id: number, position: number, version = 1) =>
  givenHoliday({ id, position, version, month: 1, day: 1, description: `h${id}` })

// The one rule: the list after a change is the changed records in list order, whatever the way.
t.test('after a change of any size the list equals a newly built one', (t) => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 20 })
  const changes = fc.record({
    changed: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat(9)), {
      maxLength: 12,
      selector: ([id]) => id,
    }),
    removed: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
    stay: fc.boolean(),
  })
  fc.assert(
    fc.property(ids, changes, (before, { changed, removed, stay }) => {
      const holidays = inListOrder(
        'holidays',
        before.map((id) => holiday(id, id % 7)),
      )
      const records: BookRecords = { ...NO_RECORDS, version: 1, holidays }
      const gone = removed.filter((id) => !changed.some(([one]) => one === id))
      const news = changed.map(([id, position]) => holiday(id, stay ? id % 7 : position, 2))
      const change = { version: 2, kind: 'holidays', changed: news, removed: gone } as const
      const after = withChange(records, change)
      const expected = new Map(holidays.map((one) => [one.id, one]))
      for (const id of gone) expected.delete(id)
      for (const one of news) expected.set(one.id, one)
      t.same(after.holidays, inListOrder('holidays', [...expected.values()]))
      return after.version === 2 && after.symbols === records.symbols
    }),
  )
  t.end()
})
