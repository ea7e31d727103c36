import t from 'tap'
import { ConfigFront } from '../../../given/fronts/config-front.js'

const PATH = '/admin/v1/holidays'
const CHRISTMAS = { month: 12, day: 25, description: 'Christmas' }

t.test('a holiday starts enabled, for the whole day, for every symbol, at the end', async (t) => {
  const front = new ConfigFront(t)
  const created = await front.ask(`POST ${PATH}`, 'admin', CHRISTMAS)
  t.match(created, { status: 200, code: 'ok' })
  t.match(created.data, {
    ...CHRISTMAS,
    year: 0,
    enabled: true,
    from_min: 0,
    to_min: 1440,
    symbols: ['*'],
    id: 1,
    version: 1,
    position: 1,
  })
  const next = await front.ask(`POST ${PATH}`, 'admin', { month: 1, day: 1, id: 9, version: 9 })
  t.match(next.data, { id: 2, position: 2, version: 1 }, 'id and version are ignored')
  t.same((await front.ask(`GET ${PATH}`)).data, [created.data, next.data])
  t.same((await front.ask(`GET ${PATH}/1`)).data, created.data)
})

t.test(
  'each change is one version, one journal line with its fields, one publication',
  async (t) => {
    const front = new ConfigFront(t)
    await front.ask(`POST ${PATH}`, 'admin', CHRISTMAS)
    const before = front.desk.config.records.version
    const body = { version: 1, enabled: false, symbols: ['Forex\\*', '!EURUSD'] }
    const changed = await front.ask(`PATCH ${PATH}/1`, 'admin', body)
    t.match(changed.data, { version: 2, enabled: false, symbols: ['Forex\\*', '!EURUSD'] })
    t.equal(front.book.version, before + 1)
    t.match(front.changes.at(-1), { kind: 'holidays', version: before + 1, removed: [] })
    t.match(front.lines.at(-1), {
      kind: 'config',
      actor: 1,
      text: 'Holiday 0000-12-25 Christmas was changed: enabled, symbols',
      changes: [
        { field: 'enabled', from: true, to: false },
        { field: 'symbols', from: ['*'], to: ['Forex\\*', '!EURUSD'] },
      ],
    })
  },
)

t.test('a change that changes nothing answers the record and writes nothing', async (t) => {
  const front = new ConfigFront(t)
  const created = await front.ask(`POST ${PATH}`, 'admin', CHRISTMAS)
  const [lines, changes] = [front.lines.length, front.changes.length]
  const same = await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, month: 12, day: 25 })
  t.same(same.data, created.data)
  t.same([front.lines.length, front.changes.length], [lines, changes])
})

t.test('a stale version is 409, a missing one 400, a missing record 404', async (t) => {
  const front = new ConfigFront(t)
  await front.ask(`POST ${PATH}`, 'admin', CHRISTMAS)
  const patch = (id: number, body: object) => front.ask(`PATCH ${PATH}/${id}`, 'admin', body)
  t.match(await patch(1, { version: 2, day: 24 }), { status: 409, code: 'conflict' })
  t.match(await patch(1, { day: 24 }), { status: 400, fields: ['version'] })
  t.match(await patch(7, { version: 1, day: 24 }), { status: 404, code: 'not_found' })
  t.match(await front.ask(`GET ${PATH}/7`), { status: 404 })
  t.match(await front.ask(`DELETE ${PATH}/7`), { status: 404 })
})

t.test('a stale version is told the record as it is, and who changed it last', async (t) => {
  const front = new ConfigFront(t)
  const { data: created } = await front.ask(`POST ${PATH}`, 'admin', CHRISTMAS)
  const stale = (body: object) => front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, ...body })
  front.name('another', { login: 501, rights: new Set(['config.holidays']) })
  front.now += 60_000
  const { data: record } = await front.ask(`PATCH ${PATH}/1`, 'another', { version: 1, day: 24 })
  const { version, updated_at } = record
  t.match(record, { version: 2, created_at: created.created_at })
  t.match((await stale({ day: 23 })).data, { version, updated_at, updated_by: 501, record })
  await front.ask(`POST ${PATH}`, 'admin', { ...CHRISTMAS, month: 1 })
  await front.ask(`PUT ${PATH}/order`, 'admin', { ids: [2, 1] })
  t.match((await stale({ day: 23 })).data, { version: 3, updated_by: 1, record: { position: 2 } })
})

t.test(
  'month and day form a real date; 29 February only in a leap year or every year',
  async (t) => {
    const front = new ConfigFront(t)
    for (const [body, status, field] of [
      [{ month: 2, day: 29 }, 200],
      [{ month: 2, day: 29, year: 2028 }, 200],
      [{ month: 2, day: 29, year: 2027 }, 400, 'day'],
      [{ month: 4, day: 31 }, 400, 'day'],
      [{ month: 13, day: 1 }, 400, 'month'],
      [{ month: 0, day: 1 }, 400, 'month'],
      [{ day: 1 }, 400, 'month'],
      [{ month: 1 }, 400, 'day'],
      [{ month: 1, day: 1, year: 1970 }, 200],
      [{ month: 1, day: 1, year: 1969 }, 400, 'year'],
      [{ month: 1, day: 1, year: 9999 }, 200],
      [{ month: 1, day: 1, year: 10_000 }, 400, 'year'],
      [{ month: 1, day: 2, to_min: 1440 }, 200],
      [{ month: 1, day: 3, to_min: 1441 }, 400, 'to_min'],
      [{ month: 1, day: 4, from_min: 600, to_min: 600 }, 200],
      [{ month: 1, day: 5, from_min: 600, to_min: 599 }, 400, 'to_min'],
      [{ month: 1, day: 6, description: 'd'.repeat(128) }, 200],
      [{ month: 1, day: 7, description: 'd'.repeat(129) }, 400, 'description'],
      [{ month: 1, day: 8, nonsense: 1 }, 400, 'nonsense'],
      [{ month: 1, day: 8, position: 1 }, 400, 'position'],
    ] as const) {
      const answer = await front.ask(`POST ${PATH}`, 'admin', body)
      t.equal(answer.status, status, JSON.stringify(body).slice(0, 80))
      if (field !== undefined) t.same(answer.fields, [field])
    }
  },
)

t.test('PATCH cannot send id or position', async (t) => {
  const front = new ConfigFront(t)
  await front.ask(`POST ${PATH}`, 'admin', CHRISTMAS)
  for (const field of ['id', 'position']) {
    const answer = await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, [field]: 1 })
    t.match(answer, { status: 400, fields: [field] })
  }
})

t.test('an order lists every item once and raises the version of what moved', async (t) => {
  const front = new ConfigFront(t)
  for (const day of [1, 2, 3]) await front.ask(`POST ${PATH}`, 'admin', { month: 5, day })
  const order = (ids: number[]) => front.ask(`PUT ${PATH}/order`, 'admin', { ids })
  for (const ids of [[], [1, 2], [1, 2, 2], [1, 2, 4], [1, 2, 3, 4]]) {
    t.match(await order(ids), { status: 400, code: 'invalid_input' }, ids.join())
  }
  const ordered = await order([1, 3, 2])
  const rows = ordered.data.map((one: Record<string, number>) => [one['id'], one['version']])
  t.same(rows, [
    [1, 1],
    [3, 2],
    [2, 2],
  ])
  t.equal((await front.ask(`GET ${PATH}`)).data[1].id, 3)
  await front.ask(`DELETE ${PATH}/1`)
  const places = (await front.ask(`GET ${PATH}`)).data.map((one: Record<string, number>) => [
    one['id'],
    one['position'],
    one['version'],
  ])
  t.same(
    places,
    [
      [3, 1, 2],
      [2, 2, 2],
    ],
    'the later ones move up, which is no change of theirs',
  )
})

t.test('the list keeps a year with the every-year ones, and a month', async (t) => {
  const front = new ConfigFront(t)
  for (const [year, month, day] of [
    [0, 12, 25],
    [2026, 12, 24],
    [2027, 12, 24],
    [2026, 1, 2],
  ]) {
    await front.ask(`POST ${PATH}`, 'admin', { year, month, day })
  }
  const ids = async (query: string): Promise<number[]> =>
    (await front.ask(`GET ${PATH}${query}`)).data.map(({ id }: { id: number }) => id)
  t.same(await ids('?year=2026'), [1, 2, 4])
  t.same(await ids('?year=2026&month=12'), [1, 2])
  t.same(await ids('?month=12'), [1, 2, 3])
  t.same(await ids('?year=0&month=0'), [1, 2, 3, 4])
  t.match(await front.ask(`GET ${PATH}?month=13`), { status: 400 })
})

t.test('the check names the enabled holidays that close a symbol on a day', async (t) => {
  const front = new ConfigFront(t)
  const add = (body: object) => front.ask(`POST ${PATH}`, 'admin', body)
  await add({ ...CHRISTMAS, symbols: ['Forex\\*', '!EURUSD'] })
  await add({ year: 2026, month: 3, day: 2, symbols: ['xauusd'] })
  await add({ year: 2026, month: 3, day: 2, enabled: false })
  const check = (query: string) => front.ask(`GET ${PATH}/check?${query}`)
  const closed = await check('symbol=GBPUSD&date=2031-12-25')
  t.match(closed.data, {
    closed: true,
    date: '2031-12-25',
    symbol: 'GBPUSD',
    holidays: [{ id: 1 }],
  })
  t.match((await check('symbol=EURUSD&date=2031-12-25')).data, { closed: false, holidays: [] })
  t.match((await check('symbol=XAUUSD&date=2031-12-25')).data, { closed: false })
  t.match((await check('symbol=XauUsd')).data, { closed: true, date: '2026-03-02' }, 'today')
  t.match(await check('symbol=NOSUCH'), { status: 404, code: 'not_found' })
  t.match(await check('date=2026-01-01'), { status: 400 })
  for (const date of ['2026-02-30', '2026-1-1', '20260101xx']) {
    t.match(await check(`symbol=EURUSD&date=${date}`), { status: 400, fields: ['date'] })
  }
})
