import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import type { ConfigItem, ConfigSlice } from '../../../../actors/desk/settings/config-batch.js'
import type { ItemResult } from '../../../../actors/desk/settings/item-result.js'
import {
  CONFIG_BATCHES_MAX,
  CONFIG_SLICE_ITEMS_MAX,
  CONFIG_SLICE_MS,
} from '../../../../engine/limits/settings.js'
import { STAFF } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// Slices of changes of settings, over a real desk with a real database.

type Given = Partial<Omit<ConfigSlice, 'items'>>

function given(test: { teardown(run: () => unknown): unknown }, demo = true) {
  const front = new ConfigFront(test, { demo })
  // A busy machine ends no slice early.
  front.clock.monotonic = () => 0
  const handlers = deskHandlers(front.desk)
  const slice = (items: readonly ConfigItem[], more: Given = {}) =>
    handlers['config.batch'](
      structuredClone({
        actor: STAFF,
        kind: 'symbols',
        items,
        isLast: true,
        dryRun: null,
        ...more,
      }),
    )
  const run = (items: readonly ConfigItem[], more: Given = {}): readonly ItemResult[] => {
    const done = slice(items, more)
    if (!done.ok) throw new Error(done.message)
    return done.value
  }
  const did = (items: readonly ConfigItem[], more: Given = {}) =>
    run(items, more).map((result) => result.did)
  return { front, slice, run, did }
}

const symbol = (path: string, more = {}): ConfigItem => ({
  do: 'create',
  input: { path, calc_mode: 'cfd', contract_size: '1', ...more },
})

const imported = (fields: object): ConfigItem => ({
  do: 'import',
  fields: { ...fields },
  removed: [],
  mistakes: { asNew: null, asChange: null },
  from: 'file',
  mode: 'upsert',
  newSymbolsDisabled: false,
  connectionsEnabled: true,
})

t.test('a slice is one version and one event, with a line for each record', async (t) => {
  const { front, run } = given(t)
  const version = front.book.version
  const { length } = front.lines
  const results = run([
    symbol('Bulk\\ONE'),
    symbol('Bulk\\TWO', { digits: 2 }),
    { do: 'change', id: 1, version: 1, input: { spread_pts: 7, description: 'Euro' } },
    { do: 'remove', id: 2 },
    symbol('Bulk\\bad name,', { digits: 3 }),
    { do: 'change', id: 3, version: 9, input: { spread_pts: 7 } },
    { do: 'change', id: 999, version: 1, input: {} },
  ])
  t.match(results, [
    { did: 'created', id: 13, fields: [], code: null },
    { did: 'created', id: 14 },
    { did: 'changed', id: 1, fields: ['description', 'spread_pts'] },
    { did: 'removed', id: 2 },
    { did: 'refused', code: 'invalid_input', field: 'path', message: /must not contain/ },
    { did: 'refused', id: 3, code: 'conflict', field: null, message: /at version 1/ },
    { did: 'refused', id: 999, code: 'not_found' },
  ])
  t.equal(front.changes.length, 1, 'one event')
  t.match(front.changes, [{ version: version + 1, removed: [2] }])
  t.same(front.changes[0]?.changed.map(({ id }) => id).sort(), [1, 13, 14])
  t.same(
    front.lines.slice(length).map(({ text }) => text),
    [
      'Symbol ONE was created',
      'Symbol TWO was created',
      'Symbol EURUSD was changed: description, spread_pts',
      'Symbol GBPUSD was deleted',
    ],
  )
  const { version: now } = front.book
  t.same(
    [1, 2].map((id) => front.symbols.claim(id, now - 1)),
    [false, false],
    'a shard that has not heard of it does not begin to trade them',
  )
  t.same([front.symbols.claim(1, now), front.symbols.claim(12, now - 1)], [true, true])
  const held = front.desk.config.world.named('symbols', 'two')
  front.desk.config.reload()
  t.same(front.desk.config.world.named('symbols', 'TWO'), held, 'memory is what is on disk')
  t.equal(front.desk.config.world.get('symbols', 2), undefined)
})

t.test('only records of a list that has positions are given one', (t) => {
  const { front, did } = given(t, false)
  const feed = {
    module: 'dde',
    name: 'first',
    server: 'host:2222',
    login: 'desk',
    password: 'pAsS-w0',
  }
  t.same(did([{ do: 'create', input: { path: 'demo\\one' } }], { kind: 'groups' }), ['created'])
  t.same(did([{ do: 'create', input: feed }], { kind: 'datafeeds' }), ['created'])
  t.same(did([symbol('F\\ONE')]), ['created'])
  const { world } = front.desk.config
  const records = [
    world.named('groups', 'demo\\one'),
    world.named('datafeeds', 'first'),
    world.named('symbols', 'ONE'),
  ]
  t.same(
    records.map((record) => record !== undefined && 'position' in record),
    [false, false, true],
  )
  t.end()
})

t.test('an item sees what the items before it have done', async (t) => {
  const { front, run } = given(t, false)
  t.match(
    run([
      symbol('Bulk\\A'),
      symbol('Other\\a'),
      symbol('Bulk\\B', { quote_source: 'Bulk\\A' }),
      { do: 'remove', id: 1 },
      { do: 'change', id: 2, version: 1, input: { quote_source: '' } },
      { do: 'remove', id: 1 },
      symbol('Bulk\\C', { quote_source: 'Bulk\\A' }),
    ]),
    [
      { did: 'created', id: 1 },
      { did: 'refused', code: 'conflict', message: /already belongs to another symbol/ },
      { did: 'created', id: 2 },
      { did: 'refused', code: 'conflict', message: /^Bulk\\B takes its quotes from A/ },
      { did: 'changed', id: 2, fields: ['quote_source'] },
      { did: 'removed', id: 1 },
      { did: 'refused', code: 'invalid_input', field: 'quote_source', message: /no symbol Bulk/ },
    ],
  )
  t.same(
    front.desk.config.records.symbols.map(({ path }) => path),
    ['Bulk\\B'],
  )
})

t.test('sent again, what was done is the same, and nothing is written', async (t) => {
  const { front, did } = given(t)
  t.same([did([symbol('Bulk\\NEW')]), did([symbol('bulk\\new')])], [['created'], ['refused']])
  t.same(did([symbol('Bulk\\NEW')]), ['same'])
  const items: ConfigItem[] = [
    symbol('Bulk\\ONE'),
    { do: 'change', id: 1, version: 1, input: { spread_pts: 7 } },
    { do: 'remove', id: 2 },
    imported({ path: 'Bulk\\ONE', digits: 3 }),
    imported({ path: 'Bulk\\PUT' }),
  ]
  t.same(did(items), ['created', 'changed', 'removed', 'changed', 'created'])
  const { version } = front.book
  const lines = front.lines.length
  t.same(did(items.slice(1)), ['same', 'same', 'same', 'same'])
  t.same([front.book.version, front.lines.length], [version, lines])
  t.same(did([symbol('Bulk\\ONE')]), ['refused'], 'a record of the name that is another one')
  t.same(did([imported({ path: 'Else\\PUT' })]), ['refused'])
})

t.test('secrets of connections are sealed, kept, and the same when sent again', async (t) => {
  const { front, run, did } = given(t)
  const input = {
    module: 'dde',
    name: 'Bulk',
    server: 'q.example.com:1',
    login: 'l',
    password: 'p',
  }
  const item: ConfigItem = { do: 'create', input }
  const kind = 'datafeeds'
  const [made] = run([item, imported({ ...input, priority: 3 })], { kind })
  t.same(did([imported({ ...input, priority: 3 })], { kind }), ['same'])
  const feed = front.desk.config.opened(kind, front.desk.seal).find(({ id }) => id === made?.id)
  t.match(feed, { password: 'p', priority: 3, version: 2 })
  t.notMatch(JSON.stringify(front.changes), /"password":/)
})

t.test('a dry run says the same and writes nothing, over its slices', async (t) => {
  const { front, did } = given(t)
  const before = JSON.stringify(front.desk.config.records)
  const dryRun = 'mine'
  t.same(did([symbol('Bulk\\ONE')], { dryRun, isLast: false }), ['created'])
  const second: ConfigItem[] = [
    symbol('Else\\ONE'),
    symbol('Bulk\\TWO', { quote_source: 'Bulk\\ONE' }),
    { do: 'remove', id: 1 },
  ]
  t.same(did(second, { dryRun: 'another', isLast: false }), ['created', 'refused', 'removed'])
  front.change('symbols', 3, { description: 'meanwhile' })
  t.same(did(second, { dryRun, isLast: false }), ['refused', 'created', 'removed'])
  t.same(did([{ do: 'remove', id: 1 }], { dryRun }), ['same'])
  t.same(did([symbol('Bulk\\ONE')], { dryRun }), ['created'], 'after its end nothing is left of it')
  front.change('symbols', 3, { description: '' })
  const after = front.desk.config.records
  t.equal(after.symbols.length, JSON.parse(before).symbols.length)
  t.equal(front.changes.length, 2, 'of the two real changes')
})

t.test('of dry runs that were left in the middle the oldest gives way', async (t) => {
  const { did } = given(t)
  const one = [symbol('Bulk\\ONE')]
  for (let n = 1; n <= 2 * CONFIG_BATCHES_MAX + 1; n++) {
    t.same(did(one, { dryRun: `run ${n}`, isLast: false }), ['created'])
  }
  t.same(did(one, { dryRun: 'run 2' }), ['same'], 'the second goes on where it was')
  t.same(did(one, { dryRun: 'run 1' }), ['created'], 'nothing is left of the first')
})

t.test('records that number their places close up when the batch ends', async (t) => {
  const { front, did } = given(t)
  const kind = 'holidays'
  const day = (n: number): ConfigItem => ({
    do: 'create',
    input: { month: 1, day: n, description: `day ${n}` },
  })
  did([1, 2, 3, 4, 5].map(day), { kind })
  const remove = (...ids: number[]) => ids.map((id) => ({ do: 'remove', id }) as const)
  did(remove(1, 3), { kind, isLast: false })
  did(remove(4), { kind })
  t.same(
    front.desk.config.records.holidays.map(({ id, position, version }) => [id, position, version]),
    [
      [2, 1, 1],
      [5, 2, 1],
    ],
  )
  const standing = front.desk.config.world.get('holidays', 2)
  front.now += 1_000
  did(remove(5), { kind })
  t.match(front.changes.at(-1), { removed: [5], changed: { length: 0 } })
  t.same(front.desk.config.records.holidays, [standing], 'one that keeps its place is as it was')
})

t.test('a slice has a bound in items and one in time', async (t) => {
  const { front, slice } = given(t)
  const many = Array.from({ length: CONFIG_SLICE_ITEMS_MAX + 1 }, (_, i) => symbol(`Bulk\\S${i}`))
  t.match(slice(many), { ok: false, code: 'too_large' })
  let ms = 0
  front.clock.monotonic = () => (ms += 60)
  const done = slice(many.slice(1))
  t.match(done, { ok: true })
  if (!done.ok) return
  t.ok(done.value.length >= 1 && done.value.length < 10, `${done.value.length} were reached`)
  t.equal(front.book.records.symbols.length, 12 + done.value.length)
})

t.test('a slice ends as its time is over, not after it', async (t) => {
  const { front, did } = given(t)
  let looks = 0
  front.clock.monotonic = () => (looks++ === 0 ? 0 : CONFIG_SLICE_MS)
  const items = [symbol('Bulk\\ONE'), symbol('Bulk\\TWO')]
  t.same(did(items, { dryRun: 'mine' }), ['created'])
  front.clock.monotonic = () => 0
  t.same(did(items, { dryRun: 'mine' }), ['same', 'created'], 'the rest of the trial goes on')
  t.same(did(items, { dryRun: 'mine' }), ['created', 'created'], 'and then it is over')
})

t.test('places close up once all of the last slice was reached', async (t) => {
  const { front, did } = given(t, false)
  const kind = 'holidays'
  const places = () => front.book.records.holidays.map(({ id, position }) => [id, position])
  const day = (n: number): ConfigItem => ({ do: 'create', input: { month: 1, day: n } })
  did([1, 2, 3].map(day), { kind })
  let looks = 0
  front.clock.monotonic = () => (looks++ === 0 ? 0 : CONFIG_SLICE_MS)
  const gone = [1, 2].map((id) => ({ do: 'remove', id }) as const)
  t.same(did(gone, { kind }), ['removed'])
  t.same(places(), [
    [2, 2],
    [3, 3],
  ])
  front.clock.monotonic = () => 0
  t.same(did(gone, { kind }), ['same', 'removed'])
  t.same(places(), [[3, 1]])
})

t.test('each result is told whole, and records that are no symbols hold none back', async (t) => {
  const { front, run } = given(t, false)
  const nothing = { fields: [], code: null, message: '', field: null }
  const kind = 'holidays'
  t.strictSame(run([{ do: 'create', input: { month: 1, day: 1 } }], { kind }), [
    { ...nothing, did: 'created', id: 1 },
  ])
  const { version } = front.book
  const change = (id: number, day: number, at = 1): ConfigItem => {
    return { do: 'change', id, version: at, input: { day } }
  }
  const results = run([change(1, 2), change(1, 3), change(1, 2), { do: 'remove', id: 9 }], { kind })
  t.strictSame(results, [
    { ...nothing, did: 'changed', id: 1, fields: ['day'] },
    {
      ...nothing,
      did: 'refused',
      id: 1,
      code: 'conflict',
      message: results[1]?.message,
    },
    { ...nothing, did: 'same', id: 1 },
    { ...nothing, did: 'same', id: null },
  ])
  t.equal(front.book.version, version + 1)
  t.equal(front.symbols.claim(1, version), true)
})

t.test('who does not reach a group neither makes nor changes it', async (t) => {
  const { front, run } = given(t)
  const id = front.book.records.groups.find(({ path }) => path === 'real\\standard')?.id ?? 0
  const actor = { ...STAFF, login: 4242 }
  const [made, changed] = run(
    [
      { do: 'create', input: { path: 'real\\new' } },
      { do: 'change', id, version: 1, input: { leverage: 7 } },
    ],
    { kind: 'groups', actor },
  )
  t.same([made?.did, changed?.did], ['refused', 'refused'])
  t.same(front.changes, [])
  const one: ConfigItem = { do: 'create', input: { path: 'real\\new' } }
  t.match(run([one], { kind: 'groups' }), [{ did: 'created' }])
  t.match(run([one], { kind: 'groups' }), [{ did: 'same' }])
  const [again] = run([one], { kind: 'groups', actor })
  t.equal(again?.did, 'refused', 'nor are they told that it is so already')
})
