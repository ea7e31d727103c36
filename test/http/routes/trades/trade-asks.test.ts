import t from 'tap'
import { refuse } from '../../../../engine/code.js'
import { JsonText } from '../../../../wire/answer/envelope.js'
import { jsonFields } from '../../../../wire/answer/json-parts.js'
import { givenBook, HEDGING, symbolIn } from '../../../given/book.js'
import { ACTOR, givenParts, handled } from '../../../given/handled.js'
import { session } from '../../given.js'

// What the lists of all trades ask of the tables, and a correction of the shard, to the letter.

const FAR = 'real\\standard'
const BOOK = givenBook({ groups: { [FAR]: {} } })
const EURO = symbolIn(BOOK, 'EURUSD')
const AWAY = refuse('unavailable', 'This part is starting again.')
const done = (value: unknown) => ({ ok: true, value })
const readable = (answer: unknown): unknown =>
  answer instanceof JsonText ? JSON.parse(String(answer.text)) : answer
const REACH = {
  groups: [FAR],
  others: [...BOOK.groups.values()].map(({ path }) => path).filter((path) => path !== FAR),
}

function given(answers: Readonly<Record<string, unknown>>, group = FAR) {
  const accounts = { stored: async (login: number) => (group === 'gone' ? AWAY : { login, group }) }
  const parts = givenParts(answers, {
    ...{ accounts, settings: { book: BOOK }, board: { quote: () => undefined } },
  })
  const ask = async (name: string, context: object) => {
    const reader = session({ groupScope: ['real\\*'] })
    return readable(await handled(name, { services: parts.services, session: reader, ...context }))
  }
  return { ...parts, ask }
}

const ITEM = { login: 1001, id: 4, symbolId: EURO.id, fields: jsonFields({ id: 4 }) }
const PAGE = { items: [ITEM], total: 1, projectionSeq: 9, isPending: false }
const NONE = { price_current: null, profit: null, margin: null }

t.test('open positions and orders are asked of the tables by reach and filters', async (t) => {
  const query = { symbol: 'eurusd', login: 1001, page: 2, limit: 3, min_projection_seq: '9' }
  const narrow = { reach: REACH, login: 1001, symbolId: EURO.id }
  const fenced = { consistency: 'current', projection_seq: '9' }
  const order = { ...ITEM, group: FAR, side: 'buy' }
  const rows = [
    ['positions', 'positions.page', PAGE, { id: 4, ...NONE }],
    ['orders', 'orders.page', { ...PAGE, items: [order] }, { id: 4, price_current: null }],
  ] as const
  for (const [path, what, found, row] of rows) {
    const name = `GET /admin/v1/${path}`
    const wide = given({ [what]: done(found), live_positions: AWAY })
    t.strictSame(await wide.ask(name, {}), { items: [row], page: 1, total: 1 })
    t.strictSame(wide.asked[0], [`queries ${what}`, { reach: REACH, page: 1, limit: 100 }])
    const one = given({ [what]: done(found), live_positions: AWAY })
    t.strictSame(await one.ask(name, { query }), { items: [row], page: 2, total: 1, ...fenced })
    const asked = { ...narrow, page: 2, limit: 3, minProjectionSeq: 9 }
    t.strictSame(one.asked[0], [`queries ${what}`, asked])
  }
  const count = given({ 'positions.count': done(7) })
  t.same(await count.ask('GET /admin/v1/positions/count', { query }), { total: 7 })
  t.same(await count.ask('GET /admin/v1/positions/count', {}), { total: 7 })
  t.strictSame(count.asked, [
    ['queries positions.count', narrow],
    ['queries positions.count', { reach: REACH }],
  ])
  const away = given({ 'positions.count': AWAY })
  t.equal(await away.ask('GET /admin/v1/positions/count', {}), AWAY)
})

t.test('closed positions are of a time up to its end, which is not in it', async (t) => {
  const name = 'GET /admin/v1/positions/closed'
  const what = 'trades.closed_positions'
  const found = { ...PAGE, rows: ['{"id":4}'], totals: '{"profit":"1"}' }
  const ask = async (query: object) => {
    const { ask, asked } = given({ [what]: done(found) })
    return [await ask(name, { query }), asked] as const
  }
  const [from, to] = ['1970-01-01T00:00:01Z', '1970-01-01T00:00:02Z']
  const request = { page: 1, limit: 100, reach: REACH }
  const rows: [query: object, range: object][] = [
    [{}, {}],
    [{ from }, { from: 1000 }],
    [{ to }, { to: 1999 }],
    [
      { from, to },
      { from: 1000, to: 1999 },
    ],
  ]
  for (const [query, range] of rows) {
    const [answer, asked] = await ask(query)
    t.strictSame(answer, { items: [{ id: 4 }], page: 1, total: 1, totals: { profit: '1' } })
    t.strictSame(asked, [[`queries ${what}`, { ...request, ...range }]])
  }
  const wrong: [query: object, path: string][] = [
    [{ from, to: from }, 'to'],
    [{ from: to, to: from }, 'to'],
    [{ from: '2026-02-30T00:00:00Z' }, 'from'],
    [{ to: '2026-02-30T00:00:00Z' }, 'to'],
  ]
  for (const [query, path] of wrong) {
    const [answer, asked] = await ask(query)
    t.match(answer, { ok: false, fields: [{ path }] }, JSON.stringify(query))
    t.same(asked, [])
  }
})

t.test('a position is read by who reaches its account', async (t) => {
  const name = 'GET /admin/v1/positions/{id}'
  const context = { params: { id: 4 } }
  const answers = { 'positions.find': done(ITEM), live_positions: AWAY }
  t.strictSame(await given(answers).ask(name, context), { id: 4, ...NONE })
  const beyond = given(answers, HEDGING)
  t.same(await beyond.ask(name, context), refuse('not_found', 'There is no open position 4.'))
  t.same(beyond.asked, [['queries positions.find', { id: 4 }]])
  t.equal(await given({ 'positions.find': AWAY }).ask(name, context), AWAY)
})

t.test('a correction goes to the shard of who holds the position, whole', async (t) => {
  const name = 'PATCH /admin/v1/positions/{id}'
  const params = { id: 4 }
  const by = { login: 7, ip: ACTOR.ip, request_id: 'r' }
  const answers = { 'positions.holders': done([1001]), correct: done('{"id":4}') }
  const none = { version: 0, priceOpen: '', stopLoss: '', takeProfit: '', comment: undefined }
  const rows: [body: object, correction: object][] = [
    [
      { price_open: '1.1', version: 3 },
      { priceOpen: '1.1', version: 3 },
    ],
    [{ stop_loss: '0' }, { stopLoss: '0' }],
    [{ take_profit: '1.2' }, { takeProfit: '1.2' }],
    [{ comment: '' }, { comment: '' }],
  ]
  for (const [body, correction] of rows) {
    const { ask, asked } = given(answers)
    t.strictSame(await ask(name, { params, body }), { id: 4 })
    const whole = { positionId: 4, ...none, ...correction }
    t.strictSame(asked, [
      ['queries positions.holders', { ids: [4] }],
      ['shard of 1001 correct', { login: 1001, correction: whole, by }],
    ])
  }
  const body = { comment: 'x' }
  const empty = given(answers)
  t.match(await empty.ask(name, { params, body: { version: 3 } }), { fields: [{ path: '' }] })
  t.same(empty.asked, [])
  const nobody = given({ ...answers, 'positions.holders': done([null]) })
  const missing = refuse('not_found', 'There is no position 4.')
  t.same(await nobody.ask(name, { params, body }), missing)
  const lost = given({ ...answers, 'positions.holders': AWAY })
  t.equal(await lost.ask(name, { params, body }), AWAY)
  const beyond = given(answers, HEDGING)
  t.same(await beyond.ask(name, { params, body }), missing, 'whose it is is not said')
  for (const { asked } of [nobody, lost, beyond]) t.equal(asked.length, 1)
  const asleep = given(answers, 'gone')
  t.equal(await asleep.ask(name, { params, body }), AWAY)
  t.equal(await given({ ...answers, correct: AWAY }).ask(name, { params, body }), AWAY)
})
