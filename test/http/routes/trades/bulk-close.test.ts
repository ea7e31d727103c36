import { randomUUID } from 'node:crypto'
import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { TRADES_PER_REQUEST_MAX } from '../../../../engine/limits/bulk.js'
import { type AccountAnswer, AccountFront } from '../../../given/fronts/account-front.js'
import { checkLedger, replay } from '../../../given/records/ledger.js'
import { funded, OPEN, recordsOf, trade } from '../../../given/records/trades.js'

// Many positions and orders at once, on real shards, a real desk and real tables.

// A thousand of them are opened one by one.
t.setTimeout(120_000)
const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
const pound = await front.quoted('GBPUSD')
front.price(euro.id, 110_000, 110_010)
front.price(pound.id, 130_000, 130_010)

/** Staff of the first run whose bulk actions are not confirmed. */
const PLAIN = staff('plain', { rights: without('confirm_actions') })
const CAREFUL = staff('careful', {})

function without(...rights: string[]): Set<string> {
  return new Set(RIGHTS.filter((right) => !rights.includes(right)))
}

function staff(name: string, over: object): string {
  const all = { audience: 'staff', terminal: 'manager', rights: new Set(RIGHTS), groupScope: ['*'] }
  return front.signIn(1, { ...all, ...over } as never, name)
}

interface Row {
  readonly operation: string
  readonly kind: string
  readonly id: number
  readonly login: number
  readonly status: string
  readonly code: string
}

function close(body: object, as = PLAIN, key?: string): Promise<AccountAnswer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return front.ask('POST /admin/v1/positions/bulk-close', as, body, headers)
}

async function results(body: object, as = PLAIN, key?: string): Promise<Row[]> {
  const answer = await close(body, as, key)
  if (answer.status !== 200) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.data['results'] as Row[]
}

async function opened(login: number, over: object = {}): Promise<number> {
  const answer = await trade(front, login, { ...OPEN, ...over })
  if (answer.status !== 200) throw new Error(answer.message)
  return Number(answer.data['position_id'])
}

async function placed(login: number, over: object = {}): Promise<number> {
  const order = { kind: 'place', side: 'buy', order_kind: 'limit', price: '1.05000' }
  const answer = await trade(front, login, { ...OPEN, ...order, ...over })
  if (answer.status !== 200) throw new Error(answer.message)
  return Number(answer.data['order_id'])
}

async function held(login: number) {
  const records = await recordsOf(front, login)
  const account = replay(records, login)
  checkLedger(records, account)
  return { positions: [...account.positions.keys()], orders: [...account.orders.keys()], records }
}

async function lines(): Promise<Record<string, unknown>[]> {
  const answer = await front.ask('GET /admin/v1/journal?kind=bulk_close', 'admin')
  return answer.data['items'] as Record<string, unknown>[]
}

async function confirmation(params: object, as = CAREFUL) {
  const body = { action: 'bulk_close', params }
  const { data, status } = await front.ask('POST /admin/v1/confirmations', as, body)
  if (status !== 200) throw new Error(String(status))
  return { confirm_token: String(data['confirm_token']), confirm_code: String(data['code']) }
}

t.test('its sender hears of the results under its key', async (t) => {
  const login = await funded(front)
  const ids = [await opened(login), await opened(login)]
  const key = randomUUID()
  const rows = await results({ close_positions: true, positions: ids }, PLAIN, key)
  const told = front.told.filter(({ event }) => event === 'bulk_progress')
  const heard = told.map(({ login, data }) => ({ login, ...(data as { rows: Row[] }) }))
  t.match(heard[0], { login: 1, key, done: 0, refused: 0, total: 2, rows: [], finished: false })
  t.match(heard.at(-1), { key, done: 2, refused: 0, total: 2, finished: true })
  const byId = (one: Row, other: Row) => one.id - other.id
  t.same(heard.flatMap((one) => one.rows).sort(byId), rows.toSorted(byId))
})

t.test(
  'positions of a symbol are closed and its orders deleted in the moment in which they were made',
  async (t) => {
    const [one, two] = [await funded(front), await funded(front)]
    const kept = await opened(one, { symbol: 'GBPUSD' })
    const order = await placed(two)
    const ids = [await opened(one), await opened(two)]
    const before = (await lines()).length
    const what = { close_positions: true, delete_orders: true, symbol: 'eurusd', comment: 'Out' }
    const done = await results(what)
    t.match(done, [
      {
        operation: 'close',
        symbol: 'EURUSD',
        kind: 'position',
        id: ids[0],
        login: one,
        status: 'done',
        code: 'ok',
      },
      {
        operation: 'close',
        symbol: 'EURUSD',
        kind: 'position',
        id: ids[1],
        login: two,
        status: 'done',
        code: 'ok',
      },
      {
        operation: 'delete',
        symbol: 'EURUSD',
        kind: 'order',
        id: order,
        login: two,
        status: 'done',
        code: 'ok',
      },
    ])
    t.same((await held(one)).positions, [kept])
    const { positions, orders, records } = await held(two)
    t.same([positions, orders], [[], []])
    const notes = records.slice(-2).map(({ note }) => note)
    t.match(notes, [
      { actor: 1, kind: 'trade' },
      { actor: 1, kind: 'trade' },
    ])
    const [line, ...others] = await lines()
    t.equal(others.length, before)
    t.match(line, {
      actor: 1,
      login: null,
      kind: 'bulk_close',
      about: { kind: 'bulk_close', id: line?.['id'] },
      text: 'Bulk close of 3 trades, close positions and delete orders of eurusd in *',
    })
    t.match((await close(what)).data, { total: 0, results: [] })
    t.equal((await lines()).length, before + 1, 'one that finds nothing has no line')
    await results({ close_positions: true, positions: [kept] })
  },
)

t.test('preview lists what would be done with live figures, and does nothing', async (t) => {
  const login = await funded(front)
  const id = await opened(login)
  const order = await placed(login)
  const before = (await lines()).length
  const what = { close_positions: true, delete_orders: true, symbol: 'EURUSD', preview: true }
  const { data } = await close(what, CAREFUL)
  t.match(data, {
    preview: true,
    total: 2,
    results: [],
    positions: [{ id, login, price_current: '1.10000', profit: '-1.00', symbol: 'EURUSD' }],
    orders: [{ id: order, login, price_current: '1.10010' }],
  })
  t.match((await close({ ...what, delete_orders: false })).data, { total: 1, orders: [] })
  const { positions, orders } = await held(login)
  t.same([positions, orders], [[id], [order]])
  t.equal((await lines()).length, before)
  await results({ ...what, preview: false })
})

t.test('clear_stops takes stops off, only where one is set', async (t) => {
  const login = await funded(front)
  const stops = { stop_loss: '1.00000', trailing_pts: 3000 }
  const [bare, stopped] = [await opened(login), await opened(login, stops)]
  const [plain, taking] = [await placed(login), await placed(login, { take_profit: '1.20000' })]
  const done = await results({ clear_stops: true, symbol: 'EURUSD' })
  t.match(done, [
    { operation: 'clear_stops', kind: 'position', id: stopped, status: 'done' },
    { operation: 'clear_stops', kind: 'order', id: taking, status: 'done' },
  ])
  t.equal(done.length, 2)
  const { records } = await held(login)
  const account = replay(records, login)
  const none = { stopLoss: 0, takeProfit: 0, trailingPts: 0 }
  t.match(account.positions.get(stopped), none)
  t.match(account.orders.get(taking), none)
  t.same(await results({ clear_stops: true, symbol: 'EURUSD' }), [])
  const rest = await results({
    clear_stops: true,
    close_positions: true,
    delete_orders: true,
    positions: [bare, stopped],
    orders: [plain, taking],
  })
  t.same(
    rest.map(({ operation }) => operation),
    ['close', 'close', 'delete', 'delete'],
  )
})

t.test('of picked ids only those with a stop lose it, whichever it is', async (t) => {
  const login = await funded(front)
  const over = [{}, { stop_loss: '1.00000' }, { take_profit: '1.20000' }]
  const positions: number[] = []
  const orders: number[] = []
  for (const stops of over) positions.push(await opened(login, stops))
  for (const stops of over) orders.push(await placed(login, stops))
  const done = await results({ clear_stops: true, positions, orders })
  t.same(
    done.map(({ kind, id, status }) => [kind, id, status]),
    [
      ['position', positions[1], 'done'],
      ['position', positions[2], 'done'],
      ['order', orders[1], 'done'],
      ['order', orders[2], 'done'],
    ],
  )
  await results({ close_positions: true, delete_orders: true, positions, orders })
})

t.test('picked ids replace symbol and groups; ids out of scope are skipped', async (t) => {
  const [demo, real] = [await funded(front), await funded(front, { group: 'real\\standard' })]
  const ids = [await opened(demo), await opened(real), await opened(real, { symbol: 'GBPUSD' })]
  const order = await placed(real)
  const narrow = staff('narrow', {
    rights: without('confirm_actions'),
    groupScope: ['real\\*'],
  })
  const what = { close_positions: true, symbol: 'GBPUSD', groups: 'demo\\*', positions: ids }
  const picked = { ...what, orders: [order, 999_999_999] }
  t.match(await close({ ...picked, preview: true }, narrow), { data: { total: 2 } })
  const [, second, third] = ids
  t.same(
    (await results(picked, narrow)).map(({ id, status }) => [id, status]),
    [
      [second, 'done'],
      [third, 'done'],
    ],
    'orders stay where they are not to be deleted',
  )
  t.match(await results({ delete_orders: true, orders: [order, order] }), [
    { id: order, kind: 'order', operation: 'delete', status: 'done' },
  ])
  t.same(await results({ close_positions: true, positions: ids.slice(1) }), [], 'they are closed')
  t.same((await held(demo)).positions, [ids[0]])
  t.same(
    (await results({ close_positions: true, symbol: 'EURUSD', groups: 'demo\\*' })).map(
      ({ id }) => id,
    ),
    [ids[0]],
  )
})

t.test('groups is a mask, and empty is every group in scope', async (t) => {
  const [demo, real] = [await funded(front), await funded(front, { group: 'real\\standard' })]
  const ids = [await opened(demo), await opened(real)]
  const what = { close_positions: true, symbol: 'EURUSD' }
  t.same(await results({ ...what, groups: 'managers\\*' }), [])
  t.match(await results({ ...what, groups: 'real\\*' }), [{ id: ids[1], login: real }])
  t.match(await results({ ...what, groups: '' }), [{ id: ids[0], login: demo }])
})

t.test('one trade that is refused is its own row', async (t) => {
  const [one, off] = [await funded(front), await funded(front)]
  const ids = [await opened(one), await opened(off)]
  const profile = {
    login: off,
    group: 'demo\\standard',
    leverage: 100,
    enabled: true,
    trading_enabled: false,
    limit_positions: 0,
    limit_orders: 0,
    archived: true,
  }
  front.supervisor.shardOf(off).profile(profile, Number.MAX_SAFE_INTEGER)
  t.match(await results({ close_positions: true, symbol: 'EURUSD' }), [
    { id: ids[0], login: one, status: 'done', code: 'ok' },
    { id: ids[1], login: off, status: 'rejected', code: 'trade.disabled' },
  ])
  front.supervisor
    .shardOf(off)
    .profile({ ...profile, trading_enabled: true, archived: false }, Number.MAX_SAFE_INTEGER)
  t.match(await results({ close_positions: true, positions: ids }), [{ status: 'done' }])
})

t.test('at least one action, a symbol that there is, 1,000 ids, and nothing else', async (t) => {
  const refused = (body: object, field: string) =>
    close(body).then((answer) => t.match(answer, { status: 400, fields: [field] }))
  await refused({ symbol: 'EURUSD' }, '')
  await refused({ close_positions: false, symbol: 'EURUSD' }, '')
  await refused({ close_positions: true }, 'symbol')
  await refused({ close_positions: true, symbol: '' }, 'symbol')
  await refused({ close_positions: true, symbol: 'NONE' }, 'symbol')
  await refused({ close_positions: true, positions: [], orders: [] }, 'symbol')
  await refused({ close_positions: true, symbol: 'EURUSD', side: 'buy' }, 'side')
  await refused({ close_positions: true, positions: [0] }, 'positions[0]')
  await refused({ close_positions: true, symbol: 'EURUSD', comment: 'x'.repeat(65) }, 'comment')
  await refused({ close_positions: true, symbol: 'EURUSD', groups: 'x'.repeat(129) }, 'groups')
  const ids = Array.from({ length: TRADES_PER_REQUEST_MAX }, (_, i) => 900_000_000 + i)
  t.same(await results({ close_positions: true, positions: [...ids, ...ids] }), [])
  await refused({ close_positions: true, positions: [...ids, 1] }, 'positions')
  await refused({ delete_orders: true, orders: [...ids, 1] }, 'orders')
  t.match(await close({ close_positions: true, symbol: 'EURUSD' }, 'without trading'), {
    status: 403,
    code: 'forbidden',
  })
})

t.test('with confirm_actions a request that is no preview needs its confirmation', async (t) => {
  const needed = { status: 403, code: 'confirmation_required' }
  const login = await funded(front)
  const id = await opened(login)
  const what = { close_positions: true, symbol: 'EURUSD' }
  t.match(await close(what, CAREFUL), needed)
  const confirmed = await confirmation(what)
  t.match(await close({ ...what, ...confirmed, groups: 'real\\*' }, CAREFUL), needed)
  t.match(await close({ ...what, ...confirmed, confirm_code: '' }, CAREFUL), needed)
  t.match(await close({ ...what, ...confirmed, confirm_token: 'x' }, CAREFUL), needed)
  const other = front.signIn(501, {
    audience: 'staff',
    terminal: 'manager',
    rights: new Set(RIGHTS),
    groupScope: ['*'],
  })
  t.match(await close({ ...what, ...confirmed }, other), needed, 'a foreign one')
  t.same((await held(login)).positions, [id])
  t.match(await results({ ...what, ...confirmed }, CAREFUL), [{ id, status: 'done' }])
  t.match(
    await close({ ...what, ...confirmed }, CAREFUL),
    needed,
    'without a key a used one is none',
  )
  t.match(await results(what), [], 'without the right none is needed')
})

t.test('a confirmation takes the right of its action, and its params are checked', async (t) => {
  const ask = (body: object, as = CAREFUL) => front.ask('POST /admin/v1/confirmations', as, body)
  const params = { close_positions: true, symbol: 'EURUSD' }
  const before = Date.now()
  const { data, status } = await ask({ action: 'bulk_close', params })
  t.equal(status, 200)
  t.same(Object.keys(data).sort(), ['code', 'confirm_token', 'expires_at'])
  t.match(data['code'], /^\d{6}$/)
  const lasts = Date.parse(String(data['expires_at'])) - before
  t.ok(lasts >= 120_000 && lasts < 130_000)
  t.match(await ask({ action: 'bulk_close', params }, 'without trading'), {
    status: 403,
    code: 'forbidden',
  })
  t.match(await ask({ action: 'nonsense', params }), { status: 400, fields: ['action'] })
  t.match(await ask({ action: 'bulk_close', params: { ...params, x: 1 } }), { status: 400 })
  t.match(await ask({ action: 'bulk_close', params: { confirm_code: '1' } }), { status: 400 })
  t.match(await ask({ action: 'bulk_close' }), { status: 400 })
  const told = (await front.ask('GET /admin/v1/journal?limit=1000', 'admin')).data
  t.notMatch(JSON.stringify(told), String(data['confirm_token']))
})

t.test(
  'repeated with its Idempotency-Key it answers the first outcome, its confirmation used or not',
  async (t) => {
    const login = await funded(front)
    const ids = [await opened(login), await opened(login)]
    const what = { close_positions: true, symbol: 'EURUSD', groups: 'demo\\*' }
    const confirmed = await confirmation(what)
    const key = randomUUID()
    const before = (await lines()).length
    const both = await Promise.all([
      close({ ...what, ...confirmed }, CAREFUL, key),
      close({ ...what, ...confirmed }, CAREFUL, key),
    ])
    t.match(both[0], { status: 200, data: { total: 2, results: [{ id: ids[0] }, { id: ids[1] }] } })
    t.same(both[1].data, both[0].data, 'also of two that come at once')
    const later = await opened(login)
    t.same((await close({ ...what, ...confirmed }, CAREFUL, key)).data, both[0].data)
    t.same((await close(what, CAREFUL, key)).data, both[0].data, 'without a confirmation')
    t.same((await held(login)).positions, [later], 'and what was opened since stays')
    t.equal((await lines()).length, before + 1)
    t.match(await close({ ...what, delete_orders: true }, CAREFUL, key), {
      status: 409,
      code: 'conflict',
    })
    t.match(await close(what, CAREFUL, 'no uuid'), { status: 400, fields: ['Idempotency-Key'] })
    t.match(await results(what, PLAIN, randomUUID()), [{ id: later, status: 'done' }])
  },
)

t.test(
  'what was refused under the key stays refused, and what is unknown is finished',
  async (t) => {
    const login = await funded(front)
    const id = await opened(login)
    const gone = await funded(front)
    const lost = await opened(gone)
    const key = randomUUID()
    const what = { close_positions: true, symbol: 'EURUSD' }
    // Its shard ends with the trade in hand: of one of the two nothing is known.
    const { answer, back } = await front.killWith(gone, 'trade', true, () =>
      close(what, PLAIN, key),
    )
    await answer
    await back
    let again = await results(what, PLAIN, key)
    while (again.some(({ code }) => code === 'unavailable' || code === 'trade.timeout')) {
      again = await results(what, PLAIN, key)
    }
    t.same(new Set(again.map((row) => row.id)), new Set([id, lost]))
    t.same(new Set(again.map(({ status }) => status)), new Set(['done']), 'as it was done')
    t.same((await held(login)).positions, [])
    t.same((await held(gone)).positions, [])
    for (const one of [login, gone]) {
      const deals = (await held(one)).records.flatMap(({ events }) =>
        events.filter((event) => event.type === 'deal' && event.entry === 'out'),
      )
      t.equal(deals.length, 1, 'closed once')
    }
  },
)

t.test('at most 1,000 trades a request, and total says how many there are', async (t) => {
  const holders = [await funded(front), await funded(front), await funded(front)]
  const more = TRADES_PER_REQUEST_MAX + 1
  await Promise.all(
    Array.from({ length: more }, (_, n) => placed(holders[n % 3] as number, { volume: '0.01' })),
  )
  await opened(holders[0] as number)
  const what = { delete_orders: true, close_positions: true, symbol: 'EURUSD' }
  const first = await close(what)
  t.equal(first.data['total'], more + 1)
  t.equal((first.data['results'] as Row[]).length, TRADES_PER_REQUEST_MAX)
  const rest = await close(what)
  t.equal(rest.data['total'], 2)
  for (const login of holders) {
    const { orders, positions } = await held(login)
    t.same([orders, positions], [[], []])
  }
})
