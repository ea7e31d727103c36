import t from 'tap'
import { type AccountAnswer, AccountFront } from '../../../given/fronts/account-front.js'
import { checkLedger, replay } from '../../../given/records/ledger.js'
import { deposit, funded, OPEN, recordsOf, settled, trade } from '../../../given/records/trades.js'

// The trade over REST, on real shards.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
await front.quoted('BTCUSD')
front.price(euro.id, 110_000, 110_010)

const check = (as: string | number, body: object) =>
  front.ask('POST /trader/v1/trade/check', as, body)

/** A shard that is back trades as soon as it has numbers for orders. */
async function untilBack(ask: () => Promise<AccountAnswer>): Promise<AccountAnswer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}

async function events(login: number): Promise<number> {
  const records = await recordsOf(front, login)
  return records.reduce((sum, record) => sum + record.events.length, 0)
}

t.test('a trade answers what the socket answers, and it is on disk', async (t) => {
  const login = await funded(front)
  const opened = await trade(front, login)
  t.match(opened, { status: 200, code: 'ok', message: '' })
  t.match(opened.data, {
    volume: '0.1',
    price: '1.10010',
    bid: '1.10000',
    ask: '1.10010',
    seq: '4',
    projection_seq: /^[1-9]\d*$/,
  })
  for (const name of ['order_id', 'deal_id', 'position_id']) t.type(opened.data[name], 'number')
  const [, record] = await recordsOf(front, login)
  t.equal(String(record?.seq), opened.data['projection_seq'])
  t.match(record?.events, [{ type: 'order' }, { type: 'deal' }, { type: 'position' }])
  const position_id = opened.data['position_id']
  const part = await trade(front, login, { kind: 'close', position_id, volume: '0.04' })
  t.match(part.data, { position_id, volume: '0.04', price: '1.10000', seq: '7' })
  const rest = await trade(front, login, { kind: 'close', position_id })
  t.match(rest.data, { position_id, volume: '0.06', seq: '10' })
  const { data } = await front.ask('GET /trader/v1/account', login)
  t.match(data['money'], { balance: '9999.00', seq: '10' }, 'one pip of a tenth of a lot')
})

t.test('a check answers margin and price, and nothing is done', async (t) => {
  const login = await funded(front)
  const checked = await check(login, OPEN)
  t.match(checked, {
    status: 200,
    data: { volume: '0.1', price: '1.10010', bid: '1.10000', ask: '1.10010', margin: '110.01' },
  })
  t.equal(checked.data['margin_free'], '9889.99')
  t.match(await check(login, { ...OPEN, volume: '50' }), { status: 409, code: 'trade.no_money' })
  t.equal(await events(login), 1, 'the deposit')
  const order = { ...OPEN, kind: 'place', order_kind: 'limit', price: '1.00000' }
  const market = { bid: '1.10000', ask: '1.10010' }
  t.match((await check(login, order)).data, { price: '1.00000', ...market }, 'the market now')
})

t.test(
  'what a request says without need is so or refused, and names are in any case',
  async (t) => {
    const login = await funded(front)
    const opened = await trade(front, login, { ...OPEN, symbol: 'eurusd' })
    const { position_id } = opened.data
    const { data } = await front.ask('GET /trader/v1/positions', login)
    t.match(data, [{ id: position_id, symbol: 'EURUSD' }])
    const close = { kind: 'close', position_id }
    for (const [body, field] of [
      [{ ...close, symbol: 'GBPUSD' }, /^symbol/],
      [{ ...close, order_kind: 'stop' }, /^order_kind/],
      [{ ...close, expiration: 'gtc' }, /^expiration/],
      [{ kind: 'stops', position_id, stop_loss: '1.05', side: 'sell' }, /^side/],
    ] as const) {
      const refused = { status: 400, code: 'invalid_input', message: field }
      t.match(await trade(front, login, body), refused)
      t.match(await check(login, body), refused)
    }
    const said = { symbol: 'eurUSD', side: 'buy', order_kind: 'market' }
    t.match(await trade(front, login, { ...close, ...said }), { status: 200, code: 'ok' })
    const records = await recordsOf(front, login)
    checkLedger(records, replay(records, login))
  },
)

t.test(
  'a change that was made from another value is a conflict with the value of now',
  async (t) => {
    const login = await funded(front)
    const { position_id } = (await trade(front, login, { ...OPEN, stop_loss: '1.05' })).data
    const stops = { kind: 'stops', position_id, stop_loss: '1.06', stop_loss_was: '1.04' }
    const refused = await trade(front, login, stops)
    t.match(refused, { status: 409, code: 'conflict' })
    t.match(refused.data, { field: 'stop_loss', now: '1.05000', reason: 'conflict.field_changed' })
    const { data } = await front.ask('GET /trader/v1/positions', login)
    t.match(data, [{ stop_loss: '1.05000' }])
    t.match(await trade(front, login, { ...stops, stop_loss_was: '1.0500' }), { status: 200 })
  },
)

t.test('margin of a position is its own, and margin of a check is all that is then', async (t) => {
  const login = await funded(front)
  await trade(front, login)
  const rests = { ...OPEN, kind: 'place', order_kind: 'limit', price: '1.05000' }
  await trade(front, login, rests)
  await trade(front, login, { ...OPEN, side: 'sell', volume: '0.05' })
  const margins = (rows: unknown) => (rows as { margin: string }[]).map(({ margin }) => margin)
  const own = ['110.01', '55.00']
  t.same(margins((await front.ask('GET /trader/v1/positions', login)).data), own)
  const path = `GET /admin/v1/accounts/${login}/positions`
  const { data } = await front.ask(path, 'admin')
  t.same(margins(data), own)
  const [last] = (await recordsOf(front, login)).slice(-1)
  const listed = await settled(front, `GET /admin/v1/positions?login=${login}`, 'admin', last?.seq)
  t.same(margins(listed.items), own)
  // The parts are: uncovered (0.05 lots), covered, the order that rests, and 0.1 lots more.
  const account = await front.ask('GET /trader/v1/account', login)
  const { margin } = account.data['money'] as { margin: string }
  const checked = await check(login, OPEN)
  t.equal(checked.data['margin'], (Number(margin) + 110.01).toFixed(2))
})

t.test('Idempotency-Key is client_order_id', async (t) => {
  const login = await funded(front)
  const first = await trade(front, login, OPEN, { 'idempotency-key': 'key-1' })
  t.same((await trade(front, login, OPEN, { 'idempotency-key': 'key-1' })).data, first.data)
  t.same((await trade(front, login, { ...OPEN, client_order_id: 'key-1' })).data, first.data)
  const both = { ...OPEN, client_order_id: 'key-1' }
  t.same((await trade(front, login, both, { 'idempotency-key': 'key-1' })).data, first.data)
  t.match(await trade(front, login, both, { 'idempotency-key': 'key-2' }), {
    status: 400,
    code: 'invalid_input',
    fields: ['Idempotency-Key'],
  })
  t.match(await trade(front, login, { ...both, volume: '0.11' }), { status: 409, code: 'conflict' })
  t.equal(await events(login), 4, 'the deposit and one trade')
})

t.test('an Idempotency-Key is 1 to 36 visible characters', async (t) => {
  const login = await funded(front)
  const longest = { 'idempotency-key': 'x'.repeat(36) }
  t.match(await trade(front, login, OPEN, longest), { status: 200 })
  for (const key of ['', 'x'.repeat(37), 'with space', 'ü']) {
    t.match(await trade(front, login, OPEN, { 'idempotency-key': key }), {
      status: 400,
      fields: ['Idempotency-Key'],
    })
  }
})

t.test('a refusal under a key stays the answer', async (t) => {
  const login = await front.open()
  const asked = { ...OPEN, client_order_id: 'poor' }
  const refused = await trade(front, login, asked)
  const data = { needed: '110.01', free: '0.00', currency: 'USD' }
  t.match(refused, { status: 409, code: 'trade.no_money', data })
  await deposit(front, login, '10000.00')
  t.match(await trade(front, login, asked), { code: refused.code, message: refused.message, data })
  t.match(await trade(front, login, { ...OPEN, client_order_id: 'rich' }), { status: 200 })
})

t.test('each refusal has its code and status, and a message', async (t) => {
  const login = await funded(front)
  const poor = await front.open()
  const cases: [number, object, number, string][] = [
    [login, { ...OPEN, symbol: 'NOSUCH' }, 409, 'trade.symbol_unknown'],
    [login, { ...OPEN, volume: '0.001' }, 409, 'trade.invalid_volume'],
    [login, { ...OPEN, volume: '0.015' }, 409, 'trade.invalid_volume'],
    [login, { ...OPEN, filling: 'return' }, 409, 'trade.invalid_filling'],
    [login, { kind: 'close', position_id: 1 }, 409, 'trade.position_unknown'],
    [poor, OPEN, 409, 'trade.no_money'],
    [login, { ...OPEN, volume: '0' }, 400, 'invalid_input'],
    [login, { ...OPEN, position_id: 1 }, 400, 'invalid_input'],
    [login, { kind: 'open', symbol: 'EURUSD' }, 400, 'invalid_input'],
  ]
  for (const [as, body, status, code] of cases) {
    for (const path of ['trade', 'trade/check']) {
      const answer = await front.ask(`POST /trader/v1/${path}`, as, body)
      t.match(answer, { status, code }, `${path} ${JSON.stringify(body)}`)
      t.ok(answer.message.length > 10)
    }
  }
})

t.test('what is wrong with the shape of a request is named field by field', async (t) => {
  const login = await funded(front)
  const faults = [{ volume: 1 }, { kind: 'explode' }, { side: 'up' }, { comment: 'x'.repeat(65) }]
  for (const one of [...faults, { client_order_id: '' }, { symbol: 'x'.repeat(65) }]) {
    const refused = await trade(front, login, { ...OPEN, ...one })
    t.match(refused, { status: 400, code: 'invalid_input' }, JSON.stringify(one))
    t.same(refused.fields, Object.keys(one))
  }
})

t.test('settings that stop trading are told with their codes', async (t) => {
  const [login, other] = [await funded(front), await funded(front, { group: 'real\\standard' })]
  const { records } = front.supervisor.book
  const [group] = records.groups.filter(({ path }) => path === 'real\\standard')
  const change = async (kind: string, id: unknown, over: object) => {
    const path = `/admin/v1/${kind}/${encodeURIComponent(String(id))}`
    const { data } = await front.ask(`GET ${path}`, 'admin')
    const patched = { version: data['version'], ...over }
    const { status, message } = await front.ask(`PATCH ${path}`, 'admin', patched)
    if (status !== 200) throw new Error(message)
  }
  await change('groups', group?.path, { trade_enabled: false })
  t.match(await trade(front, other), { status: 403, code: 'trade.disabled' })
  await change('groups', group?.path, { trade_enabled: true, limit_positions: 1 })
  t.match(await trade(front, other), { status: 200 })
  t.match(await trade(front, other), { status: 409, code: 'trade.limit_positions' })
  const accesses = [
    ['disabled', 'buy', 403, 'trade.disabled'],
    ['close_only', 'buy', 409, 'trade.close_only'],
    ['long_only', 'sell', 409, 'trade.long_only'],
    ['short_only', 'buy', 409, 'trade.short_only'],
  ] as const
  for (const [trade_access, side, status, code] of accesses) {
    await change('symbols', euro.id, { trade_access })
    t.match(await trade(front, login, { ...OPEN, side }), { status, code })
  }
  await change('symbols', euro.id, { trade_access: 'full', volume_limit: '0.15' })
  t.match(await trade(front, login), { status: 200 })
  t.match(await trade(front, login), { status: 409, code: 'trade.limit_volume' })
  await change('symbols', euro.id, { volume_limit: '0' })
  const routes = [
    ['reject', 'trade.rejected'],
    ['requote', 'trade.requote'],
    ['online_dealers', 'trade.no_connection'],
  ] as const
  const [rule] = front.supervisor.book.records.routing
  for (const [action, code] of routes) {
    await change('routing', rule?.id, { action })
    t.match(await trade(front, login), { status: 409, code }, action)
  }
  await change('routing', rule?.id, { action: 'confirm_market_price' })
  t.match(await trade(front, login), { status: 200 })
})

t.test('a read-only session may check and look, and not trade', async (t) => {
  const login = await funded(front)
  const investor = front.signIn(login, { readOnly: true })
  const refused = await front.ask('POST /trader/v1/trade', investor, OPEN)
  t.match(refused, { status: 403, code: 'trade.read_only' })
  t.match(await check(investor, OPEN), { status: 200 })
  t.match(await front.ask('GET /trader/v1/positions', investor), { status: 200, data: [] })
})

t.test('X-APP-Account of another account stops a trade before it is done', async (t) => {
  const login = await funded(front)
  const header = { 'x-app-account': String(login + 1) }
  t.match(await trade(front, login, OPEN, header), { status: 409, code: 'auth.account_changed' })
  t.match(await trade(front, login, OPEN, { 'x-app-account': String(login) }), { status: 200 })
})

t.test('the terminal gives the reason', async (t) => {
  const login = await funded(front)
  await trade(front, login)
  await front.ask('POST /trader/v1/trade', front.signIn(login, { terminal: 'api' }), OPEN)
  const { data } = await front.ask('GET /trader/v1/positions', login)
  t.match(data, [
    { reason: 'client', origin: { kind: 'terminal', by: login } },
    { reason: 'api', origin: { kind: 'api', by: login } },
  ])
})

t.test('requests sent together are all done, in their order', async (t) => {
  const login = await funded(front)
  const answers = await Promise.all(Array.from({ length: 20 }, () => trade(front, login)))
  t.same(
    answers.map(({ data }) => data['seq']),
    answers.map((_, i) => String(4 + 3 * i)),
  )
})

t.test('while the shard is away 503, and afterwards the same id answers the same', async (t) => {
  const login = await funded(front)
  const asked = { ...OPEN, client_order_id: 'before' }
  const first = await trade(front, login, asked)
  const { back } = await front.killShardOf(login)
  t.match(await trade(front, login), { status: 503, code: 'unavailable' })
  t.match(await check(login, OPEN), { status: 503, code: 'unavailable' })
  const away = await front.ask('GET /trader/v1/positions', login)
  t.match(away, { status: 503, code: 'unavailable' })
  await back
  t.same((await trade(front, login, asked)).data, first.data)
  t.equal(await events(login), 4)
})

t.test('a request whose shard dies with it is unknown, and its id tells the outcome', async (t) => {
  const login = await funded(front)
  for (const afterCommit of [false, true]) {
    const asked = { ...OPEN, client_order_id: `dies-${afterCommit}` }
    await untilBack(() => trade(front, login))
    const before = await events(login)
    const { back, answer } = await front.killWith(login, 'trade', afterCommit, () =>
      trade(front, login, asked),
    )
    t.match(await answer, {
      status: 504,
      code: 'trade.timeout',
      data: { reason: 'trade.timeout.repeat_id' },
    })
    await back
    t.equal(await events(login), before + (afterCommit ? 3 : 0))
    t.match(await untilBack(() => trade(front, login, asked)), { status: 200 })
    t.equal(await events(login), before + 3, 'once in all')
  }
})

t.test('staff trade for an account as dealer', async (t) => {
  const login = await funded(front)
  const path = `POST /admin/v1/accounts/${login}/trade`
  const opened = await front.ask(path, 'admin', OPEN)
  t.match(opened, { status: 200, code: 'ok', data: { volume: '0.1', seq: '4' } })
  const { data } = await front.ask('GET /trader/v1/positions', login)
  t.match(data, [{ reason: 'dealer', origin: { kind: 'dealer' } }])
  t.match(await front.ask(`${path}/check`, 'admin', OPEN), { status: 200, data: { volume: '0.1' } })
  t.equal(await events(login), 4)
})

t.test("a dealer's id is the dealer's own: the holder may have the same", async (t) => {
  const login = await funded(front)
  const path = `POST /admin/v1/accounts/${login}/trade`
  const asked = { ...OPEN, client_order_id: 'same' }
  const dealt = await front.ask(path, 'admin', asked)
  t.same((await front.ask(path, 'admin', OPEN, { 'idempotency-key': 'same' })).data, dealt.data)
  const own = await trade(front, login, asked)
  t.not(own.data['order_id'], dealt.data['order_id'])
  t.equal(await events(login), 7)
})

t.test('a dealt trade is journaled once, with who made it and what was done', async (t) => {
  const login = await funded(front)
  const path = `POST /admin/v1/accounts/${login}/trade`
  const opened = await front.ask(path, 'admin', { ...OPEN, client_order_id: 'seen' })
  await front.ask(path, 'admin', { ...OPEN, client_order_id: 'seen' })
  await front.ask(path, 'admin', { ...OPEN, volume: '900', client_order_id: 'refused' })
  const { position_id, order_id, deal_id } = opened.data
  const close = { kind: 'close', position_id, comment: 'by phone' }
  const closed = await front.ask(path, 'admin', close)
  const lines = await front.journal(login, 2)
  const text = `Account ${login}: opened position ${position_id} by buy 0.1 EURUSD at 1.10010, order ${order_id}, deal ${deal_id}`
  t.match(lines, [
    {
      actor: 1,
      login,
      text: new RegExp(`closed position ${position_id} by sell 0.1 EURUSD.* \\(by phone\\)$`),
    },
    { actor: 1, login, kind: 'trade', text, ip: '127.0.0.1' },
  ])
  t.match(closed, { status: 200 })
  t.equal(lines.length, 2)
})
