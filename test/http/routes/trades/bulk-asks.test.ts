import t from 'tap'
import { namedUuid } from '../../../../actors/thread/random.js'
import { refuse } from '../../../../engine/code.js'
import { BulkRequests } from '../../../../http/bulk/bulk-requests.js'
import { JsonText } from '../../../../wire/answer/envelope.js'
import { jsonFields } from '../../../../wire/answer/json-parts.js'
import { givenBook, HEDGING, NETTING, symbolIn } from '../../../given/book.js'
import { HandClock } from '../../../given/hand-clock.js'
import { ACTOR, givenParts, handled } from '../../../given/handled.js'
import { session } from '../../given.js'

// Requests with many trades and payments: what they ask of the tables, the desk and the shards, to the letter.

const CLOSE = 'POST /admin/v1/positions/bulk-close'
const PAY = 'POST /admin/v1/positions/payments'
const BOOK = givenBook({ groups: { 'real\\standard': {} } })
const EURO = symbolIn(BOOK, 'EURUSD')
const AWAY = refuse('unavailable', 'This part is starting again.')
const NEEDED = refuse('confirmation_required', 'Confirm this first.')
const READER = session({ groupScope: ['demo\\*'] })
const BY = { login: 7, ip: ACTOR.ip, request_id: 'r' }
const OTHERS = [...BOOK.groups.values()]
  .map(({ path }) => path)
  .filter((path) => !path.startsWith('demo'))
const REACH = { groups: [HEDGING, NETTING], others: OTHERS }
const ONCE = { key: 'k', digest: 'd' }

const done = (value: unknown) => ({ ok: true, value })
const readable = (answer: unknown): unknown =>
  answer instanceof JsonText ? JSON.parse(String(answer.text)) : answer

type Answers = Readonly<Record<string, unknown>>

function given(answers: Answers, { unconfirmed = null as unknown, group = HEDGING } = {}) {
  const confirmed: unknown[] = []
  const bulk = new BulkRequests({
    clock: { ...new HandClock(), after: () => ({ cancel: () => undefined }) } as never,
    onFailure: (error) => {
      throw error
    },
  })
  const more = {
    ...{ bulk, board: { quote: () => undefined }, settings: { book: BOOK } },
    accounts: { stored: async (login: number) => ({ login, group }) },
    paymentIds: { claim: async () => null },
    confirmations: {
      refuseUnconfirmed: (of: { login: number }, action: string, body: unknown) => {
        confirmed.push([of.login, action, body])
        return unconfirmed
      },
    },
  }
  const parts = givenParts(answers, more)
  const ask = async (name: string, body: object, once?: object): Promise<unknown> => {
    const keyed = once === undefined ? {} : { once }
    const { services } = parts
    return readable(await handled(name, { services, body, keyed, session: READER }))
  }
  return { ...parts, confirmed, ask }
}

const position = (id: number, symbolId = EURO.id) => ({
  ...{ login: 1001, id, symbolId, fields: jsonFields({ id }) },
})
const order = (id: number) => ({ ...position(id), group: HEDGING, side: 'buy' })
const FOUND = { positions: [position(1), position(2, 999)], orders: [order(3)], total: 9 }

t.test('the tables are asked for the trades that are meant', async (t) => {
  const all = { close_positions: true, delete_orders: true, symbol: 'eurusd', preview: true }
  const named = { positions: [2, 1, 2], orders: [3], preview: true }
  const request = { reach: REACH, limit: 1000 }
  const rows: [body: object, asked: object][] = [
    [all, { symbolId: EURO.id, positions: 'all', orders: 'all' }],
    [
      { ...all, delete_orders: false, groups: '' },
      { symbolId: EURO.id, positions: 'all', orders: 'none' },
    ],
    [
      { ...all, close_positions: false, groups: NETTING },
      {
        ...{ symbolId: EURO.id, positions: 'none', orders: 'all' },
        reach: { groups: [NETTING], others: [HEDGING, ...OTHERS] },
      },
    ],
    [
      { ...named, clear_stops: true, groups: NETTING },
      {
        ...{ picked: { positions: [2, 1], orders: [3] } },
        ...{ positions: 'with_stops', orders: 'with_stops' },
      },
    ],
    [
      { ...named, positions: [], close_positions: true, clear_stops: true },
      { picked: { positions: [], orders: [3] }, positions: 'all', orders: 'with_stops' },
    ],
  ]
  for (const [body, expected] of rows) {
    const { ask, asked } = given({
      'bulk_close.targets': done({ ...FOUND, positions: [], orders: [] }),
    })
    const none = { preview: true, total: 9, positions: [], orders: [], results: [] }
    t.strictSame(await ask(CLOSE, body), none)
    const [[what, question] = []] = asked as [string, { reach: object }][]
    const sorted = (one: object) =>
      JSON.parse(JSON.stringify(one), (_, value) =>
        Array.isArray(value) && typeof value[0] === 'string' ? value.toSorted() : value,
      )
    t.equal(what, 'queries bulk_close.targets')
    t.same(sorted(question as object), sorted({ ...request, ...expected }), JSON.stringify(body))
  }
})

t.test('what is meant by no trade is refused, and nobody is asked', async (t) => {
  const rows: [body: object, path: string][] = [
    [{ symbol: 'EURUSD' }, ''],
    [{ symbol: 'EURUSD', close_positions: false, clear_stops: false }, ''],
    [{ close_positions: true }, 'symbol'],
    [{ close_positions: true, symbol: '', positions: [] }, 'symbol'],
    [{ close_positions: true, symbol: 'NOSUCH' }, 'symbol'],
    [
      { close_positions: true, positions: Array.from({ length: 1001 }, (_, i) => i + 1) },
      'positions',
    ],
    [{ close_positions: true, orders: Array.from({ length: 1001 }, (_, i) => i + 1) }, 'orders'],
  ]
  const needed = [{ path: 'symbol', message: 'is needed, unless positions or orders are named' }]
  t.match(await given({}).ask(CLOSE, { close_positions: true }), { fields: needed })
  for (const [body, path] of rows) {
    const { ask, asked } = given({})
    t.match(await ask(CLOSE, body), { code: 'invalid_input', fields: [{ path }] }, path)
    t.same(asked, [])
  }
})

t.test('a preview has the rows with what is live, and does nothing', async (t) => {
  const { ask, asked } = given({
    'bulk_close.targets': done(FOUND),
    live_positions: AWAY,
  })
  const none = { price_current: null, profit: null, margin: null }
  t.strictSame(await ask(CLOSE, { clear_stops: true, symbol: 'EURUSD', preview: true }), {
    ...{ preview: true, total: 9, results: [] },
    positions: [1, 2].map((id) => ({ id, ...none })),
    orders: [{ id: 3, price_current: null }],
  })
  t.same(asked.length, 2)
  t.equal(
    await given({ 'bulk_close.targets': AWAY }).ask(CLOSE, {
      clear_stops: true,
      orders: [1],
      preview: true,
    }),
    AWAY,
  )
})

const result = (operation: string, kind: string, id: number, over: object = {}) => ({
  ...{ operation, kind, id, login: 1001, status: 'done', code: 'ok', message: '' },
  ...{ symbol: 'EURUSD', ...over },
})
/** The plan is what the desk has written down. */
const begin = ({ plan }: { plan: unknown }) => done(plan)

/** As it is written; its trades have no comment. */
async function planOf(body: object): Promise<unknown> {
  const answers = { 'bulk_close.targets': done({ ...FOUND, orders: [] }), trade: done('ok {}') }
  const { ask, asked } = given({ ...answers, 'bulk_closes.begin': begin })
  await ask(CLOSE, body)
  const [, [, written] = [], ...trades] = asked as [string, { plan: object; body: object }][]
  for (const [, { body }] of trades) {
    t.same(Object.keys(body).sort(), ['client_order_id', 'kind', 'position_id'])
  }
  const { id: _, ...plan } = (written as { plan: { id: string } }).plan
  return plan
}

t.test('what is done is written before the first trade, each of which is a request', async (t) => {
  const rows: [body: object, trades: object[], results: object[], text: string][] = [
    [
      { close_positions: true, clear_stops: true, symbol: 'EURUSD', groups: '', comment: '' },
      [
        { kind: 'close', position_id: 1 },
        { kind: 'close', position_id: 2 },
        {
          ...{ kind: 'change', order_id: 3 },
          ...{ stop_loss: '0', take_profit: '0', trailing_pts: 0 },
        },
      ],
      [
        result('close', 'position', 1),
        result('close', 'position', 2, { symbol: null }),
        result('clear_stops', 'order', 3),
      ],
      'Bulk close of 3 trades, close positions and clear stops of EURUSD in *',
    ],
    [
      { delete_orders: true, clear_stops: true, positions: [1], orders: [3], comment: 'Why' },
      [
        {
          ...{ kind: 'stops', position_id: 1, comment: 'Why' },
          ...{ stop_loss: '0', take_profit: '0', trailing_pts: 0 },
        },
        {
          ...{ kind: 'stops', position_id: 2, comment: 'Why' },
          ...{ stop_loss: '0', take_profit: '0', trailing_pts: 0 },
        },
        { kind: 'delete', order_id: 3, comment: 'Why' },
      ],
      [
        result('clear_stops', 'position', 1),
        result('clear_stops', 'position', 2, { symbol: null }),
        result('delete', 'order', 3),
      ],
      'Bulk close of 3 trades, delete orders and clear stops of those named',
    ],
  ]
  for (const [body, trades, results, text] of rows) {
    const { ask, asked, confirmed } = given({
      ...{ 'bulk_close.targets': done(FOUND), 'bulk_closes.begin': begin, trade: done('ok {}') },
    })
    const outcome = { preview: false, total: 9, positions: [], orders: [], results }
    t.strictSame(await ask(CLOSE, body), outcome)
    t.same(confirmed, [[7, 'bulk_close', body]])
    const [, begun, ...traded] = asked as [string, Record<string, unknown>][]
    const written = begun?.[1] as unknown as { plan: { id: string }; text: string }
    const { id } = written.plan
    t.match(begun, ['desk bulk_closes.begin', { actor: ACTOR, text }])
    t.equal(written.text, text)
    const dealer = { login: 1001, reason: 'dealer', session: 'manager:s1', by: BY }
    t.strictSame(
      traded,
      trades.map((one, i) => [
        'shard of 1001 trade',
        { ...dealer, body: { ...one, client_order_id: `${id}:${i < 2 ? 'p' : 'o'}${i + 1}` } },
      ]),
    )
  }
  const groups = { close_positions: true, symbol: 'EURUSD', groups: NETTING }
  const { ask, asked } = given({
    ...{ 'bulk_close.targets': done({ ...FOUND, positions: [], orders: [] }) },
    'bulk_closes.begin': begin,
  })
  await ask(CLOSE, groups)
  t.same(await planOf({ close_positions: true, positions: [1, 2] }), {
    total: 9,
    trades: [
      ['close', 'position', 1001, 1, 'EURUSD'],
      ['close', 'position', 1001, 2, ''],
    ],
  })
  const text = `Bulk close of 0 trades, close positions of EURUSD in ${NETTING}`
  t.match(asked[1], ['desk bulk_closes.begin', { text }])
})

t.test('nothing is traded that is not confirmed, found, written or within reach', async (t) => {
  const body = { close_positions: true, symbol: 'EURUSD' }
  const answers = {
    ...{ 'bulk_close.targets': done(FOUND), 'bulk_closes.begin': begin, trade: done('ok {}') },
  }
  const unconfirmed = given(answers, { unconfirmed: NEEDED })
  t.equal(await unconfirmed.ask(CLOSE, body), NEEDED)
  t.equal(unconfirmed.asked.length, 1)
  for (const [name, count] of [
    ['bulk_close.targets', 1],
    ['bulk_closes.begin', 2],
  ] as const) {
    const { ask, asked } = given({ ...answers, [name]: AWAY })
    t.equal(await ask(CLOSE, body), AWAY, name)
    t.equal(asked.length, count, name)
  }
  const beyond = given(answers, { group: 'real\\standard' })
  const refused = { status: 'rejected', code: 'forbidden' }
  const { results } = (await beyond.ask(CLOSE, body)) as { results: object[] }
  const message = 'The account 1001 is outside your scope.'
  t.match(
    results,
    [1, 2, 3].map((id) => ({ id, ...refused, message })),
  )
  t.equal(beyond.asked.length, 2)
  const late = given({ ...answers, trade: AWAY })
  const { results: rejected } = (await late.ask(CLOSE, body)) as { results: object[] }
  const { code, message: why } = AWAY
  t.match(
    rejected,
    [1, 2, 3].map((id) => ({ id, status: 'rejected', code, message: why })),
  )
})

t.test(
  'a repeat goes by the plan of the first, and by its outcome once that is whole',
  async (t) => {
    const body = { close_positions: true, symbol: 'EURUSD' }
    const plan = { id: 'p', total: 1, trades: [['close', 'position', 1001, 1]] }
    const outcome = {
      ...{ preview: false, total: 1, positions: [], orders: [] },
      results: [result('close', 'position', 1, { symbol: null })],
    }
    const first = (kept: Answers) => (asked: { once: { key: string } }) =>
      kept[asked.once.key] ?? done(null)
    const planned = { k: done({ value: plan }) }
    const end = [
      'desk bulk_closes.end',
      { actor: ACTOR, once: { key: 'k/p', digest: 'd' }, outcome },
    ]
    const kept = (key: string) => ['desk once.first', { actor: ACTOR, once: { key, digest: 'd' } }]
    const answers = { 'once.first': first(planned), trade: done('ok {}') }
    const again = given({ ...answers, 'bulk_closes.end': done(null) })
    t.strictSame(await again.ask(CLOSE, body, ONCE), outcome)
    t.same(again.confirmed, [])
    t.strictSame(
      [again.asked.toSpliced(2, 1), again.asked.length],
      [[kept('k'), kept('k/p'), end], 4],
    )
    const whole = given({ 'once.first': first({ ...planned, 'k/p': done({ value: outcome }) }) })
    t.strictSame(await whole.ask(CLOSE, body, ONCE), outcome)
    t.strictSame(whole.asked, [kept('k'), kept('k/p')])
    for (const key of ['k', 'k/p']) {
      const away = given({ ...answers, 'once.first': first({ ...planned, [key]: AWAY }) })
      t.equal(await away.ask(CLOSE, body, ONCE), AWAY)
      t.equal(away.asked.length, key === 'k' ? 1 : 2)
    }
    t.equal(await given({ ...answers, 'bulk_closes.end': AWAY }).ask(CLOSE, body, ONCE), AWAY)
    for (const code of ['trade.timeout', 'unavailable', 'internal', 'trade.busy'] as const) {
      const trade = refuse(code, 'Why.')
      const open = given({ ...answers, trade, 'bulk_closes.end': done(null) })
      const results = [
        result('close', 'position', 1, { symbol: null, status: 'rejected', code, message: 'Why.' }),
      ]
      t.strictSame(await open.ask(CLOSE, body, ONCE), { ...outcome, results })
      t.equal(open.asked.length, code === 'trade.busy' ? 4 : 3, code)
    }
    const fresh = given({
      ...{ 'once.first': first({}), 'bulk_close.targets': done({ ...FOUND, orders: [] }) },
      ...{ 'bulk_closes.begin': begin, trade: done('ok {}'), 'bulk_closes.end': done(null) },
    })
    t.match(await fresh.ask(CLOSE, body, ONCE), { results: [{ id: 1 }, { id: 2 }] })
    t.match(fresh.asked[2], ['desk bulk_closes.begin', { once: ONCE }])
  },
)

const ID = '6f9d0c52-0f0e-4f3e-8f43-0d3a5f5b7c01'
const PAID = done({ amount: '1.00', deal_id: 5, projection_seq: '9' })
const BUY = { action: 'deposit', comment: 'Up' }
const SELL = { action: 'charge' }

t.test('each side of an item is a payment of its own, zero is none', async (t) => {
  const item = (over: object) => ({ login: 1001, request_id: ID, ...over })
  const items = [
    item({ amount_buy: '1.50', amount_sell: '2.00' }),
    item({ amount_buy: '0.00', amount_sell: '0' }),
    item({ amount: '-3', side: 'sell' }),
  ]
  const { ask, asked, confirmed } = given({ 'position_payments.begin': done(null), balance: PAID })
  const body = { buy: BUY, sell: SELL, items, skip_margin_check: true }
  const rows = (await ask(PAY, body)) as object[]
  t.match(rows, [
    { request_id: ID, side: 'buy', status: 'done' },
    { request_id: namedUuid(ID, 'sell'), side: 'sell', status: 'done' },
    { request_id: ID, side: 'sell', status: 'done' },
  ])
  t.same(confirmed, [[7, 'payments', body]])
  const of = (side: string, amount: string, request_id: string) => [
    'shard of 1001 balance',
    {
      ...{ login: 1001, amount, request_id, side, skip_margin_check: true, by: BY },
      ...(side === 'buy' ? BUY : { action: 'charge', comment: '' }),
    },
  ]
  t.same(asked, [
    ['desk position_payments.begin', { actor: ACTOR, payments: 3, accounts: 1 }],
    of('buy', '1.50', ID),
    of('sell', '2.00', namedUuid(ID, 'sell')),
    of('sell', '-3', ID),
  ])
})

t.test('items that say no payment are named, and nothing is paid', async (t) => {
  const item = { login: 1001, request_id: ID }
  const rows: [body: object, path: string][] = [
    [{ items: [{ ...item, amount: '1' }], buy: BUY }, 'items[0]'],
    [{ items: [{ ...item, side: 'buy' }], buy: BUY }, 'items[0]'],
    [{ items: [item], buy: BUY }, 'items[0]'],
    [{ items: [{ ...item, amount: '1', side: 'buy', amount_buy: '1' }], buy: BUY }, 'items[0]'],
    [{ items: [{ ...item, amount: '1', side: 'buy', amount_sell: '1' }], buy: BUY }, 'items[0]'],
    [{ items: [{ ...item, amount_buy: '1' }], sell: SELL }, 'buy'],
    [{ items: [{ ...item, amount_sell: '1' }], buy: BUY }, 'sell'],
    [{ items: [{ ...item, amount: '1', side: 'sell' }], buy: BUY }, 'sell'],
  ]
  for (const [body, path] of rows) {
    const { ask, asked } = given({})
    t.match(await ask(PAY, body), { code: 'invalid_input', fields: [{ path }] }, path)
    t.same(asked, [])
  }
})

t.test('the two ways of an item are not mixed', async (t) => {
  const item = { login: 1001, request_id: ID }
  const together = 'amount and side go together'
  const one = 'give amount_buy, amount_sell or both, or amount with side'
  const rows: [over: object, message: string][] = [
    [{ amount: '1' }, together],
    [{ side: 'buy' }, together],
    [{ side: 'buy', amount_buy: '1' }, together],
    [{ amount: '1', amount_buy: '1' }, together],
    [{}, one],
    [{ amount: '1', side: 'buy', amount_sell: '1' }, one],
  ]
  for (const [over, message] of rows) {
    const { ask, asked } = given({})
    const body = { buy: BUY, sell: SELL, items: [{ ...item, ...over }] }
    t.match(await ask(PAY, body), { fields: [{ path: 'items[0]', message }] }, JSON.stringify(over))
    t.same(asked, [])
  }
})

t.test('tables that were behind are asked again once they have all', async (t) => {
  const rows = [
    [CLOSE, 'bulk_close.targets', { clear_stops: true, orders: [3], preview: true }],
    [`${PAY}/preview`, 'positions.payments', { buy: { amount_per_lot: '1' } }],
  ] as const
  for (const [name, what, body] of rows) {
    const counters = { projectionSeq: 4, durableSeq: () => 5 }
    const found = { positions: [], orders: [], total: 0, items: [], totals: [], needed: [] }
    const { services, asked } = given({ [what]: done(found) })
    const after = (_: number, run: () => void) => {
      counters.projectionSeq = 5
      run()
    }
    const clock = { now: () => 0, monotonic: () => 0, after }
    const behind = { ...services, clock, trading: { ...services.trading, counters } }
    await handled(name, { services: behind, body, session: READER })
    t.equal(asked.length, 2, name)
  }
})

t.test('payments begin once they are confirmed and that is written', async (t) => {
  const body = { buy: BUY, items: [{ login: 1001, request_id: ID, amount_buy: '1' }] }
  const answers = {
    ...{ 'position_payments.begin': done(null), balance: PAID, 'once.first': done(null) },
  }
  const unconfirmed = given(answers, { unconfirmed: NEEDED })
  t.equal(await unconfirmed.ask(PAY, body), NEEDED)
  t.same(unconfirmed.asked, [])
  const away = given({ ...answers, 'position_payments.begin': AWAY })
  t.equal(await away.ask(PAY, body), AWAY)
  t.equal(away.asked.length, 1)
  const lost = given({ ...answers, 'once.first': AWAY })
  t.equal(await lost.ask(PAY, body, ONCE), AWAY)
  t.equal(lost.asked.length, 1)
  const first = given(answers)
  t.match(await first.ask(PAY, body, ONCE), [{ status: 'done' }])
  t.match(first.asked, [
    ['desk once.first', { actor: ACTOR, once: ONCE }],
    ['desk position_payments.begin', { actor: ACTOR, once: ONCE, payments: 1, accounts: 1 }],
    ['shard of 1001 balance', { skip_margin_check: false }],
  ])
  const again = given({ ...answers, 'once.first': done({ value: null }) }, { unconfirmed: NEEDED })
  t.match(await again.ask(PAY, body, ONCE), [{ status: 'done' }], 'a repeat takes no confirmation')
  t.equal(again.asked.length, 2)
  const refused = given({ ...answers, balance: refuse('trade.no_money', 'None.') })
  t.match(await refused.ask(PAY, body), [
    { status: 'rejected', code: 'trade.no_money', side: 'buy' },
  ])
})

t.test('a preview of payments asks for the lines of the groups and symbols meant', async (t) => {
  const name = 'POST /admin/v1/positions/payments/preview'
  const found = { items: [1], totals: [2], needed: [3] }
  const data = { items: [1], totals: [2], rates_needed: [3] }
  const buy = { amount_per_lot: '1.50', tax_percent: '15', currency: 'USD' }
  const all = { isNet: false, rates: {} }
  const sells = { amountPerLot: '1', taxPercent: '0', currency: undefined }
  const buys = { amountPerLot: '1.50', taxPercent: '15', currency: 'USD' }
  const rows: [body: object, asked: object][] = [
    [
      { buy, symbols: ' * ', groups: '' },
      { symbolIds: null, skipsZero: false, terms: { buy: buys, sell: undefined, ...all } },
    ],
    [
      { sell: { amount_per_lot: '1' }, skip_zero: true, net: true, rates: { 'USD->EUR': '2' } },
      {
        ...{ symbolIds: null, skipsZero: true },
        terms: { buy: undefined, sell: sells, isNet: true, rates: { 'USD->EUR': '2' } },
      },
    ],
    [
      { buy, symbols: ' ' },
      { symbolIds: null, skipsZero: false, terms: { buy: buys, sell: undefined, ...all } },
    ],
    [
      { buy, symbols: 'eurUSD' },
      { symbolIds: [EURO.id], skipsZero: false, terms: { buy: buys, sell: undefined, ...all } },
    ],
  ]
  const currencies = Object.fromEntries(
    [...BOOK.groups.values()].map((one) => [one.path, one.currency]),
  )
  for (const [body, expected] of rows) {
    const { ask, asked } = given({ 'positions.payments': done(found) })
    t.strictSame(await ask(name, body), data)
    t.match(asked[0], ['queries positions.payments', { reach: { others: OTHERS } }])
    const [[, question] = []] = asked as [string, { reach: object }][]
    const { reach: _, ...rest } = question as { reach: object }
    t.strictSame(rest, { ...expected, currencies })
  }
  const one = given({ 'positions.payments': done(found) })
  await one.ask(name, { buy, groups: NETTING })
  t.match(one.asked, [['queries positions.payments', { reach: { groups: [NETTING] } }]])
  t.match(await given({}).ask(name, {}), { code: 'invalid_input', fields: [{ path: '' }] })
  t.equal(await given({ 'positions.payments': AWAY }).ask(name, { buy }), AWAY)
})
