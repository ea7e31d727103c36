import { Decimal } from 'decimal.js'
import t from 'tap'
import type { GroupRecord } from '../../../engine/config/records/group.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { STOP_OUT_STEPS_MAX } from '../../../engine/limits/trading.js'
import { LOGIN } from '../../given/account.js'
import { givenBook, HEDGING, symbolIn } from '../../given/book.js'
import {
  depositAsk,
  type GivenShard,
  rebuilt,
  STOPPED_AT,
  type Told,
  tradingShard,
} from '../../given/floors/shard.js'
import type { GivenPrices } from '../../given/prices.js'
import { checkLedger } from '../../given/records/ledger.js'

/** The account has 10,000.00; a lot of EURUSD at 1.17010 takes 1,170.10 of margin. */
function given(symbol: Partial<SymbolRecord> = {}, group: Partial<GroupRecord> = {}) {
  const levels = { margin_call_level: '100', stop_out_level: '50', ...group }
  const book = givenBook({ symbols: { EURUSD: symbol }, groups: { [HEDGING]: levels } })
  const shard = tradingShard({ book })
  const socket = shard.socket()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '5' }
  t.equal(shard.request(socket, 'trade', open)['code'], 'ok')
  return { shard, socket }
}

function events(told: readonly Told[]): string[] {
  return told
    .filter(({ kind, value }) => kind === 'event' && value['event'] !== 'daily')
    .map(({ value }) => {
      const data = value['data'] as Record<string, unknown>
      const entered = data['entered'] === undefined ? '' : data['entered'] ? ' entered' : ' left'
      return `${String(value['event'])}${entered}`
    })
}

function settle(shard: GivenShard): void {
  checkLedger(shard.records(LOGIN), shard.account())
  t.same(shard.setAside, [])
}

t.test('an account that prices bring to its levels is called, then closed', (t) => {
  const { shard } = given()
  // 10,000 - 5,005 is above half of 5,850.50, and below all of it.
  const called = shard.tick('EURUSD', '1.16009', '1.16019')
  t.same(events(called), ['margin_call entered'])
  t.match(called.find(({ kind }) => kind === 'event')?.value, {
    data: { level: '85.38', equity: '4995.00', margin: '5850.50', order_id: null },
  })
  t.same(events(shard.tick('EURUSD', '1.16010', '1.16020')), [], 'once')
  const closed = shard.tick('EURUSD', '1.15500', '1.15510')
  t.same(events(closed), ['stop_out entered', 'order', 'deal', 'position', 'margin_call left'])
  t.equal(shard.account().positions.size, 0)
  const notes = shard.records(LOGIN).flatMap(({ note }) => note?.text ?? [])
  t.match(notes.slice(-3), [
    /^Account 1001: margin call entered at 85\.38 %, equity 4995\.00$/,
    /^Account 1001: stop out of position \d+ at 41\.88 %, equity 2450\.00$/,
    /^Account 1001: margin call left at no margin/,
  ])
  settle(shard)
  t.end()
})

t.test(
  'what a stop out and the commissions of its day cost beyond the money there was is made good',
  (t) => {
    const tier = { from: '0', to: '0', value: '7.5', min: '0', max: '0' }
    const daily = { mask: '*', mode: 'per_lot', charge: 'daily', tiers: [tier] } as const
    for (const [bid, ask, left] of [
      // The buy at 1.17010 loses 9,990.00 of 10,000.00, and 10,040.00.
      ['1.15012', '1.15022', '10.00'],
      ['1.15002', '1.15012', '0'],
    ] as const) {
      const { shard } = given({}, { commissions: [daily] })
      shard.tick('EURUSD', bid, ask)
      t.equal(shard.account().positions.size, 0)
      const lost = new Decimal('1.17010').minus(bid).times(500_000)
      const balance = Decimal.max(0, new Decimal(10_000).minus(lost))
      t.ok(balance.eq(left))
      const charged = new Decimal('7.5').times(5).times(2)
      t.match(shard.account(), {
        balance: balance.times(100).toNumber(),
        commissionDue: charged.times(-100).toNumber(),
      })
      shard.clock.at += 86_400_000
      shard.endDays()
      const good = charged.minus(balance)
      const record = shard.records(LOGIN).at(-1)
      t.match(
        record?.events.flatMap((event) => (event.type === 'deal' ? [event] : [])),
        [
          { action: 'commission', profit: charged.times(-100).toNumber() },
          { action: 'compensation', profit: good.times(100).toNumber() },
        ],
      )
      t.match(record?.note, {
        actor: 0,
        kind: 'day_end',
        text: new RegExp(
          `^Account 1001: 2026-.* ended, ${good.toFixed(2)} compensates the balance`,
        ),
      })
      t.match(shard.account(), { balance: 0, commissionDue: 0, balancePrevDay: 0 })
      settle(shard)
    }
    t.end()
  },
)

t.test('the journal says with a stop out what it cost beyond the money there was', (t) => {
  const { shard } = given()
  // The buy at 1.17010 loses 10,050.00 of 10,000.00.
  const told = shard.tick('EURUSD', '1.15000', '1.15010')
  t.same(events(told).slice(1, -1), ['stop_out entered', 'order', 'deal', 'position', 'deal'])
  t.equal(shard.account().balance, 0)
  const notes = shard.records(LOGIN).flatMap(({ note }) => note?.text ?? [])
  t.same(
    notes.filter((text) => text.includes('stop out')),
    [
      'Account 1001: margin call entered at -0.85 %, equity -50.00; ' +
        'stop out of position 100 at -0.85 %, equity -50.00; 50.00 compensates the balance',
    ],
  )
  settle(shard)
  t.end()
})

t.test('a trade, money taken away and other settings are judged in the turn they come in', (t) => {
  const { shard, socket } = given()
  const take = { action: 'withdraw', amount: '4500', comment: '', request_id: 'w' } as const
  const by = { login: 1, ip: '', request_id: '' }
  const told = shard.turn(() => {
    shard.ask(1, {
      op: 'balance',
      request: { login: LOGIN, ...take, skip_margin_check: true, by },
    })
    shard.margin.run(256)
  })
  t.same(events(told), ['deal', 'margin_call entered'])
  const closed = shard.turn(() => {
    shard.send(socket, 'trade', { kind: 'close', position_id: 100, volume: '1' })
    shard.margin.run(256)
  })
  t.same(events(closed), ['order', 'deal', 'position', 'margin_call left'])
  const book = givenBook({ groups: { [HEDGING]: { leverage: 50, margin_call_level: '100' } } })
  const felt = shard.turn(() => {
    shard.core.setBook(book)
    shard.margin.setBook(book)
    shard.margin.run(256)
  })
  t.same(events(felt), ['margin_call entered'])
  settle(shard)
  t.end()
})

t.test('a position of a closed market is taken when it opens', (t) => {
  // The given prices begin on a Monday at noon.
  const sessions = [{ day: 1, kind: 'trade', from_min: 0, to_min: 13 * 60 }] as const
  const { shard } = given({ sessions })
  shard.clock.at += 2 * 3_600_000
  t.same(events(shard.tick('EURUSD', '1.15500', '1.15510')), ['margin_call entered'])
  shard.margin.retry()
  t.same(events(shard.look()), [])
  shard.clock.at += (7 * 24 - 2) * 3_600_000
  shard.margin.retry()
  t.match(events(shard.look()), ['stop_out entered', 'order', 'deal', 'position'])
  settle(shard)
  t.end()
})

t.test('a call that could not be written, or had no price any more, is made up for', (t) => {
  const halted = given().shard
  halted.core.halt(STOPPED_AT)
  t.same(events(halted.tick('EURUSD', '1.16009', '1.16019')), [])
  halted.core.halt(null)
  t.same(events(halted.look()), [])
  halted.margin.retry()
  t.same(events(halted.look()), ['margin_call entered'])
  halted.margin.retry()
  t.same(events(halted.look()), [], 'once')

  const { shard } = given()
  shard.tick('EURUSD', '1.16009', '1.16019')
  const prices = (shard.prices as GivenPrices).remove('EURUSD')
  shard.turn(() => {
    shard.ask(1, depositAsk(LOGIN, '5000', 'd'))
    shard.margin.run(256)
  })
  t.equal(shard.account().inMarginCall, true)
  prices.set('EURUSD', '1.16009', '1.16019')
  shard.margin.retry()
  t.same(events(shard.look()), ['margin_call left'])
  settle(halted)
  settle(shard)
  t.end()
})

t.test('one step at a time comes to the same', (t) => {
  const ends = [1, 256].map((most) => {
    const { shard, socket } = given({}, { negative_balance_protection: true })
    shard.request(socket, 'trade', {
      kind: 'place',
      symbol: 'EURUSD',
      side: 'buy',
      order_kind: 'limit',
      volume: '1',
      price: '1.10000',
    })
    shard.push('EURUSD', '1.14000', '1.14010')
    const told = events(shard.look(most))
    settle(shard)
    return { told, balance: shard.account().balance }
  })
  t.same(ends[0], ends[1])
  t.equal(ends[0]?.balance, 0)
  t.end()
})

t.test('a recovered account is in the margin call it was in', (t) => {
  const { shard } = given()
  shard.tick('EURUSD', '1.16009', '1.16019')
  const again = tradingShard({ book: shard.core.book })
  const { prices } = again
  again.core.accounts.set(shard.account())
  again.margin.load(shard.account())
  again.push('EURUSD', '1.16009', '1.16019')
  t.ok(prices)
  again.turn(() => {
    again.margin.run(256)
    t.equal(again.core.records.dirty, false, 'it is not told again')
  })
  again.turn(() => {
    again.push('EURUSD', '1.17000', '1.17010')
    again.triggers.run(256)
    again.margin.run(256)
  })
  t.equal(shard.account().inMarginCall, false)
  t.end()
})

t.test('a stop out of many positions takes a part of them in a turn', (t) => {
  const { shard, socket } = given()
  const all = 3 * STOP_OUT_STEPS_MAX
  shard.turn(() => {
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
    for (let n = 1; n < all; n++) shard.send(socket, 'trade', open)
  })
  t.equal(shard.account().positions.size, all)
  const prices = shard.prices as GivenPrices
  prices.set('EURUSD', '1.10000', '1.10010')
  shard.margin.moved(1)
  const left: number[] = []
  for (let hasMore = true; hasMore; ) {
    shard.turn(() => {
      hasMore = shard.margin.run(256)
    })
    left.push(shard.account().positions.size)
    t.match(shard.request(socket, 'ping', {}), { code: 'ok' }, 'others are served in between')
  }
  t.same(left.slice(0, 3), [2 * STOP_OUT_STEPS_MAX, STOP_OUT_STEPS_MAX, 0])
  settle(shard)
  t.end()
})

t.test('stop outs of several accounts that have begun go on in turn, one a run', (t) => {
  const { shard, socket } = given()
  const other = LOGIN + 1
  shard.profile({ login: other }).deposit('10000', other)
  const sockets = [socket, shard.socket({ login: other })]
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '5' }
  shard.request(sockets[1] ?? 0, 'trade', open)
  const all = 3 * STOP_OUT_STEPS_MAX
  for (const one of sockets) {
    shard.turn(() => {
      for (let n = 1; n < all; n++) shard.send(one, 'trade', { ...open, volume: '0.01' })
    })
  }
  ;(shard.prices as GivenPrices).set('EURUSD', '1.10000', '1.10010')
  shard.margin.moved(1)
  let hasMore = false
  shard.turn(() => {
    hasMore = shard.margin.run(256)
  })
  t.ok(hasMore, 'both have begun')
  let runs = 0
  for (; hasMore && runs < 20; runs++) {
    shard.turn(() => {
      hasMore = shard.margin.run(1)
    })
  }
  const left = [LOGIN, other].map((login) => shard.account(login).positions.size)
  t.same(left, [0, 0], `after ${runs} runs`)
  for (const login of [LOGIN, other]) checkLedger(shard.records(login), shard.account(login))
  t.same(shard.setAside, [])
  t.end()
})

t.test('a run whose time is up leaves those that have begun, or try again, to the next', (t) => {
  for (const what of ['have begun', 'try again'] as const) {
    const { shard, socket } = given()
    const logins = [LOGIN, LOGIN + 1, LOGIN + 2]
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '5' }
    for (const login of logins.slice(1)) {
      shard.profile({ login }).deposit('10000', login)
      shard.request(shard.socket({ login }), 'trade', open)
    }
    if (what === 'have begun') {
      const sockets = [socket, ...logins.slice(1).map((login) => shard.socket({ login }))]
      shard.turn(() => {
        for (const one of sockets) {
          for (let n = 0; n <= STOP_OUT_STEPS_MAX; n++) {
            shard.send(one, 'trade', { ...open, volume: '0.01' })
          }
        }
      })
      ;(shard.prices as GivenPrices).set('EURUSD', '1.10000', '1.10010')
      shard.margin.moved(1)
      shard.turn(() => t.equal(shard.margin.run(1000), true, 'all of them have begun'))
    } else {
      shard.core.halt(STOPPED_AT)
      shard.tick('EURUSD', '1.16009', '1.16019')
      shard.core.halt(null)
      shard.margin.retry()
    }
    // Each look at the clock takes the whole time of a run.
    let at = shard.clock.monotonic()
    Object.assign(shard.clock, { monotonic: () => (at += 2) })
    const runs: number[][] = []
    for (let hasMore = true; hasMore && runs.length < 1000; ) {
      const before = shard.records().length
      shard.turn(() => {
        hasMore = shard.margin.run(1000)
      })
      const done = shard.records().slice(before)
      runs.push([...new Set(done.map(({ login }) => login))])
    }
    t.equal(Math.max(...runs.map((done) => done.length)), 1, what)
    t.same(new Set(runs.flat()), new Set(logins), what)
    for (const login of logins) {
      t.equal(shard.account(login).inMarginCall, what === 'try again', what)
    }
    t.same(shard.setAside, [])
  }
  t.end()
})

t.test('long stop outs take turns, and one that comes later is done in between', (t) => {
  const { shard, socket } = given()
  const [late, ...long] = [LOGIN + 3, LOGIN, LOGIN + 1, LOGIN + 2]
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '5' }
  for (const login of [LOGIN + 1, LOGIN + 2, late]) {
    shard.profile({ login }).deposit('10000', login)
    const symbol = login === late ? 'GBPUSD' : 'EURUSD'
    shard.request(shard.socket({ login }), 'trade', { ...open, symbol })
  }
  const sockets = [socket, ...long.slice(1).map((login) => shard.socket({ login }))]
  shard.turn(() => {
    for (const one of sockets) {
      for (let n = 0; n < 2 * STOP_OUT_STEPS_MAX; n++) {
        shard.send(one, 'trade', { ...open, volume: '0.01' })
      }
    }
  })
  const prices = shard.prices as GivenPrices
  prices.set('EURUSD', '1.10000', '1.10010')
  shard.margin.moved(1)
  shard.turn(() => t.equal(shard.margin.run(1000), true, 'all of them have begun'))
  // A few looks at the clock take the time of a run.
  let at = shard.clock.monotonic()
  Object.assign(shard.clock, { monotonic: () => (at += 0.3) })
  const runs = (count: number): number[] => {
    const before = shard.records().length
    for (let n = 0; n < count; n++) shard.turn(() => shard.margin.run(1000))
    const done = shard.records().slice(before)
    return done.map(({ login }) => login)
  }
  const done = runs(12)
  const counts = long.map((login) => done.filter((one) => one === login).length)
  t.ok(Math.min(...counts) * 2 > Math.max(...counts), `each had its turns: ${counts.join()}`)
  prices.set('GBPUSD', '1.10000', '1.10010')
  shard.margin.moved(symbolIn(shard.core.book, 'GBPUSD').id)
  t.ok(runs(4).includes(late), 'it has its own soon')
  const left = [late, ...long].map((login) => shard.account(login).positions.size > 0)
  t.same(left, [false, true, true, true], 'long before those')
  t.end()
})

t.test('a run ends with the account at which its time is up, and the next ones go on', (t) => {
  const { shard, socket } = given()
  const others = [1, 2, 3, 4].map((n) => LOGIN + n)
  for (const login of others) {
    shard.profile({ login }).deposit('10000', login)
    const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '5' } as const
    const request = { login, body, reason: 'api', by: null } as const
    shard.turn(() => shard.ask(1, { op: 'trade', request }))
  }
  shard.push('EURUSD', '1.15500', '1.15510')
  shard.margin.moved(1)
  // Each look at the clock takes the whole time of a run.
  Object.assign(shard.clock, { monotonic: () => ++shard.clock.at })
  const runs: number[][] = []
  for (let hasMore = true; hasMore && runs.length < 100; ) {
    const before = shard.records().length
    shard.turn(() => {
      hasMore = shard.margin.run(256)
    })
    runs.push([
      ...new Set(
        shard
          .records()
          .slice(before)
          .map(({ login }) => login),
      ),
    ])
    t.match(shard.request(socket, 'ping', {}), { code: 'ok' }, 'others are served in between')
  }
  t.ok(
    runs.every((logins) => logins.length <= 1),
    JSON.stringify(runs),
  )
  const all = [LOGIN, ...others]
  t.same(new Set(runs.flat()), new Set(all))
  for (const login of all) {
    t.equal(shard.account(login).positions.size, 0)
    checkLedger(shard.records(login), shard.account(login))
  }
  t.same(shard.setAside, [])
  t.end()
})

t.test('a stop out keeps the order of what it takes for a tenth of a second', (t) => {
  for (const [passed, first] of [
    [99, 'EURUSD'],
    [100, 'GBPUSD'],
  ] as const) {
    const { shard, socket } = given()
    const open = { kind: 'open', side: 'buy', volume: '0.01' }
    const some = 2 * STOP_OUT_STEPS_MAX
    shard.turn(() => {
      for (let n = 0; n < some; n++) {
        shard.send(socket, 'trade', { ...open, symbol: 'EURUSD' })
        shard.send(socket, 'trade', { ...open, symbol: 'GBPUSD' })
      }
    })
    const prices = shard.prices as GivenPrices
    prices.set('EURUSD', '1.10000', '1.10010')
    shard.margin.moved(1)
    shard.turn(() => shard.margin.run(1000))
    const ids = shard.account().positions.keys()
    const { at } = shard.clock
    const start = at + passed
    Object.assign(shard.clock, { monotonic: () => start })
    prices.set('GBPUSD', '0.90000', '0.90010')
    shard.turn(() => shard.margin.run(1000))
    const held = shard.account().positions
    const before = new Set(ids)
    for (const id of held.keys()) before.delete(id)
    const deals = shard.records(LOGIN).flatMap(({ events }) => events)
    const taken = deals.flatMap((event) =>
      event.type === 'deal' && before.has(event.positionId) && event.entry === 'out'
        ? [event.symbolId]
        : [],
    )
    t.same(new Set(taken), new Set([symbolIn(shard.core.book, first).id]), `${passed} ms`)
    settle(shard)
  }
  t.end()
})

t.test('a stop out whose positions take long does as many as a run has time for', (t) => {
  const { shard, socket } = given()
  const all = 12
  shard.turn(() => {
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
    for (let n = 1; n < all; n++) shard.send(socket, 'trade', open)
  })
  t.ok(all < STOP_OUT_STEPS_MAX)
  const prices = shard.prices as GivenPrices
  prices.set('EURUSD', '1.10000', '1.10010')
  shard.margin.moved(1)
  // Every position that is closed takes 0.3 ms, and a run has 1 ms.
  const { clock } = shard
  Object.assign(clock, {
    monotonic: () => clock.at + (all - shard.account().positions.size) * 0.3,
  })
  const left: number[] = []
  for (let hasMore = true; hasMore; ) {
    shard.turn(() => {
      hasMore = shard.margin.run(256)
    })
    left.push(shard.account().positions.size)
  }
  t.same(left.slice(0, 3), [8, 4, 0])
  settle(shard)
  t.end()
})

t.test('a run that may do one thing looks after one account, whoever waits for it', (t) => {
  for (const what of ['due', 'try again', 'have begun', 'begun long ago'] as const) {
    const { shard, socket } = given()
    const logins = [LOGIN, LOGIN + 1, LOGIN + 2]
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '5' }
    const sockets = [socket]
    for (const login of logins.slice(1)) {
      shard.profile({ login }).deposit('10000', login)
      const own = shard.socket({ login })
      sockets.push(own)
      shard.request(own, 'trade', open)
    }
    const hasBegun = what === 'have begun' || what === 'begun long ago'
    if (hasBegun) {
      shard.turn(() => {
        for (const one of sockets) {
          for (let n = 0; n <= STOP_OUT_STEPS_MAX; n++) {
            shard.send(one, 'trade', { ...open, volume: '0.01' })
          }
        }
      })
      ;(shard.prices as GivenPrices).set('EURUSD', '1.10000', '1.10010')
      shard.margin.moved(1)
      shard.turn(() => t.equal(shard.margin.run(1000), true, 'all of them have begun'))
    } else {
      shard.core.halt(what === 'due' ? null : STOPPED_AT)
      shard.push('EURUSD', '1.16009', '1.16019')
      shard.margin.moved(1)
      if (what === 'try again') shard.turn(() => shard.margin.run(1000))
      shard.core.halt(null)
      shard.margin.retry()
    }
    const runs: number[][] = []
    for (let hasMore = true; hasMore && runs.length < 100; ) {
      if (what === 'begun long ago') shard.clock.at += 100
      const before = shard.records().length
      shard.turn(() => {
        hasMore = shard.margin.run(1)
      })
      const done = shard.records().slice(before)
      runs.push([...new Set(done.map(({ login }) => login))])
    }
    t.equal(Math.max(...runs.map((done) => done.length)), 1, what)
    t.same(new Set(runs.flat()), new Set(logins), what)
    for (const login of logins) {
      t.equal(shard.account(login).positions.size, hasBegun ? 0 : 1, what)
      checkLedger(shard.records(login), shard.account(login))
    }
  }
  t.end()
})

t.test('a recovered account leaves the margin call that prices have ended meanwhile', (t) => {
  for (const [bid, ask, isIn] of [
    ['1.17000', '1.17010', false],
    ['1.16009', '1.16019', true],
  ] as const) {
    const { shard } = given()
    shard.tick('EURUSD', '1.16009', '1.16019')
    t.equal(shard.account().inMarginCall, true)
    const again = rebuilt(shard, [LOGIN], { book: shard.core.book })
    ;(again.prices as GivenPrices).set('EURUSD', bid, ask)
    again.margin.load(again.account())
    const before = again.records().length
    again.turn(() => again.margin.run(256))
    t.equal(again.account().inMarginCall, isIn)
    t.equal(again.records().length - before, isIn ? 0 : 1)
  }
  t.end()
})

t.test('one who is owed what cannot be done now does not keep a stop out from going on', (t) => {
  // The given prices begin on a Monday at noon.
  const sessions = [{ day: 1, kind: 'trade', from_min: 0, to_min: 13 * 60 }] as const
  const levels = { margin_call_level: '100', stop_out_level: '50' }
  const book = givenBook({ symbols: { GBPUSD: { sessions } }, groups: { [HEDGING]: levels } })
  const shard = tradingShard({ book })
  const owed = LOGIN + 1
  shard.profile({ login: owed }).deposit('10000', owed)
  const [mine, other] = [shard.socket(), shard.socket({ login: owed })]
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '5' }
  shard.request(mine, 'trade', open)
  shard.request(other, 'trade', { ...open, symbol: 'GBPUSD' })
  shard.turn(() => {
    for (let n = 0; n < 3 * STOP_OUT_STEPS_MAX; n++) {
      shard.send(mine, 'trade', { ...open, volume: '0.01' })
    }
  })
  shard.clock.at += 2 * 3_600_000
  const prices = shard.prices as GivenPrices
  for (const name of ['EURUSD', 'GBPUSD']) {
    prices.set(name, '1.10000', '1.10010')
    shard.margin.moved(symbolIn(book, name).id)
  }
  shard.turn(() => t.equal(shard.margin.run(1000), true, 'it has begun'))
  for (let n = 0; n < 20; n++) {
    shard.turn(() => {
      shard.margin.retry()
      shard.margin.run(1)
    })
  }
  t.equal(shard.account().positions.size, 0)
  t.equal(shard.account(owed).positions.size, 1)
  t.same(shard.setAside, [])
  t.end()
})
