import t from 'tap'
import { SET_ASIDE } from '../../../../actors/shard/log/quarantine.js'
import { answerTrade, livePrice } from '../../../../actors/shard/questions/trades.js'
import type { DealEvent } from '../../../../engine/account/event.js'
import { because } from '../../../../engine/reasons/reasons.js'
import type { ShardAsk } from '../../../../wire/thread/messages.js'
import type { TradeFields } from '../../../../wire/trade/trade-request.js'
import { LOGIN } from '../../../given/account.js'
import { DOER } from '../../../given/desk.js'
import { OUT, ProviderFloor } from '../../../given/floors/provider-floor.js'
import { type GivenShard, tradingShard } from '../../../given/floors/shard.js'
import type { GivenPrices } from '../../../given/prices.js'
import { checkLedger } from '../../../given/records/ledger.js'

// Goal: what staff trade for an account is in the journal in words that name what was done.

function given() {
  const shard = tradingShard()
  const trade = (body: TradeFields): Record<string, number> => {
    const order = { login: LOGIN, body, reason: 'dealer', by: DOER } as const
    const told = shard.turn(() => shard.ask(1, { op: 'trade', request: order }))
    const answer = told.find(({ kind }) => kind === 'answer')?.value['text']
    return JSON.parse(String(answer).slice(String(answer).indexOf('{'))) as Record<string, number>
  }
  const deals = () =>
    shard.records(LOGIN).flatMap(({ events }) => events.filter((event) => event.type === 'deal'))
  const line = () => shard.records(LOGIN).at(-1)?.note
  return { shard, trade, deals, line }
}

const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' } as const

t.test('the line of a close by names the deal that has the profit', (t) => {
  const { shard, trade, deals, line } = given()
  const long = trade(BUY)['position_id'] as number
  const short = trade({ ...BUY, side: 'sell', volume: '0.4' })['position_id'] as number
  trade({ kind: 'close_by', position_id: long, by_position_id: short })
  const [with_profit, other] = deals().slice(-2) as [DealEvent, DealEvent]
  t.match([with_profit.entry, other.entry], ['out_by', 'out_by'])
  t.not(with_profit.profit, 0)
  t.equal(other.profit, 0)
  const { orderId, id } = with_profit
  t.match(line(), {
    actor: DOER.login,
    kind: 'trade',
    ip: DOER.ip,
    requestId: DOER.request_id,
    text: `Account ${LOGIN}: closed position ${long} by sell 0.4 EURUSD at 1.17000, order ${orderId}, deal ${id}`,
  })
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('the line of each kind of trade says what it did', (t) => {
  const { shard, trade, deals, line } = given()
  const id = trade(BUY)['position_id'] as number
  const last = () => (deals().at(-1) as DealEvent).id
  const said = (): string => String(line()?.text).replace(`Account ${LOGIN}: `, '')
  t.equal(said(), `opened position ${id} by buy 1 EURUSD at 1.17010, order ${id}, deal ${last()}`)
  trade({ kind: 'stops', position_id: id, stop_loss: '1.16', take_profit: '1.18' })
  t.equal(said(), `position ${id} of EURUSD has stop loss 1.16000, take profit 1.18000`)
  const closed = trade({ kind: 'close', position_id: id, volume: '0.3' })['order_id']
  t.equal(
    said(),
    `closed position ${id} by sell 0.3 EURUSD at 1.17000, order ${closed}, deal ${last()}`,
  )
  const limit = { kind: 'place', symbol: 'EURUSD', side: 'sell', order_kind: 'stop_limit' } as const
  const terms = { volume: '0.5', price: '1.16500', trigger_price: '1.16000' }
  const order = trade({ ...limit, ...terms })['order_id'] as number
  t.equal(said(), `order ${order}, sell stop limit 0.5 EURUSD at 1.16500, is placed`)
  trade({ kind: 'delete', order_id: order })
  t.equal(said(), `order ${order}, sell stop limit 0.5 EURUSD at 1.16500, is cancelled`)
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

function answerTo(shard: GivenShard, ask: ShardAsk): Readonly<Record<string, unknown>> | undefined {
  const told = shard.turn(() => shard.ask(1, ask))
  return told.find(({ kind }) => kind === 'answer')?.value
}

t.test('an account that is unknown or set aside is asked for nothing', (t) => {
  const shard = tradingShard()
  const aside = LOGIN + 1
  shard.profile({ login: aside })
  shard.turn(() => void shard.core.quarantine.add(shard.account(aside), new Error('given')))
  const nobody = LOGIN + 2
  for (const [login, refusal] of [
    [aside, SET_ASIDE],
    [nobody, because('not_found.account', { login: nobody })],
  ] as const) {
    const order = { login, body: BUY, reason: 'api', by: null } as const
    const asks: ShardAsk[] = [
      { op: 'trade', request: order },
      { op: 'trade', request: { ...order, reason: 'dealer', by: DOER } },
      { op: 'check', request: { ...order, risk: undefined } },
      { op: 'outcome', request: { login, client_order_id: 'k' } },
    ]
    for (const ask of asks) t.same(answerTo(shard, ask), refusal, `${ask.op} of ${login}`)
  }
  t.end()
})

t.test('what cannot be read as a trade is refused, whoever asks', (t) => {
  const shard = tradingShard()
  const body = { ...BUY, volume: 'much' }
  const order = { login: LOGIN, body, reason: 'api', by: null } as const
  const asks: ShardAsk[] = [
    { op: 'trade', request: order },
    { op: 'trade', request: { ...order, reason: 'dealer', by: DOER } },
    { op: 'check', request: { ...order, risk: undefined } },
  ]
  for (const ask of asks) {
    t.match(answerTo(shard, ask), { ok: false, code: 'invalid_input', message: /volume/ })
  }
  const dear = { ...order, body: { ...BUY, volume: '90' } }
  t.match(answerTo(shard, { op: 'trade', request: dear }), { ok: false, code: 'trade.no_money' })
  t.match(answerTo(shard, { op: 'check', request: { ...dear, risk: undefined } }), {
    ok: false,
    code: 'trade.no_money',
  })
  t.end()
})

t.test(
  'of positions that are asked about each has its line, and those that are none an empty one',
  (t) => {
    const { shard, trade } = given()
    const id = trade(BUY)['position_id'] as number
    shard.profile({ login: LOGIN + 1 }).deposit('10000', LOGIN + 1)
    const other = { login: LOGIN + 1, body: BUY, reason: 'api', by: null } as const
    shard.turn(() => shard.ask(1, { op: 'trade', request: other }))
    const broken = [...shard.account(LOGIN + 1).positions.keys()][0] as number
    Object.defineProperty(shard.account(LOGIN + 1), 'groupPath', {
      get() {
        throw new Error('given')
      },
    })
    const positions = [
      [LOGIN, 7],
      [LOGIN, id],
      [LOGIN + 2, id],
      [LOGIN + 1, broken],
      [LOGIN, id],
    ] as const
    const answer = answerTo(shard, { op: 'live_positions', request: { positions } })
    t.equal(answer?.['ok'], true)
    const lines = String(answer?.['text']).split('\n')
    t.equal(lines.length, 5)
    t.match(lines[1], /"price_current":"1.17000","profit":"-10.00"/)
    t.equal(lines[4], lines[1])
    t.same([lines[2], lines[3]], [lines[0], lines[0]])
    t.notMatch(lines[0], /1\.17/)
    t.same(
      shard.setAside.map(({ login }) => login),
      [LOGIN + 1],
    )
    t.end()
  },
)

t.test("a staff user's request ids are their own, and without one each is another request", (t) => {
  const { shard, deals } = given()
  const asked = (by: typeof DOER | null, client_order_id?: string) => {
    const body = { ...BUY, volume: '0.01', ...(client_order_id ? { client_order_id } : {}) }
    const reason = by === null ? 'api' : 'dealer'
    const before = deals().length
    answerTo(shard, { op: 'trade', request: { login: LOGIN, body, reason, by } })
    const records = shard.records(LOGIN)
    return [deals().length - before, records.at(-1)?.requestKey, deals().at(-1)?.dealer]
  }
  const { login } = DOER
  t.same(asked(null, 'k'), [1, 'o:k', 0])
  t.same(asked(DOER, 'k'), [1, `d:${login}:k`, login])
  t.same(asked(DOER, 'k'), [0, `d:${login}:k`, login], 'a repeat')
  const next = { ...DOER, login: login + 1 }
  t.same(asked(next, 'k'), [1, `d:${login + 1}:k`, login + 1])
  for (let n = 0; n < 2; n++) t.same(asked(DOER), [1, '', login])
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('a trade, a check and an outcome are answered with their code and row', (t) => {
  const { shard } = given()
  const order = {
    login: LOGIN,
    body: { ...BUY, client_order_id: 'k' },
    reason: 'api',
    by: null,
  } as const
  const answered = (ask: ShardAsk) => {
    const { ok, text } = answerTo(shard, ask) ?? {}
    const [, code, row] = /^(\w+) (\{.*)$/.exec(String(text)) ?? []
    return row === undefined
      ? { ok, ...JSON.parse(String(text)) }
      : { ok, code, ...JSON.parse(row) }
  }
  const done = { order_id: 100, volume: '1', price: '1.17010' }
  t.match(answered({ op: 'check', request: { ...order, risk: undefined } }), {
    ok: true,
    code: 'ok',
    margin: '1170.10',
  })
  t.match(answered({ op: 'trade', request: order }), { ok: true, code: 'ok', ...done })
  const request = { login: LOGIN, client_order_id: 'k' }
  t.match(answered({ op: 'outcome', request }), { ok: true, code: 'ok', message: '', data: done })
  const none = answerTo(shard, { op: 'outcome', request: { ...request, client_order_id: 'none' } })
  t.match(none, { ok: false, code: 'trade.order_unknown' })
  t.end()
})

t.test('a check of what is no risk is refused as that', (t) => {
  const { shard } = given()
  const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', stop_loss: '1.16' } as const
  const request = { login: LOGIN, body, risk: {}, reason: 'api', by: null } as never
  t.match(answerTo(shard, { op: 'check', request }), {
    ok: false,
    code: 'invalid_input',
    message: /^risk: /,
  })
  t.same(shard.failures, [])
  t.end()
})

t.test(
  'an order that rests is told the price at which it would fill now, where there is one',
  (t) => {
    const { shard, trade } = given()
    const terms = { ...BUY, kind: 'place', order_kind: 'limit' } as const
    const ids = [
      trade({ ...terms, price: '1.10' })['order_id'],
      trade({ ...terms, side: 'sell', price: '1.20' })['order_id'],
    ]
    const account = shard.account()
    const prices = () =>
      ids.map((id) => {
        const order = account.orders.get(id ?? 0)
        if (order === undefined) throw new Error('it rests')
        return livePrice(shard.core, account, order)
      })
    t.same(prices(), [{ price: 117_010 }, { price: 117_000 }])
    ;(shard.prices as GivenPrices).remove('EURUSD')
    t.same(prices(), [{ price: null }, { price: null }])
    t.end()
  },
)

t.test('a trade that has to wait is answered once, when its end is there', (t) => {
  const floor = new ProviderFloor()
  const said: unknown[] = []
  const body = { ...BUY, comment: OUT.comment }
  const order = { login: LOGIN, body, reason: 'api', by: null } as const
  floor.turn(() => answerTrade(floor.shard.core, order, (answer) => said.push(answer)))
  t.same(said, [])
  floor.fill(floor.placed, '1', '1.17')
  t.match(said, [{ ok: true, text: /^ok \{/ }])
  t.equal(said.length, 1)
  floor.settle()
  t.end()
})
