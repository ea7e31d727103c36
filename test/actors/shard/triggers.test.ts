import t from 'tap'
import { Triggers } from '../../../actors/shard/triggers.js'
import { TapeReader } from '../../../actors/shared/tick-tape.js'
import type { Position } from '../../../engine/account/holdings/position.js'
import { positionRow } from '../../../engine/account/rules/rows.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { LOGIN } from '../../given/account.js'
import { givenBook, symbolIn } from '../../given/book.js'
import { DOER } from '../../given/desk.js'
import { type GivenShard, type Told, tradingShard } from '../../given/floors/shard.js'
import type { GivenPrices } from '../../given/prices.js'
import { checkLedger } from '../../given/records/ledger.js'

/** EURUSD stands at 1.17000 / 1.17010. */
const LIMIT = { kind: 'place', symbol: 'EURUSD', order_kind: 'limit', volume: '1' } as const

type Market = readonly [bid: string, ask: string]

interface Desk {
  readonly shard: GivenShard
  readonly socket: number
}

function desk(symbol: Partial<SymbolRecord> = {}): Desk {
  const shard = tradingShard({ book: givenBook({ symbols: { EURUSD: symbol } }) })
  return { shard, socket: shard.socket() }
}

function data(reply: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (typeof reply['data'] !== 'object' || reply['data'] === null) {
    throw new Error(`refused: ${JSON.stringify(reply)}`)
  }
  return reply['data'] as Record<string, unknown>
}

function place({ shard, socket }: Desk, terms: object): number {
  const reply = shard.request(socket, 'trade', { ...LIMIT, ...terms })
  t.equal(reply['code'], 'trade.placed', JSON.stringify(reply))
  return Number(data(reply)['order_id'])
}

function open({ shard, socket }: Desk, terms: object = {}): number {
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1', ...terms }
  return Number(data(shard.request(socket, 'trade', order))['position_id'])
}

/** The events of orders, deals and positions that were told, by name. */
function events(told: readonly Told[], name: string): Record<string, unknown>[] {
  return told
    .filter(({ kind, value }) => kind === 'event' && value['event'] === name)
    .map(({ value }) => value['data'] as Record<string, unknown>)
}

/** The money checks of every test that trades. */
function settle({ shard }: Desk): void {
  checkLedger(shard.records(LOGIN), shard.account())
  t.same(shard.setAside, [])
  const levels = new Triggers(shard.core, new TapeReader(shard.tape), () => {})
  levels.load(shard.account())
  t.equal(shard.triggers.size, levels.size, 'what is waited for is what the account has')
}

t.test(
  'an order fills at the first tick that touches its price, at the price of that tick',
  (t) => {
    const rows: readonly [object, Market, Market, string][] = [
      [
        { side: 'buy', price: '1.16900' },
        ['1.16891', '1.16901'],
        ['1.16889', '1.16899'],
        '1.16899',
      ],
      [
        { side: 'buy', price: '1.16900' },
        ['1.16891', '1.16901'],
        ['1.16890', '1.16900'],
        '1.16900',
      ],
      [
        { side: 'sell', price: '1.17100' },
        ['1.17099', '1.17120'],
        ['1.17150', '1.17160'],
        '1.17150',
      ],
      [
        { order_kind: 'stop', side: 'buy', price: '1.17100' },
        ['1.17080', '1.17099'],
        ['1.17150', '1.17160'],
        '1.17160',
      ],
      [
        { order_kind: 'stop', side: 'sell', price: '1.16900' },
        ['1.16901', '1.16911'],
        ['1.16850', '1.16860'],
        '1.16850',
      ],
    ] as const
    for (const [terms, misses, hits, price] of rows) {
      const own = desk()
      const id = place(own, terms)
      t.same(events(own.shard.tick('EURUSD', ...misses), 'deal'), [], JSON.stringify(terms))
      const told = own.shard.tick('EURUSD', ...hits)
      t.match(events(told, 'order'), [
        { id, state: 'filled', volume_current: '0', position_id: id },
      ])
      t.match(events(told, 'deal'), [
        { order_id: id, position_id: id, entry: 'in', price, reason: 'activation' },
      ])
      t.match(events(told, 'position'), [{ id, price_open: price, volume: '1', reason: 'client' }])
      t.same(events(own.shard.tick('EURUSD', ...hits), 'deal'), [], 'once')
      settle(own)
    }
    t.end()
  },
)

t.test('every tick is looked at, not only the newest', (t) => {
  const own = desk()
  const id = place(own, { side: 'buy', price: '1.16900' })
  own.shard.push('EURUSD', '1.16880', '1.16890')
  own.shard.push('EURUSD', '1.17200', '1.17210')
  t.match(events(own.shard.look(), 'deal'), [{ order_id: id, price: '1.16890' }])
  settle(own)
  t.end()
})

t.test('where ticks were lost the price on the board stands for them', (t) => {
  const own = desk()
  const id = place(own, { side: 'buy', price: '1.16900' })
  for (let i = 0; i < 33_000; i++) own.shard.push('USDJPY', '150.000', '150.010')
  own.shard.push('EURUSD', '1.16880', '1.16890')
  for (let i = 0; i < 33_000; i++) own.shard.push('USDJPY', '150.000', '150.010')
  t.match(events(own.shard.look(), 'deal'), [{ order_id: id, price: '1.16890' }])
  settle(own)
  t.end()
})

t.test('the first that waits for prices goes by the board, and by no tick from before it', (t) => {
  const own = desk()
  own.shard.push('EURUSD', '1.16880', '1.16890')
  own.shard.push('EURUSD', '1.17000', '1.17010')
  const id = place(own, { side: 'buy', price: '1.16900' })
  own.shard.triggers.lookAtBoard()
  t.same(events(own.shard.look(), 'deal'), [])
  t.match(events(own.shard.tick('EURUSD', '1.16870', '1.16880'), 'deal'), [
    { order_id: id, price: '1.16880' },
  ])
  settle(own)
  t.end()
})

t.test('no tick from before a level was set touches it, however late it is looked at', (t) => {
  const own = desk()
  place(own, { side: 'buy', price: '1.10000' })
  own.shard.push('EURUSD', '1.16880', '1.16890')
  own.shard.push('EURUSD', '1.17000', '1.17010')
  const order = place(own, { side: 'buy', price: '1.16900' })
  const stopped = open(own, { stop_loss: '1.16950' })
  const trailed = open(own, { side: 'sell', trailing_pts: 150 })
  t.same(events(own.shard.look(), 'deal'), [])
  t.equal(own.shard.account().positions.get(trailed)?.stopLoss, 0)
  const told = own.shard.tick('EURUSD', '1.16870', '1.16880')
  t.match(events(told, 'deal'), [
    { position_id: stopped, price: '1.16870' },
    { order_id: order, price: '1.16880' },
  ])
  t.equal(own.shard.account().positions.get(trailed)?.stopLoss, 117_030)
  settle(own)
  t.end()
})

t.test('a level that is set to what it was keeps the ticks that wait for it', (t) => {
  const own = desk()
  const id = open(own, { stop_loss: '1.16950' })
  own.shard.push('EURUSD', '1.16940', '1.16950')
  own.shard.push('EURUSD', '1.17000', '1.17010')
  const change = { kind: 'stops', position_id: id, stop_loss: '1.16950', take_profit: '1.18000' }
  t.match(own.shard.request(own.socket, 'trade', change), { data: { position_id: id } })
  t.match(events(own.shard.look(), 'deal'), [{ position_id: id, price: '1.16940' }])
  settle(own)
  t.end()
})

t.test('a stop limit begins to rest as a limit, and may fill with the same tick', (t) => {
  const terms = { order_kind: 'stop_limit', side: 'buy', trigger_price: '1.17100' }
  const waits = desk()
  const id = place(waits, { ...terms, price: '1.17050' })
  const told = waits.shard.tick('EURUSD', '1.17090', '1.17100')
  t.match(events(told, 'order'), [{ id, kind: 'limit', state: 'placed', activated_at: /Z$/ }])
  t.same(events(told, 'deal'), [])
  t.match(events(waits.shard.tick('EURUSD', '1.17040', '1.17050'), 'deal'), [{ price: '1.17050' }])
  settle(waits)

  const fills = desk()
  place(fills, { ...terms, price: '1.17100' })
  t.match(events(fills.shard.tick('EURUSD', '1.17090', '1.17100'), 'deal'), [{ price: '1.17100' }])
  settle(fills)
  t.end()
})

t.test('stop loss and take profit close the whole position at the side that closes it', (t) => {
  const rows: readonly ['buy' | 'sell', object, Market, Market, string, string][] = [
    [
      'buy',
      { stop_loss: '1.16900' },
      ['1.16901', '1.16911'],
      ['1.16880', '1.16890'],
      'sl',
      '1.16880',
    ],
    [
      'buy',
      { take_profit: '1.17100' },
      ['1.17099', '1.17109'],
      ['1.17120', '1.17130'],
      'tp',
      '1.17120',
    ],
    [
      'sell',
      { stop_loss: '1.17100' },
      ['1.17089', '1.17099'],
      ['1.17120', '1.17130'],
      'sl',
      '1.17130',
    ],
    [
      'sell',
      { take_profit: '1.16900' },
      ['1.16891', '1.16901'],
      ['1.16880', '1.16890'],
      'tp',
      '1.16890',
    ],
  ]
  for (const [side, stops, misses, hits, reason, price] of rows) {
    const own = desk()
    const id = open(own, { side, ...stops })
    t.same(events(own.shard.tick('EURUSD', ...misses), 'deal'), [], `${side} ${reason}`)
    const told = own.shard.tick('EURUSD', ...hits)
    t.match(events(told, 'deal'), [{ position_id: id, entry: 'out', price, reason, volume: '1' }])
    t.match(events(told, 'position'), [{ id, volume: '0' }])
    t.equal(own.shard.account().positions.size, 0)
    settle(own)
  }
  t.end()
})

t.test('a gap that passes an entry and its stop loss fills and closes at the same tick', (t) => {
  const own = desk()
  place(own, { order_kind: 'stop', side: 'sell', price: '1.16900', take_profit: '1.16800' })
  const told = own.shard.tick('EURUSD', '1.16700', '1.16710')
  t.match(events(told, 'deal'), [
    { entry: 'in', price: '1.16700' },
    { entry: 'out', price: '1.16710', reason: 'tp' },
  ])
  settle(own)
  t.end()
})

t.test('a trailing stop follows the price and never goes back', (t) => {
  const own = desk()
  const id = open(own, { trailing_pts: 100 })
  const stopAt = (bid: string, ask: string) =>
    events(own.shard.tick('EURUSD', bid, ask), 'position').map((row) => row['stop_loss'])
  t.same(stopAt('1.17000', '1.17010'), ['1.16900'], 'it begins with the first tick')
  t.same(stopAt('1.17050', '1.17060'), ['1.16950'])
  t.same(stopAt('1.17020', '1.17030'), [], 'not back')
  const told = own.shard.tick('EURUSD', '1.16950', '1.16960')
  t.match(events(told, 'deal'), [{ position_id: id, price: '1.16950', reason: 'sl' }])
  settle(own)
  t.end()
})

t.test('a trailing stop that would stand at zero or below waits, and leaves no record', (t) => {
  const own = desk()
  const id = open(own, { trailing_pts: 116_990 })
  const records = own.shard.records(LOGIN).length
  for (const bid of ['1.16980', '1.16990', '1.16985', '1.16989']) {
    own.shard.tick('EURUSD', bid, '1.17020')
  }
  t.equal(own.shard.records(LOGIN).length, records, 'four ticks, no record')
  const told = own.shard.tick('EURUSD', '1.16991', '1.17020')
  t.match(events(told, 'position'), [{ id, stop_loss: '0.00001' }])
  settle(own)
  t.end()
})

t.test('a trailing stop that moves first after midnight leaves the swap of the night', (t) => {
  const own = desk({ swap_mode: 'points', swap_long: '-7' })
  const id = open(own, { trailing_pts: 100 })
  own.shard.tick('EURUSD', '1.17000', '1.17010')
  own.shard.clock.at += 86_400_000
  const told = own.shard.tick('EURUSD', '1.17050', '1.17060')
  t.match(events(told, 'position'), [
    { id, swap: '-7.00', stop_loss: '1.16900', version: 3 },
    { id, swap: '-7.00', stop_loss: '1.16950', version: 4 },
  ])
  settle(own)
  t.end()
})

t.test('of a pair the other order is cancelled when one fills', (t) => {
  const own = desk()
  const below = place(own, { side: 'buy', price: '1.16900' })
  const above = place(own, {
    order_kind: 'stop',
    side: 'buy',
    price: '1.17100',
    oco_order_id: below,
  })
  const told = own.shard.tick('EURUSD', '1.17090', '1.17100')
  t.match(events(told, 'order'), [
    { id: above, state: 'filled' },
    { id: below, state: 'cancelled', done_at: /Z$/ },
  ])
  t.equal(own.shard.account().orders.size, 0)
  settle(own)
  t.end()
})

t.test(
  'an order that cannot be paid for when its price comes is rejected into the history',
  (t) => {
    const own = desk()
    const id = place(own, { side: 'buy', price: '1.16900', volume: '8' })
    t.equal(own.shard.account().pending.size, 1, 'what rests reserves margin')
    own.shard.turn(() =>
      own.shard.ask(1, {
        op: 'balance',
        request: {
          login: LOGIN,
          action: 'withdraw',
          amount: '5000',
          comment: '',
          request_id: 'w',
          skip_margin_check: true,
          by: { login: 1, ip: '', request_id: '' },
        },
      }),
    )
    const told = own.shard.tick('EURUSD', '1.16890', '1.16900')
    t.match(events(told, 'order'), [{ id, state: 'rejected', volume_current: '8' }])
    t.same(events(told, 'deal'), [])
    t.match(own.shard.records(LOGIN).at(-1)?.note, {
      actor: 0,
      text: /rejected .* needs .* margin/,
    })
    t.equal(own.shard.account().pending.size, 0, 'and gives it back')
    settle(own)
    t.end()
  },
)

t.test('an order expires at its moment, and not before', (t) => {
  const own = desk()
  const at = own.shard.clock.now() + 60_000
  const id = place(own, {
    side: 'buy',
    price: '1.16900',
    expiration: 'specified',
    expires_at: new Date(at).toISOString(),
  })
  own.shard.clock.at = at - 1
  t.same(events(own.shard.look(), 'order'), [])
  own.shard.clock.at = at
  t.match(events(own.shard.look(), 'order'), [{ id, state: 'expired', reason: 'expiration' }])
  t.same(events(own.shard.tick('EURUSD', '1.16880', '1.16890'), 'deal'), [], 'it is gone')
  settle(own)
  t.end()
})

t.test(
  'nothing is done while trading is closed; what is due comes with the first tick after',
  (t) => {
    // The given prices begin on a Monday at noon.
    const sessions = [{ day: 1, kind: 'trade', from_min: 0, to_min: 13 * 60 }] as const
    const own = desk({ sessions })
    const id = place(own, { side: 'buy', price: '1.16900' })
    own.shard.clock.at += 2 * 3_600_000
    t.same(events(own.shard.tick('EURUSD', '1.16880', '1.16890'), 'deal'), [])
    own.shard.clock.at += (7 * 24 - 2) * 3_600_000
    t.match(events(own.shard.tick('EURUSD', '1.16885', '1.16895'), 'deal'), [
      { order_id: id, price: '1.16895' },
    ])
    settle(own)
    t.end()
  },
)

t.test(
  'in a symbol that is switched off nothing fires, and what is due comes when it is on',
  (t) => {
    const rows: readonly [what: (own: Desk) => number, reason: string][] = [
      [(own) => open(own, { stop_loss: '1.16900' }), 'sl'],
      [(own) => open(own, { side: 'sell', take_profit: '1.16900' }), 'tp'],
      [(own) => place(own, { side: 'buy', price: '1.16900' }), 'activation'],
      [(own) => place(own, { order_kind: 'stop', side: 'sell', price: '1.16900' }), 'activation'],
    ]
    for (const [make, reason] of rows) {
      const own = desk()
      const id = make(own)
      const records = own.shard.records(LOGIN).length
      own.shard.core.setBook(givenBook({ symbols: { EURUSD: { trade_access: 'disabled' } } }))
      for (const at of ['1.16880', '1.16870', '1.16880']) {
        t.same(events(own.shard.tick('EURUSD', at, at), 'order'), [], reason)
      }
      t.equal(own.shard.records(LOGIN).length, records, 'nothing is rejected either')
      own.shard.core.setBook(givenBook())
      const told = own.shard.tick('EURUSD', '1.16880', '1.16890')
      t.match(events(told, 'deal'), [{ reason }])
      t.match(
        events(told, 'deal')[0],
        reason === 'activation' ? { order_id: id } : { position_id: id },
      )
      settle(own)
    }
    t.end()
  },
)

t.test('a stop limit of a symbol that is switched off does not become a limit', (t) => {
  const own = desk()
  const terms = { order_kind: 'stop_limit', side: 'buy', trigger_price: '1.17100' }
  const id = place(own, { ...terms, price: '1.17050' })
  own.shard.core.setBook(givenBook({ symbols: { EURUSD: { trade_access: 'disabled' } } }))
  t.same(events(own.shard.tick('EURUSD', '1.17100', '1.17110'), 'order'), [])
  t.match(own.shard.account().orders.get(id), { kind: 'stop_limit', activatedAt: 0 })
  own.shard.core.setBook(givenBook())
  const told = own.shard.tick('EURUSD', '1.17100', '1.17110')
  t.match(events(told, 'order'), [{ id, kind: 'limit', state: 'placed' }])
  settle(own)
  t.end()
})

t.test('stops protect an account that may not trade, whose orders rest on', (t) => {
  const own = desk()
  open(own, { stop_loss: '1.16900' })
  const id = place(own, { side: 'buy', price: '1.16900' })
  own.shard.profile({ trading_enabled: false })
  const told = own.shard.tick('EURUSD', '1.16880', '1.16890')
  t.match(events(told, 'deal'), [{ entry: 'out', reason: 'sl' }])
  t.ok(own.shard.account().orders.has(id))
  own.shard.profile()
  t.match(events(own.shard.tick('EURUSD', '1.16880', '1.16890'), 'deal'), [{ order_id: id }])
  settle(own)
  t.end()
})

t.test('one thing at a time comes to the same, and in the same order', (t) => {
  const done = [1, 256].map((most) => {
    const own = desk({ volume_min: '0.01' })
    for (let i = 0; i < 12; i++) {
      place(own, { side: 'buy', price: `1.168${10 + i}`, volume: '0.05', stop_loss: '1.16000' })
    }
    own.shard.push('EURUSD', '1.16811', '1.16821')
    own.shard.push('EURUSD', '1.15000', '1.15010')
    const told = own.shard.look(most)
    settle(own)
    return events(told, 'deal').map((deal) => [deal['order_id'], deal['entry'], deal['price']])
  })
  t.equal(done[0]?.length, 24)
  t.same(done[0], done[1])
  t.end()
})

t.test('a run does no more than its number of things, and goes on where it stopped', (t) => {
  const own = desk()
  const small = { volume: '0.1' }
  const run = (most: number) => {
    let isLeft = false
    const told = own.shard.turn(() => {
      isLeft = own.shard.triggers.run(most)
    })
    return { told, isLeft }
  }
  for (const price of ['1.16910', '1.16909', '1.16908'])
    place(own, { side: 'buy', price, ...small })
  const at = own.shard.clock.now() + 60_000
  const expires = { expiration: 'specified', expires_at: new Date(at).toISOString() }
  for (let i = 0; i < 3; i++) place(own, { side: 'buy', price: '1.10000', ...small, ...expires })
  own.shard.push('EURUSD', '1.16890', '1.16900')
  const fills = [2, 2].map((most) => events(run(most).told, 'deal').length)
  t.same(fills, [2, 1])
  for (let i = 0; i < 3; i++) open(own, { ...small, trailing_pts: 100 })
  run(256)
  own.shard.push('EURUSD', '1.17200', '1.17210')
  const trails = [2, 2].map((most) => events(run(most).told, 'position').length)
  t.same(trails, [2, 1])
  own.shard.clock.at = at
  const ends = [2, 2].map((most) => {
    const { told, isLeft } = run(most)
    return [events(told, 'order').length, isLeft]
  })
  t.same(ends, [
    [2, true],
    [1, false],
  ])
  settle(own)
  t.end()
})

t.test('a run whose time is up ends with what it is doing, and goes on there', (t) => {
  const own = desk()
  const { shard } = own
  const small = { volume: '0.1' }
  const at = shard.clock.now() + 60_000
  const expires = { expiration: 'specified', expires_at: new Date(at).toISOString() }
  for (let i = 0; i < 2; i++) place(own, { side: 'buy', price: '1.10000', ...small, ...expires })
  for (let i = 0; i < 2; i++) open(own, { ...small, trailing_pts: 100 })
  for (let i = 0; i < 2; i++) place(own, { side: 'sell', price: '1.17200', ...small })
  // Each look at the clock takes the whole time of a run.
  let looked = 0
  Object.assign(shard.clock, { monotonic: () => (looked += 3) })
  const run = () => {
    let isLeft = false
    const told = shard.turn(() => {
      isLeft = shard.triggers.run(256)
    })
    const [ended, moved] = ['order', 'position'].map((name) => events(told, name).length)
    return [ended, moved, isLeft]
  }
  t.same(run(), [0, 0, false])
  shard.clock.at = at
  shard.push('EURUSD', '1.17200', '1.17210')
  const runs = [1, 2, 3, 4, 5, 6, 7].map(() => run().join(' '))
  const [ends, trails, fills] = ['1 0 true', '0 1 true', '1 1 true']
  t.same(runs, [ends, ends, trails, trails, fills, fills, '0 0 false'])
  settle(own)
  t.end()
})

t.test('a tick counts in the digits of its symbol, or where nobody has told them', (t) => {
  for (const [digits, fills] of [
    [4, 0],
    [5, 1],
    [6, 0],
    [255, 1],
  ] as const) {
    const own = desk()
    const { shard } = own
    place(own, { side: 'buy', price: '1.16900' })
    const { id } = symbolIn(shard.core.book, 'EURUSD')
    ;(shard.prices as GivenPrices).set('EURUSD', '1.16880', '1.16890')
    shard.tape.push(id, digits, 116_880, 116_890, shard.clock.now())
    t.equal(events(shard.look(), 'deal').length, fills, `${digits} digits`)
    settle(own)
  }
  t.end()
})

t.test('a shard waits for prices while an account has a level, and no longer', (t) => {
  const own = desk()
  const { shard, socket } = own
  const waits = () => shard.triggers.isWaiting
  t.equal(waits(), false)
  const position_id = open(own, { stop_loss: '1.16000' })
  t.equal(waits(), true)
  shard.request(socket, 'trade', { kind: 'stops', position_id, stop_loss: '0' })
  t.equal(waits(), false)
  const order_id = place(own, { side: 'buy', price: '1.16900' })
  t.equal(waits(), true)
  shard.request(socket, 'trade', { kind: 'delete', order_id })
  t.equal(waits(), false)
  settle(own)
  t.end()
})

t.test(
  'what staff correct or restore is waited for where it stands then, and nowhere else',
  (t) => {
    const own = desk()
    const { shard } = own
    const id = open(own, { stop_loss: '1.16000', take_profit: '1.18000', trailing_pts: 900 })
    const closed = (bid: string, ask: string) =>
      events(shard.tick('EURUSD', bid, ask), 'deal').map(({ reason }) => reason)
    const correction = {
      positionId: id,
      version: 0,
      priceOpen: '',
      takeProfit: '',
      comment: 'mended',
    }
    const request = { login: LOGIN, by: DOER, correction: { ...correction, stopLoss: '1.16900' } }
    shard.turn(() => shard.ask(9, { op: 'correct', request }))
    t.match(shard.account().positions.get(id), { stopLoss: 116_900 })
    t.equal(shard.triggers.size, 3)
    const held = shard.account().positions.get(id) as Position
    const sums = { closedVolume: 0, profit: 0, commission: 0, fee: 0, swapPaid: 0 }
    const yen = symbolIn(shard.core.book, 'USDJPY').id
    const row = {
      ...positionRow(held, { stopLoss: 0, trailingPts: 0, takeProfit: 117_200 }),
      ...sums,
    }
    for (const [symbolId, size] of [
      [yen, 1],
      [held.symbolId, 1],
    ] as const) {
      shard.turn(() => {
        shard.core.ledger.act(shard.account(), () => [
          { ...row, symbolId, type: 'restored_position' },
        ])
      })
      t.equal(shard.triggers.size, size)
    }
    t.same(closed('1.16890', '1.16900'), [], 'its stop loss is gone')
    t.same(closed('1.17200', '1.17210'), ['tp'])
    t.same(shard.setAside, [])
    t.end()
  },
)

t.test('a stop loss that staff correct closes where it stands then', (t) => {
  const own = desk()
  const { shard } = own
  const positionId = open(own, { stop_loss: '1.16000' })
  const correction = { positionId, version: 0, priceOpen: '', takeProfit: '', comment: 'mended' }
  const request = { login: LOGIN, by: DOER, correction: { ...correction, stopLoss: '1.16900' } }
  shard.turn(() => shard.ask(9, { op: 'correct', request }))
  t.same(events(shard.tick('EURUSD', '1.16901', '1.16911'), 'deal'), [])
  t.match(events(shard.tick('EURUSD', '1.16900', '1.16910'), 'deal'), [{ reason: 'sl' }])
  settle(own)
  t.end()
})

t.test('a position that a tick opens is trailed from the next tick on, however many turns', (t) => {
  for (const most of [1, 256]) {
    const own = desk({ volume_min: '0.01' })
    const id = place(own, { side: 'buy', price: '1.16900', volume: '0.05', trailing_pts: 100 })
    place(own, { side: 'buy', price: '1.16890', volume: '0.05' })
    own.shard.push('EURUSD', '1.16850', '1.16860')
    const told = own.shard.look(most)
    t.equal(events(told, 'deal').length, 2, 'both fill')
    t.equal(own.shard.account().positions.get(id)?.stopLoss, 0, `${most} things at a time`)
    const next = own.shard.tick('EURUSD', '1.16850', '1.16860')
    t.match(events(next, 'position'), [{ id, stop_loss: '1.16750' }])
    settle(own)
  }
  t.end()
})

t.test('a recovered account waits for what it waited for before', (t) => {
  const own = desk()
  place(own, { side: 'buy', price: '1.16900' })
  open(own, { stop_loss: '1.16800', take_profit: '1.17300', trailing_pts: 500 })
  const again = tradingShard()
  again.core.accounts.set(own.shard.account())
  again.triggers.load(own.shard.account())
  t.equal(again.triggers.size, own.shard.triggers.size)
  again.triggers.lookAtBoard()
  again.push('EURUSD', '1.16880', '1.16890')
  const before = own.shard.account().positions.size
  again.turn(() => again.triggers.run(256))
  t.equal(own.shard.account().positions.size, before + 1)
  t.end()
})

t.test('nothing of an account that is set aside is waited for any more', (t) => {
  const own = desk()
  const { shard } = own
  const { triggers } = shard
  const expires_at = new Date(shard.clock.at + 60_000).toISOString()
  const waits = () => [triggers.size, triggers.isWaiting]
  for (const [begin, size] of [
    [() => place(own, { side: 'buy', price: '1.16900' }), 1],
    [() => place(own, { side: 'buy', price: '1.16900', expiration: 'specified', expires_at }), 1],
    [() => open(own, { stop_loss: '1.16' }), 1],
    [() => open(own, { take_profit: '1.18' }), 1],
    [() => open(own, { stop_loss: '1.16', trailing_pts: 300 }), 2],
  ] as const) {
    t.same(waits(), [0, false])
    begin()
    t.same(waits(), [size, true])
    triggers.remove(shard.account())
    t.same(waits(), [0, false])
  }
  t.end()
})
