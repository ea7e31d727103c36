import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { queryHandlers } from '../../../actors/queries/queries.js'
import { rowFactsReader } from '../../../actors/queries/row-facts.js'
import type { Outcome } from '../../../actors/thread/ask.js'
import { dateOfDay } from '../../../engine/calendar/server-day.js'
import { because } from '../../../engine/reasons/reasons.js'
import { accountStateWrites } from '../../../storage/repos/accounts/account-state-writes.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { openReader } from '../../../storage/sqlite/open.js'
import { emptyState } from '../../../wire/account/stored-account.js'
import type { JsonValue } from '../../../wire/format/json-parts.js'
import { scratch } from '../../given/desk.js'
import { ConfigFront } from '../../given/fronts/config-front.js'
import { writeHistory } from '../../given/records/histories.js'
import { openBooks, openTables, projectAll, projector } from '../../given/records/projection.js'

t.test('the statements of a thread that only reads write nothing, and each is made once', (t) => {
  const db = openTables(scratch(t))
  const prepared = t.capture(db, 'prepare', db.prepare)
  queryHandlers(db)
  const made = prepared().map(({ args: [sql] }) => sql)
  t.ok(made.length > 0)
  t.same(
    made.filter((sql) => !db.prepare(sql).readonly),
    [],
  )
  t.equal(new Set(made).size, made.length)
  db.close()
  t.end()
})

t.test('an account reads its history newest first, by page and by time', async (t) => {
  const { directory, logs, db } = openBooks(t, 2)
  const records = writeHistory(logs, { seed: 44, count: 200, logins: 3, turn: 6 })
  projectAll(projector(db, logs, 37), records.length)
  const reader = openReader(`${directory}/openfloor.sqlite`)
  const queries = queryHandlers(reader)
  for (const login of new Set(records.map((record) => record.login))) {
    const events = records.filter((r) => r.login === login).flatMap((r) => r.events)
    const deals = events.flatMap((e) => (e.type === 'deal' ? [e] : [])).toReversed()
    const page2 = queries['account.deals']({ login, page: 2, limit: 7 })
    t.match(page2, { ok: true, value: { total: deals.length, projectionSeq: records.length } })
    if (!page2.ok) continue
    const ids = page2.value.rows.map((row) => (JSON.parse(row) as { id: number }).id)
    t.same(
      ids,
      deals.slice(7, 14).map(({ id }) => id),
    )
    const from = deals[20]?.at ?? 0
    const to = deals[3]?.at ?? 0
    const between = queries['account.deals']({ login, from, to, page: 1, limit: 1000 })
    const expected = deals.filter(({ at }) => at >= from && at <= to)
    t.match(between, { ok: true, value: { total: expected.length } })
    const orders = events.filter((e) => e.type === 'order')
    const closed = events.filter((e) => e.type === 'position' && e.volume === 0)
    const whole = { login, page: 1, limit: 1000 }
    t.match(queries['account.orders'](whole), { value: { total: orders.length } })
    t.match(queries['account.closed_positions'](whole), { value: { total: closed.length } })
  }
  const nobody = queries['account.deals']({ login: 77, page: 1, limit: 10 })
  t.match(nobody, { ok: true, value: { rows: [], total: 0 } })
  for (const bad of [
    { page: 0, limit: 10 },
    { page: 1, limit: 1001 },
    { page: 1.5, limit: 10 },
  ]) {
    t.match(queries['account.orders']({ login: 77, ...bad }), { ok: false, code: 'invalid_input' })
  }
  reader.close()
})

t.test('histories keep to their times, both included, and to their symbol', async (t) => {
  const { logs, db } = openBooks(t, 2)
  const records = writeHistory(logs, { seed: 7, count: 150, logins: 2, turn: 5 })
  projectAll(projector(db, logs), records.length)
  const queries = queryHandlers(db)
  const all = records.flatMap(({ login, events }) => events.map((event) => ({ login, event })))
  const rows = {
    deals: all.flatMap(({ login, event: e }) =>
      e.type === 'deal' ? [{ login, id: e.id, at: e.at, symbolId: e.symbolId }] : [],
    ),
    orders: all.flatMap(({ login, event: e }) =>
      e.type === 'order' ? [{ login, id: e.id, at: e.doneAt, symbolId: e.symbolId }] : [],
    ),
    closed_positions: all.flatMap(({ login, event: e }) =>
      e.type === 'position' && e.volume === 0
        ? [{ login, id: e.id, at: e.closedAt, symbolId: e.symbolId }]
        : [],
    ),
  }
  const reach = { groups: ['g'], others: [] }
  for (const kind of ['deals', 'orders', 'closed_positions'] as const) {
    const [some, early, late] = [0.5, 0.2, 0.8].map((part) => {
      return rows[kind][Math.floor(part * rows[kind].length)]
    })
    if (!some || !early || !late) throw new Error(`there are ${kind}`)
    const [login, from, to, symbolId] = [some.login, early.at, late.at, some.symbolId]
    for (const asked of [
      {},
      { from },
      { to },
      { symbolId },
      { from, to },
      { from, symbolId },
      { to, symbolId },
      { from, to, symbolId },
      { from: to, to },
      { from: to + 1, to: from },
    ]) {
      const fits = (row: { at: number; symbolId: number }): boolean => {
        const { from = 0, to = Number.MAX_SAFE_INTEGER, symbolId = row.symbolId } = asked
        return row.at >= from && row.at <= to && row.symbolId === symbolId
      }
      const idsOf = (answer: TradeOutcome) => {
        if (!answer.ok) throw new Error(answer.message)
        const { rows, total } = answer.value
        const ids = rows.map((row) => {
          const { id, position_id } = JSON.parse(row) as Record<string, number>
          return kind === 'closed_positions' ? position_id : id
        })
        return { ids: ids.sort(), total }
      }
      const expected = (of: readonly { id: number; at: number; symbolId: number }[]) => {
        const ids = of.filter(fits).map(({ id }) => id)
        return { ids: ids.sort(), total: ids.length }
      }
      const what = `${kind} ${JSON.stringify(asked)}`
      const own = queries[`account.${kind}`]({ login, ...asked, page: 1, limit: 1000 })
      const ofLogin = rows[kind].filter((row) => row.login === login)
      t.same(idsOf((await own) as TradeOutcome), expected(ofLogin), what)
      const many = queries[`trades.${kind}`]({ reach, ...asked, page: 1, limit: 1000 })
      t.same(idsOf((await many) as TradeOutcome), expected(rows[kind]), `all ${what}`)
    }
  }
  const days = all.flatMap(({ login, event: e }) => (e.type === 'day' ? [{ login, e }] : []))
  const [{ login } = { login: 0 }] = days
  const own = days.flatMap((one) => (one.login === login ? [one.e.day] : [])).reverse()
  const [newest = 0, to = 0, from = 0] = own
  for (const [asked, expected] of [
    [{}, own],
    [{ from, to }, own.slice(1, 3)],
    [{ from: newest }, [newest]],
    [{ to: newest - 1 }, own.slice(1)],
  ] as const) {
    for (const [page, limit] of [
      [1, 1000],
      [1, 2],
      [2, 1],
      [own.length, 1],
    ] as const) {
      const holder = { currency: 'USD', moneyDigits: 2, name: null }
      const read = await queries['account.daily']({ login, holder, ...asked, page, limit })
      if (!read.ok) throw new Error(read.message)
      t.same(
        [
          read.value.total,
          read.value.rows.map((row) => (JSON.parse(row) as { date: string }).date),
        ],
        [expected.length, expected.slice((page - 1) * limit, page * limit).map(dateOfDay)],
      )
    }
  }
  const [order] = rows.orders
  const holders = await queries['positions.holders']({ ids: [order?.id ?? 0, 999_999] })
  t.strictSame(holders, { ok: true, value: [order?.login, null] })
})

t.test(
  'an account that has no record yet has zeros, and one that is not there is told',
  async (t) => {
    const db = openTables(scratch(t))
    t.teardown(() => db.close())
    const queries = queryHandlers(db)
    const get = queries['account.get']
    t.same(await get({ login: 9 }), because('not_found.account', { login: 9 }))
    accountsRepo(db).insert(accountWithDefaults({ login: 9, group: 'g' }), 1)
    const account = accountsRepo(db).get(9)
    t.same(await get({ login: 9 }), { ok: true, value: { account, state: emptyState(9) } })
    const state = { ...emptyState(9), balance: 7, orders: 4, deals: 5, closed: 6 }
    accountStateWrites(db).set({ ...state, lastOrderId: 1, lastDealId: 2, lastClosedId: 3 })
    t.same(await get({ login: 9 }), { ok: true, value: { account, state } })
  },
)

type TradeOutcome = Outcome<{ readonly rows: readonly JsonValue[]; readonly total: number }>

t.test('a window has 1 to 100 rows', (t) => {
  const db = openTables(scratch(t))
  t.teardown(() => db.close())
  const read = queryHandlers(db)['accounts.window']
  const window = { groups: [], conditions: [], sort: { field: 'login', isFalling: false } }
  const page = (limit: number) => read({ ...window, place: { edge: 'first' }, limit, hidden: [] })
  for (const limit of [0, 101, 1.5, Number.NaN]) {
    const refused = { ok: false, code: 'invalid_input', fields: [{ path: 'limit' }] }
    t.match(page(limit), refused, `${limit}`)
  }
  for (const limit of [1, 100]) t.match(page(limit), { ok: true, value: { items: [] } }, `${limit}`)
  t.end()
})

/** A question of each kind that has a fence, about an account or about all. */
const LOGIN = 1001
const REACH = { groups: ['demo\\standard'], others: [] }
const PAGE = { page: 1, limit: 10 }
const WINDOW = { groups: [], conditions: [], sort: { field: 'login', isFalling: false } }
const HOLDER = { currency: 'USD', moneyDigits: 2, name: null }
const NO_SUMS = {
  count: 0,
  commission: '0.00',
  fee: '0.00',
  profit: '0.00',
  swap: '0.00',
  volume: '0',
}
const FENCED: readonly (readonly [name: string, asked: object, none: object])[] = [
  ['account.deals', { login: LOGIN, ...PAGE }, { rows: [], total: 0 }],
  ['account.orders', { login: LOGIN, ...PAGE }, { rows: [], total: 0 }],
  ['account.closed_positions', { login: LOGIN, ...PAGE }, { rows: [], total: 0, totals: NO_SUMS }],
  ['account.daily', { login: LOGIN, holder: HOLDER, ...PAGE }, { rows: [], total: 0 }],
  ['trades.deals', { reach: REACH, ...PAGE }, { rows: [], total: 0 }],
  ['trades.orders', { reach: REACH, ...PAGE }, { rows: [], total: 0 }],
  ['trades.closed_positions', { reach: REACH, ...PAGE }, { rows: [], total: 0, totals: NO_SUMS }],
  ['positions.page', { reach: REACH, ...PAGE }, { items: [], total: 0 }],
  ['orders.page', { reach: REACH, ...PAGE }, { items: [], total: 0 }],
  ['accounts.list', { filter: {}, groups: [], hidden: [], ...PAGE }, { items: [], total: 0 }],
  [
    'accounts.window',
    { ...WINDOW, place: { edge: 'first' }, limit: 10, hidden: [] },
    {
      items: [],
      first: null,
      last: null,
      hasBefore: false,
      hasAfter: false,
      firstOffset: null,
    },
  ],
]

t.test(
  'what has reached its fence is answered, and one that has not says nothing but that',
  async (t) => {
    const { directory, logs, db } = openBooks(t)
    const records = writeHistory(logs, { seed: 3, count: 5, logins: 1, turn: 5 })
    projectAll(projector(db, logs), records.length)
    const reader = openReader(`${directory}/openfloor.sqlite`)
    const queries = queryHandlers(reader) as unknown as Record<string, (asked: object) => Answer>
    const ask = (name: string, asked: object): Answer => {
      const answer = queries[name]?.(asked)
      if (answer === undefined) throw new Error(`nobody answers ${name}`)
      const { totals, ...value } = answer.value ?? {}
      if (totals === undefined) return answer
      return { ...answer, value: { ...value, totals: JSON.parse(String(totals)) } }
    }
    const projectionSeq = records.length
    for (const [name, asked, none] of FENCED) {
      for (const fence of [{}, { minProjectionSeq: projectionSeq }]) {
        const { value } = ask(name, { ...asked, ...fence })
        t.match(value, { isPending: false, projectionSeq }, name)
      }
      t.same(
        ask(name, { ...asked, minProjectionSeq: projectionSeq + 1 }),
        { ok: true, value: { ...none, projectionSeq, isPending: true } },
        name,
      )
    }
    const count = (fence: object) => ask('accounts.window_count', { ...WINDOW, ...fence }).value
    t.same(count({}), { total: 0, projectionSeq })
    t.same(count({ minProjectionSeq: projectionSeq }), { total: 0, projectionSeq })
    t.same(count({ minProjectionSeq: projectionSeq + 1 }), { total: null, projectionSeq })
    const paged = FENCED.filter(([name]) => name !== 'accounts.window')
    const others = [
      ['jobs.page', { filter: {}, ...PAGE }],
      ['gateway.transactions', { filter: { gateway: 1 }, limit: 10 }],
      ['news.page', { filter: {}, limit: 10 }],
    ] as const
    const bad = because('invalid_input.page', { max: '1000' })
    for (const [name, asked] of [...paged, ...others]) {
      for (const limit of [0, 1_001, 1.5]) t.same(ask(name, { ...asked, limit }), bad, name)
      for (const limit of [1, 1_000]) t.match(ask(name, { ...asked, limit }), { ok: true }, name)
      if (!('page' in asked)) continue
      for (const page of [0, 1.5]) t.same(ask(name, { ...asked, page }), bad, name)
    }
    reader.close()
  },
)

t.test('pages of trades of all accounts end within the newest 100,000 rows', (t) => {
  const db = openTables(scratch(t))
  const queries = queryHandlers(db) as unknown as Record<string, (asked: object) => Answer>
  const lists = ['trades.deals', 'trades.orders', 'trades.closed_positions']
  const pageOf = (list: string, asked: object) => queries[list]?.({ reach: REACH, ...asked })
  for (const list of lists) {
    for (const [page, limit] of [
      [100, 1_000],
      [100_000, 1],
    ])
      t.match(pageOf(list, { page, limit }), { ok: true, value: { total: 0 } }, list)
  }
  const one = { page: 101, limit: 1_000, row: { id: 7 } }
  t.match(pageOf('trades.deals', one), { ok: true, value: { total: 0 } }, 'a row by its number')
  db.close()
  const message =
    'would search more than 100000 rows: choose a shorter period or one account, or read the list through its window if it has one'
  for (const list of lists) {
    for (const [page, limit] of [
      [101, 1_000],
      [100_001, 1],
      [1_000_000, 1_000],
    ])
      t.match(
        pageOf(list, { page, limit }),
        { ok: false, code: 'invalid_input', fields: [{ path: 'page', message }] },
        'refused before a row is read',
      )
  }
  t.end()
})

interface Answer {
  readonly ok: boolean
  readonly value?: Readonly<Record<string, unknown>>
}

t.test('names and digits are those of now, also where they were read before', async (t) => {
  const front = new ConfigFront(t)
  const readFacts = rowFactsReader(front.desk.db)
  const groups = (await front.ask('GET /admin/v1/groups', 'admin')).data
  const { path, version } = groups.find((one: Group) => /^demo/.test(one.path)) as Group
  const before = readFacts()
  t.equal(before.digitsOfGroup(path), 2)
  t.match(before.symbol(1), { digits: 5 })
  const change = { version, currency_digits: 3 }
  t.match(await front.ask(`PATCH /admin/v1/groups/${encodeURIComponent(path)}`, 'admin', change), {
    status: 200,
  })
  const symbol = { version: 1, digits: 4 }
  t.match(await front.ask('PATCH /admin/v1/symbols/1', 'admin', symbol), { status: 200 })
  const after = readFacts()
  t.equal(after.digitsOfGroup(path), 3)
  t.match(after.symbol(1), { digits: 4 })
})

interface Group {
  readonly path: string
  readonly version: number
}
