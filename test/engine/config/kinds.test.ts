import t from 'tap'
import { NO_RECORDS, withChange } from '../../../engine/config/book-records.js'
import { CONFIG_KINDS } from '../../../engine/config/config-records.js'
import {
  changeFor,
  configDraft,
  configWorld,
  kindOf,
  recordsFor,
} from '../../../engine/config/kinds.js'
import type { GroupRecord } from '../../../engine/config/records/group.js'
import type { HolidayRecord } from '../../../engine/config/records/holiday.js'
import { exportedRecord, transferOf } from '../../../engine/config/transfer/exported.js'
import { NO_FACTS } from '../../given/config-facts.js'

// The consequences of the descriptions of kinds of settings: the threads that keep them, and their export.

const STORED = { id: 1, created_at: '', updated_at: '', version: 4 }

const holiday = {
  ...kindOf('holidays').defaults({ month: 12, day: 25, description: 'Christmas', position: 3 }),
  ...STORED,
} as HolidayRecord

t.test('a thread has the records of the kinds that it uses, and every version', (t) => {
  const at = { to: '2026-01-01T00:00:00Z' }
  const change = {
    group: 'a',
    leverage_profile_id: null,
    at: at.to,
    done_at: null,
    made_by: null,
    ...STORED,
  }
  const records = { ...NO_RECORDS, version: 9, holidays: [holiday], leverage_switches: [change] }
  for (const thread of ['shards', 'links'] as const) {
    const kept = recordsFor(thread, records)
    t.same([kept.version, kept.holidays, kept.leverage_switches], [9, [holiday], []], thread)
    const switched = { version: 10, kind: 'leverage_switches', changed: [change], removed: [3] }
    t.same(changeFor(thread, switched as Parameters<typeof changeFor>[1]), {
      ...switched,
      changed: [],
      removed: [],
    })
    const closed = { version: 10, kind: 'holidays', changed: [holiday], removed: [3] } as const
    t.equal(changeFor(thread, closed), closed)
  }
  t.end()
})

t.test('a record is exported under its key, without what is of this server', (t) => {
  const shape = transferOf('holidays')
  if (shape === undefined) throw new Error('holidays are exported')
  const { key, fields, removed } = exportedRecord('holidays', shape, holiday, world())
  t.same([key, removed], ['0000-12-25 Christmas', []])
  t.same(Object.keys(fields).sort(), [
    'day',
    'description',
    'enabled',
    'from_min',
    'month',
    'symbols',
    'to_min',
    'year',
  ])
  const grouped = transferOf('groups')
  if (grouped === undefined) throw new Error('groups are exported')
  const exported = exportedRecord('groups', grouped, group(7), world())
  t.match(exported, { key: 'real\\a', fields: { leverage_profile: 'Night' } })
  t.notOk('leverage_profile_id' in exported.fields)
  t.equal(exportedRecord('groups', grouped, group(null), world()).fields['leverage_profile'], null)
  const missing = exportedRecord('groups', grouped, group(99), world())
  t.equal(missing.fields['leverage_profile'], null, 'what is not there has no key')
  t.end()
})

t.test('secrets are named and never exported', (t) => {
  const params = [
    { name: 'Token', type: 'secret', value: '********', default: '', description: '' },
    { name: 'Encoding', type: 'string', value: 'latin1', default: '', description: '' },
  ] as const
  const translates = [
    { symbol_id: 1, source: 'x', source_digits: null, ask_markup_pts: 0, bid_markup_pts: 0 },
  ]
  const feed = {
    ...kindOf('datafeeds').defaults({ name: 'F', params, translates, has_password: true }),
    ...STORED,
  }
  const shape = transferOf('datafeeds')
  if (shape === undefined) throw new Error('datafeeds are exported')
  const symbol = { ...kindOf('symbols').defaults({ path: 'Forex\\EURUSD' }), ...STORED }
  const { fields, removed } = exportedRecord('datafeeds', shape, feed, {
    get: ((_kind: string, id: number) => (id === 1 ? symbol : undefined)) as ReturnType<
      typeof world
    >['get'],
  })
  t.same(removed, ['password', 'params/Token'])
  t.match(fields, { params: [{ value: '' }, { value: 'latin1' }] })
  t.match(fields, { translates: [{ symbol: 'Forex\\EURUSD', source: 'x' }] })
  t.notMatch(JSON.stringify(fields), /\*\*|has_|symbol_id/)
  t.end()
})

t.test('every kind that is exported has a key of fields that it has', (t) => {
  for (const kind of CONFIG_KINDS) {
    const shape = transferOf(kind)
    if (shape === undefined) continue
    const content = kindOf(kind).defaults({})
    for (const field of shape.keyFields) t.ok(field in content, `${kind} have ${field}`)
  }
  t.end()
})

t.test('a draft leaves what it was made from as it is', (t) => {
  const base = world()
  const draft = configDraft(base)
  draft.take('groups', { changed: [group(null)], removed: [] })
  const next = configDraft(draft)
  next.take('groups', { changed: [], removed: [1] })
  const found = [base, draft, next].map((one) => [
    one.get('groups', 1)?.leverage_profile_id,
    one.named('groups', 'REAL\\A')?.leverage_profile_id,
    one.list('groups').length,
  ])
  t.same(found, [
    [7, 7, 1],
    [null, null, 1],
    [undefined, undefined, 0],
  ])
  t.end()
})

t.test('a world after a change finds what there is then, under its names of then', (t) => {
  const named = (path: string, id: number): GroupRecord => ({ ...group(null), id, path })
  for (const count of [2, 3, 40]) {
    const groups = Array.from({ length: count }, (_, i) => named(`real\\g${i}`, i + 1))
    const base = configWorld({ ...NO_RECORDS, groups }, NO_FACTS)
    for (const isKnown of [false, true]) {
      if (isKnown) base.named('groups', 'real\\g0')
      const changed = [named('real\\new', 1)]
      const change = { version: 2, kind: 'groups', changed, removed: [2] } as const
      const records = withChange(base.records, change)
      const plain = base.with(records, change)
      const draft = configDraft(base)
      draft.take('groups', change)
      for (const next of [plain, base.with(records, change, draft)]) {
        const found = ['g0', 'NEW', 'g1', 'g2'].map(
          (one) => next.named('groups', `real\\${one}`)?.id,
        )
        t.same(found, [undefined, 1, undefined, count > 2 ? 3 : undefined], `of ${count}`)
        t.same(
          [1, 2].map((id) => next.get('groups', id)?.path),
          ['real\\new', undefined],
        )
        t.equal(next.records, records)
        t.equal(next.get('symbols', 1), undefined)
      }
      t.same([base.named('groups', 'real\\g0')?.id, base.get('groups', 2)?.id], [1, 2])
    }
  }
  t.end()
})

t.test('a draft finds what it has by id and name, in list order, through all its changes', (t) => {
  const draft = configDraft(world())
  const named = (path: string, id: number): GroupRecord => ({ ...group(null), id, path })
  const found = (...paths: string[]) => paths.map((path) => draft.named('groups', path)?.id)
  draft.take('groups', { changed: [named('real\\c', 3), named('real\\b', 2)], removed: [] })
  t.same(found('real\\a', 'REAL\\B', 'real\\c'), [1, 2, 3])
  t.same(
    draft.list('groups').map(({ id }) => id),
    [1, 2, 3],
  )
  draft.take('groups', { changed: [named('real\\d', 2)], removed: [] })
  t.same(found('real\\b', 'real\\d'), [undefined, 2], 'under its new name alone')
  t.same(
    draft.list('groups').map(({ id }) => id),
    [1, 3, 2],
  )
  draft.take('groups', { changed: [], removed: [3, 99] })
  t.same(found('real\\c'), [undefined])
  t.same(
    draft.list('groups').map(({ path }) => path),
    ['real\\a', 'real\\d'],
  )
  t.same([...draft.settled('groups').touched], [3, 2, 99])
  t.same(
    draft.settled('groups').list.map(({ id }) => id),
    [1],
    'as it was made',
  )
  t.same([...draft.settled('symbols').touched], [])
  t.equal(draft.get('leverage_profiles', 7)?.name, 'Night', 'another kind')
  t.end()
})

function group(leverage_profile_id: number | null): GroupRecord {
  return { ...kindOf('groups').defaults({ path: 'real\\a', leverage_profile_id }), ...STORED }
}

function world() {
  const profile = { ...kindOf('leverage_profiles').defaults({ name: 'Night' }), ...STORED, id: 7 }
  return configWorld({ ...NO_RECORDS, leverage_profiles: [profile], groups: [group(7)] }, NO_FACTS)
}
