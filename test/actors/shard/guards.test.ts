import t from 'tap'
import {
  SYMBOL_USE_BYTES,
  SymbolClaims,
  SymbolFence,
} from '../../../actors/shared/symbol-claims.js'
import type { Account } from '../../../engine/account/state.js'
import { InvariantError } from '../../../engine/assert.js'
import { refuse } from '../../../engine/code.js'
import { LogError } from '../../../storage/log/log.js'
import type { ShardAsk } from '../../../wire/thread/messages.js'
import { LOGIN } from '../../given/account.js'
import { givenBook, HEDGING, symbolIn } from '../../given/book.js'
import { DOER } from '../../given/desk.js'
import { rule } from '../../given/floors/dealing-floor.js'
import { OUT, ProviderFloor } from '../../given/floors/provider-floor.js'
import {
  type GivenShard,
  type ShardParts,
  type Told,
  tradingShard,
} from '../../given/floors/shard.js'
import { LIMIT_ORDER } from '../../given/records/trade-bodies.js'

// Whatever breaks while one account is worked on, the other trades on, in the same turn.

const OTHER = 1002
const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '5' } as const
const LEVELS = { margin_call_level: '100', stop_out_level: '50' }
const SET_ASIDE = { code: 'unavailable', message: /until it has been repaired/ }

/** Two accounts that hold the same, each with a socket. */
function given(parts: ShardParts = {}) {
  const book = givenBook({ groups: { [HEDGING]: LEVELS } })
  const shard = tradingShard({ book, ...parts })
    .profile({ login: OTHER })
    .deposit('10000', OTHER)
  const sockets = [shard.socket(), shard.socket({ login: OTHER })] as const
  return { shard, sockets }
}

/** Makes the field impossible for whoever reads it from now on. */
function poison(account: Account, field: keyof Account): void {
  Object.defineProperty(account, field, {
    get() {
      throw new InvariantError('an amount stays below 2^53 minor units')
    },
  })
}

function setAside(shard: GivenShard): number[] {
  return shard.setAside.map(({ login }) => login)
}

function events(told: readonly Told[], socket: number): unknown[] {
  return told.flatMap(({ kind, target, value }) =>
    kind === 'event' && target === socket ? [value['event']] : [],
  )
}

/** Nothing is left of the first account that could break again, and the other trades on. */
function settle(shard: GivenShard, sockets: readonly [number, number]): void {
  const records = shard.records(LOGIN).length
  for (let n = 0; n < 3; n++) {
    shard.tick('EURUSD', '1.1700', '1.1701')
    shard.turn(() => {
      shard.margin.retry()
      shard.core.parking.run()
      shard.sockets.tellMovedMoney(shard.core, 1000)
      shard.watches.everySecond()
      shard.core.ledger.dayEnds.retryWaiting()
    })
  }
  t.same(setAside(shard), [LOGIN], 'it is set aside once')
  t.equal(shard.records(LOGIN).length, records, 'nothing more is written of it')
  t.match(shard.request(sockets[0], 'trade', BUY), SET_ASIDE)
  t.match(shard.request(sockets[0], 'snapshot'), SET_ASIDE)
  t.equal(shard.request(sockets[0], 'ping')['code'], 'ok')
  t.equal(shard.request(sockets[1], 'trade', { ...BUY, volume: '0.01' })['code'], 'ok')
  t.equal(shard.core.work.login, 0)
}

t.test('a request that only reads is answered internal, and nothing is set aside', (t) => {
  const { shard, sockets } = given()
  poison(shard.account(), 'balance')
  for (const op of ['check', 'snapshot']) {
    t.match(shard.request(sockets[0], op, op === 'check' ? BUY : {}), { code: 'internal' }, op)
  }
  poison(shard.account(), 'positions')
  const login = LOGIN
  const asks: ShardAsk[] = [
    { op: 'held', request: { login } },
    { op: 'positions', request: { login } },
    { op: 'check', request: { login, body: BUY, reason: 'client', by: null } },
  ]
  for (const ask of asks) {
    t.match(
      shard.turn(() => shard.ask(5, ask)),
      [{ value: { code: 'internal' } }],
      ask.op,
    )
  }
  t.same(
    shard.failures.map(({ what, login: whose }) => `${what} ${whose}`),
    [`check ${LOGIN}`, `snapshot ${LOGIN}`, ...asks.map(({ op }) => `${op} ${LOGIN}`)],
  )
  t.same(shard.setAside, [])
  t.equal(shard.request(sockets[1], 'snapshot')['code'], 'ok')
  t.end()
})

t.test(
  'an account that cannot be judged is set aside, and the margin of others is looked at',
  (t) => {
    const { shard, sockets } = given()
    for (const socket of sockets) t.equal(shard.request(socket, 'trade', BUY)['code'], 'ok')
    t.equal(shard.margin.size, 2)
    poison(shard.account(), 'balance')
    const told = shard.tick('EURUSD', '1.15500', '1.15510')
    t.same(setAside(shard), [LOGIN])
    t.match(events(told, sockets[1]), [
      'margin_call',
      'stop_out',
      'order',
      'deal',
      'position',
      'margin_call',
    ])
    t.equal(shard.account(OTHER).positions.size, 0)
    t.equal(shard.margin.size, 0, 'and it is watched no more')
    settle(shard, sockets)
    t.end()
  },
)

t.test('money that cannot be found sets its account aside, and that of others is told', (t) => {
  const { shard, sockets } = given()
  for (const socket of sockets) shard.request(socket, 'trade', { ...BUY, volume: '0.1' })
  poison(shard.account(), 'credit')
  shard.push('EURUSD', '1.16900', '1.16910')
  const told = shard.turn(() => shard.sockets.tellMovedMoney(shard.core, 1000))
  t.same(
    told.map(({ kind, target }) => [kind, target]),
    [['latest', sockets[1]]],
  )
  settle(shard, sockets)
  t.end()
})

t.test('staff hear of the money of others where that of one cannot be found', (t) => {
  const { shard, sockets } = given()
  const watch = { codec: 'json', add: [LOGIN, OTHER] } as const
  poison(shard.account(), 'credit')
  const told = shard.turn(() => shard.ask(1, { op: 'watch', request: watch }))
  const watched = told.filter(({ kind }) => kind === 'watched')
  t.match(watched, [{ value: { login: OTHER } }])
  const moneys = { op: 'moneys', request: { logins: [LOGIN, OTHER] } } as const
  const [answer] = shard.turn(() => shard.ask(2, moneys))
  t.match(answer?.value['text'], /^null\n\{/)
  settle(shard, sockets)
  t.end()
})

t.test(
  'what waits for a price sets its own account aside, and the others fill at that tick',
  (t) => {
    const { shard, sockets } = given()
    const limit = { kind: 'place', symbol: 'EURUSD', side: 'buy', order_kind: 'limit' }
    const placed = { ...limit, volume: '0.1', price: '1.16000' }
    for (const socket of sockets) {
      t.equal(shard.request(socket, 'trade', placed)['code'], 'trade.placed')
    }
    poison(shard.account(), 'orders')
    const told = shard.tick('EURUSD', '1.15900', '1.15910')
    t.match(events(told, sockets[1]), ['order', 'deal', 'position'])
    settle(shard, sockets)
    t.end()
  },
)

t.test('levels, stops and expiries of an account that is set aside are gone', (t) => {
  const { shard, sockets } = given()
  const place = { kind: 'place', symbol: 'EURUSD', side: 'buy', order_kind: 'limit' }
  const expires = { expiration: 'specified', expires_at: '2026-01-05T13:00:00Z' }
  shard.request(sockets[0], 'trade', { ...place, volume: '0.1', price: '1.16', ...expires })
  shard.request(sockets[0], 'trade', {
    ...BUY,
    volume: '0.1',
    stop_loss: '1.1',
    trailing_pts: 9_000,
  })
  t.equal(shard.triggers.size, 3)
  shard.turn(() => shard.core.quarantine.add(shard.account(), new Error('for a test')))
  t.equal(shard.triggers.size, 0)
  t.equal(shard.margin.size, 0)
  settle(shard, sockets)
  shard.clock.at += 3_600_000
  const told = shard.turn(() => shard.triggers.run(10))
  t.same(told, [], 'nothing expires')
  t.end()
})

t.test('live figures of one among many that cannot be found are left out', (t) => {
  const { shard, sockets } = given()
  const positions = sockets.map((socket, n) => {
    const { data } = shard.request(socket, 'trade', { ...BUY, volume: '0.1' })
    return [LOGIN + n, (data as { position_id: number }).position_id] as const
  })
  poison(shard.account(), 'groupPath')
  const ask = { op: 'live_positions', request: { positions } } as const
  const [answer] = shard.turn(() => shard.ask(1, ask))
  const [first, second] = String(answer?.value['text']).split('\n')
  t.match(first, /null/)
  t.match(second, /"profit":"-?\d/)
  settle(shard, sockets)
  t.end()
})

t.test("a provider's report that cannot be booked sets its account aside, and comes again", (t) => {
  const floor = new ProviderFloor()
  floor.send({ ...OUT, volume: '1' })
  poison(floor.account, 'balance')
  floor.fill(floor.placed, '1', '1.17010')
  t.match(setAside(floor.shard), [LOGIN])
  t.same(floor.taken, [])
  t.end()
})

const DELAYED = rule({ id: 2, position: 0, action: 'delay', action_value: '400' })
const DEALT = rule({ id: 3, position: 1 })

t.test('what waits is dropped with its account, and others wait on', (t) => {
  for (const [how, wait] of [
    ['when it is due', DELAYED],
    ['while a dealer has it', DEALT],
  ] as const) {
    const book = givenBook({
      groups: { [HEDGING]: LEVELS },
      routing: [wait, rule({ id: 9, position: 9, action: 'confirm_market_price' })],
    })
    const { shard, sockets } = given({ book })
    shard.turn(() => {
      shard.core.parking.dealing.setOnline([{ login: 7, scope: ['*'], sees_staff: true }])
    })
    const ids = sockets.map((socket) => {
      let id = 0
      shard.turn(() => {
        id = shard.send(socket, 'trade', { ...BUY, volume: '0.1', client_order_id: 'a' })
      })
      return id
    })
    t.equal(shard.core.parking.requests.size, 2)
    poison(shard.account(), 'positions')
    const told = [
      ...shard.turn(() => {
        if (wait === DEALT) shard.core.quarantine.add(shard.account(), new Error('for a test'))
        shard.clock.at += 500
        shard.core.parking.run()
      }),
    ]
    const replies = told.filter(({ kind }) => kind === 'reply')
    t.match(
      replies.find(({ target }) => target === sockets[0]),
      { value: { id: ids[0], ...SET_ASIDE } },
      how,
    )
    t.equal(shard.core.parking.requests.size, wait === DEALT ? 1 : 0)
    if (wait === DEALT) {
      t.match(
        told.filter(({ kind }) => kind === 'dealing'),
        [{ value: { type: 'gone', outcome: 'unavailable' } }],
      )
    } else {
      const done = replies.find(({ target }) => target === sockets[1])
      t.match(done, { value: { id: ids[1], code: 'ok' } })
    }
    shard.clock.at += 60_000
    shard.turn(() => shard.core.parking.run())
    t.same(setAside(shard), [LOGIN], 'its time ends nobody')
  }
  t.end()
})

t.test('where the end of what waits cannot be written, its account is set aside', (t) => {
  const confirm = rule({ id: 9, position: 9, action: 'confirm_market_price' })
  const { shard, sockets } = given({ book: givenBook({ routing: [DELAYED, confirm] }) })
  shard.turn(() => {
    for (const socket of sockets) shard.send(socket, 'trade', { ...BUY, volume: '0.1' })
  })
  shard.profile({ trading_enabled: false }).profile({ login: OTHER, trading_enabled: false })
  shard.account().orders.delete = () => {
    throw new Error('given')
  }
  shard.clock.at += 500
  const told = shard.turn(() => shard.core.parking.run())
  t.match(
    told.filter(({ kind }) => kind === 'reply').map(({ value }) => value),
    [SET_ASIDE, { code: 'trade.disabled' }],
  )
  t.same(setAside(shard), [LOGIN])
  t.equal(shard.core.parking.requests.size, 0)
  t.end()
})

t.test('what cannot be written in the books is not asked of anybody', (t) => {
  const memory = new SharedArrayBuffer(SYMBOL_USE_BYTES)
  const symbols = new SymbolClaims(memory)
  const { shard, sockets } = given({ book: givenBook({ routing: [DEALT] }), symbols })
  shard.turn(() => {
    shard.core.parking.dealing.setOnline([{ login: 7, scope: ['*'], sees_staff: true }])
  })
  const { id } = symbolIn(shard.core.book, 'EURUSD')
  const told = new SymbolFence(memory).during(
    id,
    () => 1,
    () => shard.turn(() => shard.send(sockets[0], 'trade', BUY)),
  )
  t.match(
    told.map(({ kind, value }) => [kind, value['code'], value['message']]),
    [['reply', 'unavailable', /^The settings of the symbol are being changed\./]],
  )
  t.equal(shard.core.parking.requests.size, 0)
  t.end()
})

const LIMIT = { ...LIMIT_ORDER, volume: '0.1' }

/** The lines in the books of a request that waits and is refused then. */
function refusedLater(order: object, change: (shard: GivenShard) => void) {
  const confirm = rule({ id: 9, position: 9, action: 'confirm_market_price' })
  const { shard, sockets } = given({ book: givenBook({ routing: [DELAYED, confirm] }) })
  const { length } = shard.records(LOGIN)
  shard.turn(() => shard.send(sockets[0], 'trade', { ...order }))
  change(shard)
  shard.clock.at += 500
  shard.turn(() => shard.core.parking.run())
  return shard
    .records(LOGIN)
    .slice(length)
    .map(({ code, requestKey, events }) => [code, requestKey, ...events.map(({ type }) => type)])
}

t.test('the refusal of what waited is kept by its key, or where an order had begun', (t) => {
  const forbid = (shard: GivenShard) => void shard.profile({ trading_enabled: false })
  const key = { client_order_id: 'a' }
  const order = { ...BUY, volume: '0.1' }
  t.same(refusedLater({ ...LIMIT }, forbid), [])
  t.same(refusedLater({ ...LIMIT, ...key }, forbid), [['trade.disabled', 'o:a']])
  const began = (requestKey: string) => ['trade.placed', requestKey, 'order']
  const ended = (requestKey: string) => ['trade.disabled', requestKey, 'order']
  t.same(refusedLater(order, forbid), [began(''), ended('')])
  t.same(refusedLater({ ...order, ...key }, forbid), [began('o:a'), ended('o:a')])
  t.end()
})

t.test('what waited for a delay is shown to dealers without another line in the books', (t) => {
  const { shard, sockets } = given({ book: givenBook({ routing: [DELAYED, DEALT] }) })
  shard.turn(() => {
    shard.core.parking.dealing.setOnline([{ login: 7, scope: ['*'], sees_staff: true }])
    shard.send(sockets[0], 'trade', { ...BUY, volume: '0.1', client_order_id: 'a' })
  })
  const { length } = shard.records(LOGIN)
  shard.clock.at += 500
  const told = shard.turn(() => shard.core.parking.run())
  const dealt = told.filter(({ kind }) => kind === 'dealing')
  t.match(dealt, [{ kind: 'dealing', value: { type: 'request' } }])
  t.equal(dealt.length, 1)
  t.equal(shard.records(LOGIN).length, length)
  t.end()
})

t.test('a bound of orders at providers is no bound of what is done here', (t) => {
  const confirm = rule({ id: 9, position: 9, action: 'confirm_market_price' })
  const { shard, sockets } = given({ book: givenBook({ routing: [DELAYED, confirm] }) })
  shard.core.parking.requests.refuseAtProvider = () => refuse('trade.too_many_requests', 'given')
  shard.turn(() => shard.send(sockets[0], 'trade', { ...BUY, volume: '0.1' }))
  shard.clock.at += 500
  const told = shard.turn(() => shard.core.parking.run())
  t.match(
    told.filter(({ kind }) => kind === 'reply'),
    [{ value: { code: 'ok' } }],
  )
  t.end()
})

t.test('a repeat of what waits is answered with it, so many times', (t) => {
  const book = givenBook({ routing: [DEALT] })
  const shard = tradingShard({ book })
  shard.turn(() =>
    shard.core.parking.dealing.setOnline([{ login: 7, scope: ['*'], sees_staff: true }]),
  )
  const socket = shard.socket()
  const told = shard.turn(() => {
    for (let n = 0; n < 70; n++)
      shard.send(socket, 'trade', { ...BUY, volume: '0.1', client_order_id: 'a' })
  })
  const replies = told.filter(({ kind }) => kind === 'reply')
  t.equal(replies.length, 70 - 64)
  for (const { value } of replies) t.equal(value['code'], 'trade.too_many_requests')
  t.end()
})

t.test('a trade that breaks outside of its decision sets its account aside', (t) => {
  const { shard, sockets } = given()
  const { trade } = shard.core
  shard.core.trade = (account, ...rest) => {
    if (account.login === LOGIN) throw new Error('for a test')
    return trade.call(shard.core, account, ...rest)
  }
  const told = shard.turn(() => {
    shard.send(sockets[0], 'trade', BUY)
    shard.send(sockets[1], 'trade', { ...BUY, volume: '0.1' })
    shard.ask(1, {
      op: 'trade',
      request: { login: OTHER, body: { ...BUY, volume: '0.1' }, reason: 'dealer', by: DOER },
    })
  })
  const answers = told.filter(({ kind }) => kind === 'reply' || kind === 'answer')
  t.match(answers, [{ value: SET_ASIDE }, { value: { code: 'ok' } }, { value: { ok: true } }])
  settle(shard, sockets)
  t.end()
})

t.test('what the disk refused ends the shard, whatever was worked on', (t) => {
  const { shard, sockets } = given()
  const { log } = shard
  log.entryHolding = () => {
    throw new LogError('the disk is gone')
  }
  shard.begin()
  t.throws(() => shard.send(sockets[0], 'resume', { seq: '0' }), { name: 'LogError' })
  t.throws(() => shard.core.quarantine.add(shard.account(), new LogError('gone')), {
    name: 'LogError',
  })
  t.same(shard.setAside, [])
  t.equal(shard.core.work.login, LOGIN, 'the note says whose work it was')
  t.end()
})

t.test('the note says whose work is in hand, and nobody is it at the commit', (t) => {
  const seen: number[] = []
  let rig: GivenShard | undefined
  const { shard, sockets } = given({
    onRecord: ({ login }) => {
      if (rig !== undefined) seen.push(rig.core.work.login - login)
    },
  })
  rig = shard
  const commit = shard.log.commit.bind(shard.log)
  shard.log.commit = (...entry) => {
    t.equal(shard.core.work.login, 0)
    commit(...entry)
  }
  for (const socket of sockets) shard.request(socket, 'trade', BUY)
  shard.tick('EURUSD', '1.15500', '1.15510')
  t.ok(seen.length > 4)
  t.same(new Set(seen), new Set([0]))
  t.end()
})
