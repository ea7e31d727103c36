import t from 'tap'
import type { TradeFields } from '../../../wire/trade/trade-request.js'
import { LOGIN } from '../../given/account.js'
import { givenBook, HEDGING } from '../../given/book.js'
import { DOER } from '../../given/desk.js'
import { type GivenShard, type Told, tradingShard } from '../../given/floors/shard.js'
import { GivenPrices } from '../../given/prices.js'
import { checkLedger } from '../../given/records/ledger.js'
import { LIMIT_ORDER } from '../../given/records/trade-bodies.js'

// Every kind of trade request on a socket: its reply, and the events that each socket hears.

type View = Readonly<Record<string, unknown>>

const PLACE = { ...LIMIT_ORDER, volume: '0.1', price: '1.16' }

function settle(shard: GivenShard): void {
  checkLedger(shard.records(LOGIN), shard.account())
}

/** The reply to a request, and what was told of it, as `seq event`. */
function asked(shard: GivenShard, socket: number, args: object): { reply: View; told: Told[] } {
  const told = shard.turn(() => shard.send(socket, 'trade', { ...args }))
  const [reply] = told.filter(({ kind }) => kind === 'reply')
  return { reply: reply?.value ?? {}, told: told.filter(({ kind }) => kind === 'event') }
}

const dataOf = (reply: View): View => reply['data'] as View
const namesOf = (told: readonly Told[]) =>
  told.map(({ value }) => `${value['seq']} ${value['event']}`)

for (const codec of ['json', 'msgpack'] as const) {
  t.test(`each kind of request is answered, and told in order (${codec})`, (t) => {
    const shard = tradingShard()
    const socket = shard.socket({ codec })
    const placed = asked(shard, socket, { ...PLACE, stop_loss: '1.15', take_profit: '1.18' })
    t.match(placed.reply, {
      code: 'trade.placed',
      data: {
        deal_id: null,
        position_id: null,
        volume: '0.1',
        price: '1.16000',
        bid: null,
        ask: null,
        seq: '2',
        projection_seq: '2',
      },
    })
    t.same(namesOf(placed.told), ['2 order'])
    const { order_id } = dataOf(placed.reply)
    t.match(placed.told[0]?.value['data'], {
      id: order_id,
      kind: 'limit',
      side: 'buy',
      state: 'placed',
      price: '1.16000',
      volume_initial: '0.1',
      volume_current: '0.1',
      stop_loss: '1.15000',
      take_profit: '1.18000',
      expiration: 'gtc',
      expires_at: null,
      done_at: null,
      version: 1,
    })

    const until = '2026-01-09T12:00:00.000Z'
    const change = { kind: 'change', order_id, price: '1.161', expiration: 'specified' }
    const changed = asked(shard, socket, { ...change, expires_at: until })
    t.match(changed.reply, { code: 'ok', data: { order_id, price: '1.16100', seq: '3' } })
    t.match(changed.told, [
      {
        value: { seq: '3', event: 'order', data: { id: order_id, expires_at: until, version: 2 } },
      },
    ])

    const other = asked(shard, socket, {
      ...PLACE,
      order_kind: 'stop_limit',
      trigger_price: '1.18',
      price: '1.17',
      oco_order_id: order_id,
    })
    t.equal(other.reply['code'], 'trade.placed')
    const second = dataOf(other.reply)['order_id']
    t.match(other.told, [
      {
        value: { seq: '4', data: { id: second, oco_order_id: order_id, trigger_price: '1.18000' } },
      },
      { value: { seq: '5', data: { id: order_id, oco_order_id: second, version: 3 } } },
    ])

    const deleted = asked(shard, socket, { kind: 'delete', order_id })
    t.match(deleted.reply, { code: 'ok', data: { order_id, seq: '6' } })
    t.match(deleted.told, [{ value: { data: { id: order_id, state: 'cancelled' } } }])

    const opened = asked(shard, socket, {
      ...PLACE,
      kind: 'open',
      order_kind: 'market',
      price: '1.18',
    })
    t.match(opened.reply, { code: 'ok', data: { price: '1.17010', seq: '9' } })
    t.same(namesOf(opened.told), ['7 order', '8 deal', '9 position'])
    const { position_id } = dataOf(opened.reply)
    const stops = { kind: 'stops', position_id, stop_loss: '1.15', trailing_pts: 30 }
    const set = asked(shard, socket, stops)
    t.match(set.reply, {
      code: 'ok',
      data: { order_id: null, deal_id: null, position_id, price: null, seq: '10' },
    })
    t.match(set.told, [
      {
        value: { event: 'position', data: { stop_loss: '1.15000', trailing_pts: 30, version: 2 } },
      },
    ])

    const sold = asked(shard, socket, {
      kind: 'open',
      symbol: 'EURUSD',
      side: 'sell',
      volume: '0.1',
    })
    const by_position_id = dataOf(sold.reply)['position_id']
    const both = asked(shard, socket, { kind: 'close_by', position_id, by_position_id })
    t.match(both.reply, { code: 'ok', data: { position_id, price: '1.17000', volume: '0.1' } })
    t.same(namesOf(both.told), ['14 order', '15 deal', '16 position', '17 deal', '18 position'])
    t.match(both.told.at(-1)?.value['data'], { id: by_position_id, volume: '0' })
    settle(shard)
    t.end()
  })
}

t.test('a snapshot has the orders that rest, and resume tells how they came to be', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const first = dataOf(asked(shard, socket, PLACE).reply)['order_id']
  const second = dataOf(asked(shard, socket, { ...PLACE, price: '1.15' }).reply)['order_id']
  asked(shard, socket, { kind: 'delete', order_id: first })
  const { orders, seq } = dataOf(shard.request(socket, 'snapshot'))
  t.equal(seq, '4')
  t.match(orders, [{ id: second, state: 'placed', price: '1.15000', symbol: 'EURUSD' }])
  const told = shard.turn(() => shard.send(socket, 'resume', { seq: '1' }))
  const states = told
    .filter(({ kind }) => kind === 'event')
    .map(({ value }) => {
      const { id, state } = value['data'] as View
      return [value['seq'], id, state]
    })
  t.same(states, [
    ['2', first, 'placed'],
    ['3', second, 'placed'],
    ['4', first, 'cancelled'],
  ])
  settle(shard)
  t.end()
})

t.test('a requote has its prices and id in data, and is taken once under any request id', (t) => {
  const book = givenBook({ symbols: { EURUSD: { execution: 'instant' } } })
  const prices = new GivenPrices(book)
  const shard = tradingShard({ book, prices })
  const socket = shard.socket()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1', price: '1.16' }
  const { reply } = asked(shard, socket, { ...open, client_order_id: 'a' })
  t.match(reply, { code: 'trade.requote', data: { bid: '1.17000', ask: '1.17010' } })
  const { quote_id } = dataOf(reply)
  // Two spreads of then: as far as the server honours its offer.
  prices.set('EURUSD', '1.17020', '1.17030')
  const records = shard.records().length
  const checked = shard.request(socket, 'check', { ...open, quote_id })
  t.match(checked, { code: 'ok', data: { price: '1.17010' } }, 'a check takes nothing')
  const taken = asked(shard, socket, { ...open, quote_id, client_order_id: 'a' }).reply
  t.match(taken, { code: 'ok', data: { price: '1.17010', bid: '1.17020' } })
  const again = asked(shard, socket, { ...open, quote_id, client_order_id: 'a' }).reply
  t.same(dataOf(again), dataOf(taken), 'the same request hears the same')
  const late = asked(shard, socket, { ...open, quote_id, client_order_id: 'b' }).reply
  t.match(late, { code: 'trade.price_changed', data: { reason: 'trade.price_changed.offer_over' } })
  t.equal(shard.records().length, records + 1, 'what passes is not kept')
  settle(shard)
  t.end()
})

t.test(
  'a repeat of place, change, delete or stops hears the first answer and does nothing',
  (t) => {
    const shard = tradingShard()
    const socket = shard.socket()
    const placed = asked(shard, socket, { ...PLACE, client_order_id: 'place' }).reply
    const { order_id } = dataOf(placed)
    const opened = asked(shard, socket, {
      kind: 'open',
      symbol: 'EURUSD',
      side: 'buy',
      volume: '0.1',
    })
    const { position_id } = dataOf(opened.reply)
    const requests = [
      { ...PLACE, client_order_id: 'place' },
      { kind: 'change', order_id, price: '1.15', client_order_id: 'change' },
      { kind: 'stops', position_id, stop_loss: '1.15', client_order_id: 'stops' },
      { kind: 'delete', order_id, client_order_id: 'delete' },
    ]
    const first = [placed, ...requests.slice(1).map((one) => asked(shard, socket, one).reply)]
    t.same(
      first.map(({ code }) => code),
      ['trade.placed', 'ok', 'ok', 'ok'],
    )
    const { seq } = shard.account()
    for (const [i, one] of requests.entries()) {
      const again = asked(shard, socket, one)
      t.equal(again.reply['code'], first[i]?.['code'], one.client_order_id)
      t.same(again.reply['data'], first[i]?.['data'], one.client_order_id)
      t.same(again.told, [])
      const other = asked(shard, socket, { ...one, comment: 'other' }).reply
      t.equal(other['code'], 'conflict')
    }
    t.equal(shard.account().seq, seq)
    settle(shard)
    t.end()
  },
)

t.test(
  'a change or stops that leaves everything as it is answers the same, and writes nothing',
  (t) => {
    const shard = tradingShard()
    const socket = shard.socket()
    const { order_id } = dataOf(asked(shard, socket, { ...PLACE, take_profit: '1.18' }).reply)
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' }
    const { position_id } = dataOf(asked(shard, socket, { ...open, stop_loss: '1.15' }).reply)
    const [records, { seq }] = [shard.records().length, shard.account()]
    const newest = String(shard.account().lastRecordSeq)
    const same = { seq: String(seq), projection_seq: newest, deal_id: null, volume: '0.1' }
    for (const args of [
      { kind: 'change', order_id },
      { kind: 'change', order_id, price: '1.1600', take_profit: '1.18', expiration: 'gtc' },
    ]) {
      const { reply, told } = asked(shard, socket, args)
      t.match(reply, {
        code: 'ok',
        data: { ...same, order_id, position_id: null, price: '1.16000' },
      })
      t.same(told, [])
    }
    for (const args of [
      { kind: 'stops', position_id },
      { kind: 'stops', position_id, stop_loss: '1.15000', take_profit: '0', trailing_pts: 0 },
    ]) {
      const { reply, told } = asked(shard, socket, args)
      t.match(reply, { code: 'ok', data: { ...same, order_id: null, position_id, price: null } })
      t.same(told, [])
    }
    t.equal(shard.records().length, records)
    t.match(shard.account(), { seq, lastRecordSeq: Number(newest) })
    t.equal(shard.account().orders.get(order_id as number)?.version, 1)
    settle(shard)
    t.end()
  },
)

t.test(
  'under a key it is remembered: a repeat hears the same, and undoes nothing that came after',
  (t) => {
    const shard = tradingShard()
    const socket = shard.socket()
    const { order_id } = dataOf(asked(shard, socket, PLACE).reply)
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' }
    const { position_id } = dataOf(asked(shard, socket, { ...open, stop_loss: '1.15' }).reply)
    const requests = [
      { kind: 'change', order_id, price: '1.16', client_order_id: 'change' },
      { kind: 'stops', position_id, stop_loss: '1.15', client_order_id: 'stops' },
    ]
    const first = requests.map((one) => asked(shard, socket, one))
    t.same(
      first.flatMap(({ told }) =>
        told.map(({ value }) => [value['event'], dataOf(value)['version']]),
      ),
      [
        ['order', 2],
        ['position', 2],
      ],
      'their rows are told again, as they are',
    )
    asked(shard, socket, { kind: 'change', order_id, price: '1.14' })
    asked(shard, socket, { kind: 'stops', position_id, stop_loss: '1.14' })
    const records = shard.records().length
    for (const [i, one] of requests.entries()) {
      const again = asked(shard, socket, one)
      t.match(again.reply, { code: 'ok', data: dataOf(first[i]?.reply as View) })
      t.same(again.told, [])
    }
    t.equal(shard.records().length, records)
    t.equal(shard.account().orders.get(order_id as number)?.price, 114_000)
    t.equal(shard.account().positions.get(position_id as number)?.stopLoss, 114_000)
    settle(shard)
    t.end()
  },
)

t.test('of what staff leave as it is the journal has no line', (t) => {
  const shard = tradingShard()
  const order_id = Number(dataOf(asked(shard, shard.socket(), PLACE).reply)['order_id'])
  const staffAsks = (body: TradeFields): void => {
    const request = { login: LOGIN, body, reason: 'dealer', by: DOER } as const
    shard.turn(() => shard.ask(1, { op: 'trade', request }))
  }
  const noted = () => shard.records(LOGIN).filter(({ note }) => note?.kind === 'trade').length
  const records = shard.records().length
  staffAsks({ kind: 'change', order_id, price: '1.16' })
  t.equal(shard.records().length, records)
  staffAsks({ kind: 'change', order_id, price: '1.16', client_order_id: 'a' })
  t.same([shard.records().length, noted()], [records + 1, 0])
  staffAsks({ kind: 'change', order_id, price: '1.15' })
  t.equal(noted(), 1)
  settle(shard)
  t.end()
})

t.test('fields that a kind has no use for, and those that it needs, are named', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const rows: [args: object, says: RegExp][] = [
    [
      { kind: 'place', symbol: 'EURUSD', side: 'buy', volume: '1', price: '1' },
      /order_kind: is mi/,
    ],
    [{ ...PLACE, order_kind: 'market' }, /order_kind: must be limit/],
    [{ ...PLACE, order_kind: 'stop_limit' }, /trigger_price: is required for stop_limit/],
    [{ ...PLACE, trigger_price: '1.2' }, /trigger_price: is required for stop_limit/],
    [{ ...PLACE, position_id: 1 }, /position_id: is not allowed with the kind place/],
    [{ ...PLACE, expires_at: 'soon' }, /expires_at/],
    [{ kind: 'change', order_id: 1, volume: '1' }, /volume: is not allowed with the kind change/],
    [{ kind: 'change' }, /order_id: is missing/],
    [{ kind: 'delete', order_id: 1, price: '1' }, /price: is not allowed with the kind delete/],
    [{ kind: 'stops', position_id: 1, price: '1' }, /price: is not allowed with the kind stops/],
    [{ kind: 'close_by', position_id: 1 }, /by_position_id: is missing/],
    [
      { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1', order_kind: 'limit' },
      /use place/,
    ],
  ]
  for (const [args, says] of rows) {
    t.match(asked(shard, socket, args).reply, { code: 'invalid_input', message: says })
  }
  const readOnly = shard.socket({ readOnly: true })
  t.equal(asked(shard, readOnly, PLACE).reply['code'], 'trade.read_only')
  settle(shard)
  t.end()
})

t.test('a check of an order that rests tells the margin with it, and nothing is placed', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  t.match(shard.request(socket, 'check', { ...PLACE, volume: '1' }), {
    code: 'ok',
    data: { volume: '1', price: '1.16000', margin: '1170.10', margin_free: '8829.90' },
  })
  t.equal(shard.account().orders.size, 0)
  settle(shard)
  t.end()
})

const TIER = { from: '0', to: '0', value: '3.5', min: '0', max: '0' }
const SWAPS = { swap_mode: 'points', swap_long: '-7.3', swap_short: '2.1' } as const

t.test(
  'a check of a close tells what is free after it, however the group counts what floats',
  (t) => {
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' }
    for (const free_margin_mode of ['use_all', 'use_profit', 'use_loss', 'balance_only'] as const) {
      for (const [bid, ask, charge] of [
        ['1.16000', '1.16010', 'per_side'],
        ['1.18000', '1.18010', 'per_side'],
        ['1.16000', '1.16010', 'daily'],
      ] as const) {
        const costs = { mask: '*', mode: 'per_lot', charge, tiers: [TIER] } as const
        const group = { free_margin_mode, commissions: [costs] }
        const book = givenBook({ symbols: { EURUSD: SWAPS }, groups: { [HEDGING]: group } })
        const prices = new GivenPrices(book)
        const shard = tradingShard({ book, prices })
        const socket = shard.socket()
        const { position_id } = dataOf(asked(shard, socket, open).reply)
        asked(shard, socket, open)
        shard.clock.at += 24 * 60 * 60 * 1000
        shard.endDays()
        prices.set('EURUSD', bid, ask)
        const close = { kind: 'close', position_id }
        const checked = dataOf(shard.request(socket, 'check', close))
        asked(shard, socket, close)
        const account = dataOf(shard.request(socket, 'snapshot'))['account'] as View
        const { margin, margin_free } = account['money'] as View
        t.match(checked, { margin, margin_free, fee: '-3.50' }, `${free_margin_mode} at ${bid}`)
        settle(shard)
      }
    }
    t.end()
  },
)
