import t from 'tap'
import { SET_ASIDE } from '../../../actors/shard/log/quarantine.js'
import type { ServerDecision } from '../../../actors/shard/server-action.js'
import { createSharedBuffers, SharedCounters } from '../../../actors/shared/shared-state.js'
import {
  SYMBOL_USE_BYTES,
  SymbolClaims,
  SymbolFence,
} from '../../../actors/shared/symbol-claims.js'
import { Exposures } from '../../../engine/account/holdings/exposures.js'
import { positionRow } from '../../../engine/account/rules/rows.js'
import type { Account } from '../../../engine/account/state.js'
import { LOGIN } from '../../given/account.js'
import { givenBook, symbolIn } from '../../given/book.js'
import { CONFIRM, rule } from '../../given/floors/dealing-floor.js'
import {
  depositAsk,
  GivenShard,
  rebuilt,
  STOPPED_AT,
  tradingShard,
} from '../../given/floors/shard.js'
import { GivenPrices } from '../../given/prices.js'
import { accountDigest } from '../../given/records/account-digest.js'
import { checkLedger } from '../../given/records/ledger.js'

const DAY_MS = 86_400_000
const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
const OTHER = 1002

/** The ledger checks that end every test that trades. */
function settle(shard: GivenShard, login = LOGIN): void {
  checkLedger(shard.records(login), shard.account(login))
}

const withoutId = ({ id: _, ...reply }: Readonly<Record<string, unknown>>) => reply

t.test('the same key and body get the same answer, and one effect', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const first = shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  t.equal(first['code'], 'ok')
  const records = shard.records().length
  for (let i = 0; i < 3; i++) {
    const again = shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
    t.same(withoutId(again), withoutId(first))
  }
  t.equal(shard.records().length, records, 'nothing more was logged')
  const without = shard.request(socket, 'trade', BUY)
  t.not((without['data'] as { order_id: number }).order_id, undefined)
  t.equal(shard.account().positions.size, 2, 'without a key a repeat is another order')
  settle(shard)
  t.end()
})

t.test('the same key twice in one turn is one order', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const told = shard.turn(() => {
    for (let i = 0; i < 3; i++) shard.send(socket, 'trade', { ...BUY, client_order_id: 'a' })
  })
  const replies = told.filter(({ kind }) => kind === 'reply').map(({ value }) => withoutId(value))
  t.equal(replies.length, 3)
  t.same(replies[1], replies[0])
  t.same(replies[2], replies[0])
  t.equal(shard.account().positions.size, 1)
  settle(shard)
  t.end()
})

t.test('the same key with another body is a conflict, and the first stands', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const first = shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  for (const change of [{ volume: '0.20' }, { side: 'sell' }, { comment: 'x' }]) {
    const other = shard.request(socket, 'trade', { ...BUY, ...change, client_order_id: 'a' })
    t.equal(other['code'], 'conflict', JSON.stringify(change))
  }
  const again = shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  t.same(withoutId(again), withoutId(first))
  t.equal(shard.account().positions.size, 1)
  settle(shard)
  t.end()
})

t.test('a symbol is claimed by its first trade, and none begins while it is being changed', (t) => {
  const memory = new SharedArrayBuffer(SYMBOL_USE_BYTES)
  const fence = new SymbolFence(memory)
  const shard = tradingShard({ symbols: new SymbolClaims(memory) })
  const { id } = symbolIn(shard.core.book, 'EURUSD')
  const socket = shard.socket()
  const open = () => shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  t.same([fence.isTraded(0), fence.isTraded(id)], [false, false], 'money is of no symbol')
  const records = shard.records().length
  fence.during(
    id,
    () => 1,
    () => {
      t.match(open(), {
        code: 'unavailable',
        message: /^The settings of the symbol are being changed\./,
      })
    },
  )
  t.equal(shard.records().length, records, 'nothing was logged')
  t.same(fence.isTraded(id), false)
  t.match(open(), { code: 'ok' })
  t.equal(fence.isTraded(id), true)
  settle(shard)
  t.end()
})

t.test('a refused request with a key stays refused, even where it would now be taken', (t) => {
  const shard = new GivenShard().profile().grantIds(1, 1000)
  const socket = shard.socket()
  const refused = shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  t.equal(refused['code'], 'trade.no_money')
  shard.deposit('10000')
  t.same(
    withoutId(shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })),
    withoutId(refused),
  )
  t.equal(shard.request(socket, 'trade', BUY)['code'], 'ok')
  settle(shard)
  t.end()
})

t.test('a balance request is done once, and its key is not a trade’s', (t) => {
  const shard = new GivenShard().profile().grantIds(1, 1000)
  const ask = () => shard.turn(() => shard.ask(1, depositAsk(LOGIN, '100', 'a')))
  const [first] = ask()
  const [again] = ask()
  t.same(again, first)
  t.equal(shard.account().balance, 100_00)
  const [other] = shard.turn(() => shard.ask(1, depositAsk(LOGIN, '200', 'a')))
  t.match(other?.value, { ok: false, code: 'conflict' })
  const trade = shard.request(shard.socket(), 'trade', { ...BUY, client_order_id: 'a' })
  t.equal(trade['code'], 'trade.no_money')
  settle(shard)
  t.end()
})

t.test('keys are an account’s own', (t) => {
  const shard = tradingShard().profile({ login: OTHER }).deposit('10000', OTHER)
  const mine = shard.request(shard.socket(), 'trade', { ...BUY, client_order_id: 'a' })
  const other = shard.request(shard.socket({ login: OTHER }), 'trade', {
    ...BUY,
    client_order_id: 'a',
  })
  t.equal(other['code'], 'ok')
  t.notSame(withoutId(other), withoutId(mine))
  settle(shard)
  settle(shard, OTHER)
  t.end()
})

t.test('a key is known for seven days, and may be used again later', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const first = shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  shard.clock.at += 7 * DAY_MS
  shard.request(socket, 'trade', { ...BUY, client_order_id: 'b' })
  t.same(
    withoutId(shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })),
    withoutId(first),
  )
  shard.clock.at += 2 * DAY_MS
  shard.request(socket, 'trade', { ...BUY, client_order_id: 'c' })
  const later = shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  t.equal(later['code'], 'ok')
  t.notSame(withoutId(later), withoutId(first))
  settle(shard)
  t.end()
})

// With one seq for each hash, a key that shared another's was taken for unused at every repeat.
t.test('two keys that share a hash are two requests, each done once', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const a = shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  const { projection_seq } = a['data'] as { projection_seq: string }
  shard.core.keys.add(LOGIN, 'o:b', Number(projection_seq), shard.clock.at)
  shard.clock.at += DAY_MS
  const b = shard.request(socket, 'trade', { ...BUY, client_order_id: 'b' })
  t.notSame(withoutId(b), withoutId(a), 'the record tells them apart')
  for (let i = 0; i < 2; i++) {
    const again = shard.request(socket, 'trade', { ...BUY, client_order_id: 'b' })
    t.same(withoutId(again), withoutId(b))
  }
  t.equal(shard.account().positions.size, 2)
  settle(shard)
  t.end()
})

t.test('S2: of a turn whose commit fails nothing is told, and the disk has the truth', (t) => {
  for (const fault of ['lost', 'kept', 80] as const) {
    const shard = tradingShard()
    const socket = shard.socket()
    const request = { ...BUY, client_order_id: 'a' }
    shard.begin()
    shard.send(socket, 'trade', request)
    shard.disk.failNextCommit(fault)
    t.throws(() => shard.finish(), { name: 'LogError' })
    t.throws(() => shard.finish(), { name: 'LogError' }, 'and never again')

    const next = rebuilt(shard)
    t.equal(next.account().positions.size, fault === 'kept' ? 1 : 0, `${fault}`)
    const again = next.request(next.socket(), 'trade', request)
    t.equal(again['code'], 'ok', 'a repeat gives the one outcome')
    t.equal(next.account().positions.size, 1)
    settle(next)
  }
  t.end()
})

t.test('an answered request is answered the same after a crash', (t) => {
  const shard = tradingShard()
  const first = shard.request(shard.socket(), 'trade', { ...BUY, client_order_id: 'a' })
  const digest = accountDigest(shard.account())
  const next = rebuilt(shard)
  t.equal(accountDigest(next.account()), digest)
  const again = next.request(next.socket(), 'trade', { ...BUY, client_order_id: 'a' })
  t.same(withoutId(again), withoutId(first))
  settle(next)
  t.end()
})

t.test('time does not go back over a restart', (t) => {
  const shard = tradingShard()
  shard.request(shard.socket(), 'trade', BUY)
  const { at } = shard.records().at(-1) as { at: number }
  shard.clock.at -= 60_000
  const next = rebuilt(shard)
  next.request(next.socket(), 'trade', BUY)
  t.equal(next.records().at(-1)?.at, at)
  settle(next)
  t.end()
})

t.test('S4: an account that cannot be applied is set aside, and the others trade on', (t) => {
  const shard = tradingShard().profile({ login: OTHER }).deposit('10000', OTHER)
  const [socket, other] = [shard.socket(), shard.socket({ login: OTHER })]
  const opened = shard.request(socket, 'trade', BUY)
  const { position_id } = opened['data'] as { position_id: number }
  const records = shard.records(LOGIN).length
  shard.account().exposures = new Exposures()
  const told = shard.turn(() => {
    shard.ask(1, depositAsk(LOGIN, '5', 'before'))
    shard.send(socket, 'trade', { kind: 'close', position_id })
    shard.send(other, 'trade', BUY)
  })
  const codes = told.filter(({ kind }) => kind === 'reply').map(({ value }) => value['code'])
  t.same(codes, ['unavailable', 'ok'])
  t.match(shard.setAside, [{ login: LOGIN, why: { name: 'InvariantError' } }])
  t.equal(shard.records(LOGIN).length, records + 1, 'the deposit alone')
  // Half of the closing is in memory: nobody may hear of it.
  const money = told.filter(({ kind }) => kind === 'latest').map(({ target }) => target)
  t.same(money, [other])
  t.same(
    shard.turn(() => shard.sockets.tellMovedMoney(shard.core, 1000)).map(({ target }) => target),
    [],
  )
  for (const op of ['trade', 'snapshot', 'check']) {
    t.equal(shard.request(socket, op, BUY)['code'], 'unavailable', op)
  }
  settle(shard, OTHER)

  const next = rebuilt(shard, [LOGIN, OTHER])
  const reply = next.request(next.socket(), 'trade', { kind: 'close', position_id })
  t.equal(reply['code'], 'ok', 'the next start reads the truth')
  settle(next)
  settle(next, OTHER)
  t.end()
})

t.test('what changes nothing is answered, and leaves a record only where it has a key', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const { data } = shard.request(socket, 'trade', { ...BUY, stop_loss: '1.16' })
  const { position_id } = data as { position_id: number }
  const same = { kind: 'stops', position_id, stop_loss: '1.16' }
  const { length } = shard.records()
  const { seq } = shard.account()
  t.match(shard.request(socket, 'trade', same), { code: 'ok', data: { position_id } })
  t.same([shard.records().length, shard.account().seq], [length, seq])
  const keyed = { ...same, client_order_id: 'a' }
  const first = shard.request(socket, 'trade', keyed)
  t.match(first, { code: 'ok', data: { position_id } })
  t.equal(shard.records().length, length + 1)
  t.same(withoutId(shard.request(socket, 'trade', keyed)), withoutId(first))
  const other = shard.request(socket, 'trade', { ...keyed, stop_loss: '1.15' })
  t.equal(other['code'], 'conflict')
  t.match(shard.request(socket, 'trade', { ...same, stop_loss: '1.15' }), { code: 'ok' })
  t.equal(shard.records().length, length + 2)
  settle(shard)
  t.end()
})

t.test('what is written of an account and changes nothing leaves no record without a key', (t) => {
  const shard = tradingShard()
  const opened = shard.request(shard.socket(), 'trade', BUY)
  const { position_id } = opened['data'] as { position_id: number }
  const account = shard.account()
  const held = account.positions.get(position_id)
  if (held === undefined) throw new Error('it is open')
  const before = shard.records().length
  const write = (requestKey: string, stopLoss = held.stopLoss) =>
    shard.turn(() => {
      const kept = { requestKey, digest: 0, message: '' }
      t.notMatch(shard.core.ledger.write(account, kept, [positionRow(held, { stopLoss })]), {
        ok: false,
      })
    })
  write('')
  t.equal(shard.records().length, before)
  write('', 100_000)
  t.equal(shard.records().length, before + 1, 'a change does')
  settle(shard)
  t.end()
})

t.test('every so many records the account of the newest is compared with what it holds', (t) => {
  const every = 1024
  const shard = tradingShard()
  shard.request(shard.socket(), 'trade', BUY)
  shard.account().exposures = new Exposures()
  shard.turn(() => {
    for (let i = shard.counters.sequence; i < every - 1; i++) {
      shard.ask(1, depositAsk(LOGIN, '1', `d${i}`))
    }
  })
  t.same([shard.counters.sequence, shard.setAside.length], [every - 1, 0])
  shard.turn(() => shard.ask(1, depositAsk(LOGIN, '1', 'last')))
  t.match(shard.setAside, [{ login: LOGIN, why: { message: /an exposure per open symbol/ } }])
  t.equal(shard.records().length, every - 1)
  t.end()
})

t.test('the server’s own work counts as done when it is written, and not where it throws', (t) => {
  const shard = tradingShard()
  const { data } = shard.request(shard.socket(), 'trade', BUY)
  const { position_id } = data as { position_id: number }
  const account = shard.account()
  const acted = (decide: ServerDecision): boolean => {
    let isDone = false
    shard.turn(() => {
      isDone = shard.core.ledger.act(account, decide)
    })
    return isDone
  }
  const held = account.positions.get(position_id)
  if (held === undefined) throw new Error('no position')
  t.equal(
    acted(() => undefined),
    false,
  )
  t.equal(
    acted(() => [positionRow(held, { stopLoss: 116_000 })]),
    true,
  )
  const records = shard.records().length
  const broken = (): never => {
    throw new Error('broken')
  }
  t.equal(acted(broken), false)
  t.match(shard.setAside, [{ login: LOGIN, why: { message: 'broken' } }])
  t.equal(shard.records().length, records)
  settle(shard)
  t.end()
})

t.test('the server does nothing by itself in a symbol that is being changed', (t) => {
  const memory = new SharedArrayBuffer(SYMBOL_USE_BYTES)
  const fence = new SymbolFence(memory)
  const before = tradingShard()
  before.request(before.socket(), 'trade', BUY)
  // Its tables told it of the position, and no record since its start.
  const shard = new GivenShard({ symbols: new SymbolClaims(memory) }).grantIds(1000, 2000)
  shard.core.accounts.set(before.account())
  const [held] = shard.account().positions.values()
  if (held === undefined) throw new Error('no position')
  const acts = () => {
    let isDone = false
    shard.turn(() => {
      isDone = shard.core.ledger.act(shard.account(), () => [
        positionRow(held, { stopLoss: 116_000 }),
      ])
    })
    return [isDone, shard.records().length]
  }
  fence.during(
    held.symbolId,
    () => 1,
    () => {
      t.same(acts(), [false, 0])
    },
  )
  t.same(acts(), [true, 1])
  t.end()
})

t.test('the server does nothing by itself where nothing may be written', (t) => {
  const refuses: Readonly<Record<string, (shard: GivenShard) => void>> = {
    halted: ({ core }) => core.halt(STOPPED_AT),
    'set aside': ({ core }) =>
      void core.quarantine.add(core.accounts.get(LOGIN) as Account, 'given'),
    'without numbers of orders': ({ core }) => {
      while (core.ids.order.has(1)) core.ids.order.take()
    },
    'without numbers of deals': ({ core }) => {
      while (core.ids.deal.has(1)) core.ids.deal.take()
    },
  }
  for (const [what, refuse] of Object.entries(refuses)) {
    const shard = tradingShard()
    shard.request(shard.socket(), 'trade', BUY)
    const account = shard.account()
    const [held] = account.positions.values()
    if (held === undefined) throw new Error('no position')
    const { length } = shard.records()
    refuse(shard)
    shard.clock.at += DAY_MS
    const row = positionRow(held, { stopLoss: 116_000 })
    shard.turn(() => {
      t.equal(
        shard.core.ledger.act(account, () => [row]),
        false,
        what,
      )
      shard.core.ledger.endDays(account)
      if (what !== 'set aside') return
      const kept = { requestKey: '', digest: 0, message: '' }
      t.same(shard.core.ledger.write(account, kept, [row]), SET_ASIDE)
    })
    t.equal(shard.records().length, length, what)
    settle(shard)
  }
  t.end()
})

t.test('a restart knows the keys of requests, and which symbols were traded, and no more', (t) => {
  const memory = new SharedArrayBuffer(SYMBOL_USE_BYTES)
  const shard = tradingShard()
  const socket = shard.socket()
  shard.request(socket, 'trade', BUY)
  shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  const again = rebuilt(shard, [LOGIN], { symbols: new SymbolClaims(memory) })
  t.equal(again.core.keys.size, shard.core.keys.size)
  t.equal(again.core.keys.size, 2, 'of the deposit and of one trade')
  const fence = new SymbolFence(memory)
  const traded = [...shard.core.book.symbolsById.keys()].filter((id) => fence.isTraded(id))
  t.same(traded, [symbolIn(shard.core.book, 'EURUSD').id])
  t.end()
})

t.test('what waited and was refused is refused again with the same figures', (t) => {
  const delay = rule({ id: 2, position: 0, action: 'delay', action_value: '400' })
  const routing = [delay, CONFIRM]
  const shard = tradingShard({ book: givenBook({ routing }) })
  const socket = shard.socket()
  const order = { ...BUY, client_order_id: 'a' }
  shard.turn(() => shard.send(socket, 'trade', order))
  shard.core.setBook(givenBook({ routing, symbols: { EURUSD: { volume_min: '1' } } }))
  shard.clock.at += 400
  const [reply] = shard.turn(() => shard.core.parking.run()).filter(({ kind }) => kind === 'reply')
  if (reply === undefined) throw new Error('no reply')
  const refused = withoutId(reply.value)
  t.same(refused, {
    code: 'trade.invalid_volume',
    message: 'EURUSD trades 1 to 100 lots in steps of 0.01.',
    data: {
      order_id: 100,
      deal_id: 0,
      position_id: 0,
      min: '1',
      max: '100',
      step: '0.01',
      nearest: '1',
      reason: 'trade.invalid_volume.range',
      params: { symbol: 'EURUSD', min: '1', max: '100', step: '0.01' },
    },
  })
  t.same(withoutId(shard.request(socket, 'trade', order)), refused)
  t.end()
})

t.test('a halted shard answers, writes nothing, and goes on when it may', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  shard.core.halt(STOPPED_AT)
  const { length } = shard.records()
  const refused = shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  t.match(refused, {
    code: 'unavailable',
    message: 'Trading has been stopped since 2026-01-05T09:30:00.000Z. Try again later.',
    data: {
      reason: 'unavailable.trading_stopped',
      params: { since: '2026-01-05T09:30:00.000Z' },
    },
  })
  t.equal(shard.request(socket, 'snapshot')['code'], 'ok')
  const [deposit] = shard.turn(() => shard.ask(1, depositAsk(LOGIN, '1', 'x')))
  t.match(deposit?.value, { ok: false, code: 'unavailable' })
  t.equal(shard.records().length, length)
  shard.core.halt(null)
  t.equal(shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })['code'], 'ok')
  settle(shard)
  t.end()
})

t.test('without ids nothing is decided, and nothing is remembered', (t) => {
  const shard = new GivenShard().profile()
  const socket = shard.socket()
  const ask = () => shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  t.equal(ask()['code'], 'unavailable')
  shard.grantIds(1, 100)
  t.equal(ask()['code'], 'trade.no_money')
  settle(shard)
  t.end()
})

t.test('orders are decided while there are numbers of both kinds, of orders and of deals', (t) => {
  for (const [granted, awaited] of [
    ['deal', 'order'],
    ['order', 'deal'],
  ] as const) {
    const shard = new GivenShard().profile()
    const socket = shard.socket()
    const ask = () => shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
    shard.core.grantIds({ kind: granted, next: 1, end: 1000 })
    t.equal(ask()['code'], 'unavailable', `no number of an ${awaited}`)
    t.equal(shard.setAside.length, 0)
    shard.core.grantIds({ kind: awaited, next: 1, end: 1000 })
    shard.deposit('10000')
    t.equal(ask()['code'], 'ok')
    settle(shard)
  }
  t.end()
})

t.test('a check asks and changes nothing', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const before = [accountDigest(shard.account()), shard.records().length]
  const reply = shard.request(socket, 'check', BUY)
  t.match(reply, { code: 'ok', data: { volume: '0.1', price: '1.17010', margin: '117.01' } })
  t.equal(shard.request(socket, 'check', { ...BUY, volume: '99' })['code'], 'trade.no_money')
  t.same([accountDigest(shard.account()), shard.records().length], before)
  settle(shard)
  t.end()
})

t.test('a check tells the margin once it would be done, of closing and hedging too', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const opened = shard.request(socket, 'trade', BUY)
  const { position_id } = opened['data'] as { position_id: number }
  const rows: [args: object, margin: string][] = [
    [BUY, '234.02'],
    [{ ...BUY, side: 'sell' }, '0.00'],
    [{ ...BUY, side: 'sell', volume: '0.30' }, '234.00'],
    [{ kind: 'close', position_id, volume: '0.04' }, '70.21'],
    [{ kind: 'close', position_id }, '0.00'],
  ]
  const before = accountDigest(shard.account())
  for (const [args, margin] of rows) {
    const { data } = shard.request(socket, 'check', { ...args }) as { data: { margin: string } }
    t.equal(data.margin, margin, JSON.stringify(args))
    t.equal(accountDigest(shard.account()), before)
    const asked = shard.account().exposures.get(1)
    t.equal(asked?.buyVolume, 10_000_000)
  }
  settle(shard)
  t.end()
})

t.test('numbers of a failed turn hold back what is settled until the shard is rebuilt', (t) => {
  const counters = new SharedCounters(createSharedBuffers(), 1)
  const book = givenBook()
  const shard = tradingShard({ counters, book, prices: new GivenPrices(book) })
  const settled = counters.settledSeq()
  t.equal(settled, counters.sequence)
  shard.begin()
  shard.send(shard.socket(), 'trade', BUY)
  t.equal(counters.settledSeq(), settled, 'not before the commit')
  shard.disk.failNextCommit('kept')
  t.throws(() => shard.finish())
  t.equal(counters.settledSeq(), settled)
  t.end()
})

t.test('S2: a turn is decided while the one before is committed, and told after it', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const settledBefore = shard.counters.settledSeq()
  shard.begin()
  const first = shard.send(socket, 'trade', { ...BUY, client_order_id: 'a' })
  shard.passOn()
  t.equal(shard.core.records.handed, true)
  t.same(shard.take(), [], 'nothing is told yet')
  t.equal(shard.counters.settledSeq(), settledBefore, 'and nothing may be projected')
  const repeat = shard.send(socket, 'trade', { ...BUY, client_order_id: 'a' })
  const resume = shard.send(socket, 'resume', { seq: '0' })
  shard.send(socket, 'trade', { ...BUY, client_order_id: 'b' })
  shard.core.records.settle()
  t.equal(shard.counters.settledSeq(), settledBefore + 1, 'the first turn may be, the second not')
  const told = shard.finish()
  const reply = (id: number) => withoutId(told.find(({ value }) => value['id'] === id)?.value ?? {})
  t.equal(reply(first)['code'], 'ok')
  t.same(reply(repeat), reply(first))
  t.equal(reply(resume)['code'], 'ok')
  t.equal(shard.counters.settledSeq(), shard.counters.sequence)
  t.equal(shard.account().positions.size, 2)
  settle(shard)
  t.end()
})

t.test('S2: of a turn whose commit fails and of the one after it nothing is told', (t) => {
  for (const fault of ['lost', 'kept', 40] as const) {
    const shard = tradingShard()
    const socket = shard.socket()
    shard.begin()
    shard.send(socket, 'trade', { ...BUY, client_order_id: 'a' })
    shard.passOn()
    shard.send(socket, 'trade', { ...BUY, client_order_id: 'b' })
    shard.disk.failNextCommit(fault)
    t.throws(() => shard.finish(), { name: 'LogError' })
    shard.disk.crash()
    const again = rebuilt(shard)
    const back = again.request(again.socket(), 'trade', { ...BUY, client_order_id: 'a' })
    t.equal(back['code'], 'ok')
    t.equal(again.account().positions.size, 1, 'the same key has one effect')
    settle(again)
  }
  t.end()
})

t.test(
  'a turn that changes nothing is not handed over, and one that fails leaves the numbers',
  (t) => {
    const shard = tradingShard()
    shard.begin()
    shard.passOn()
    t.equal(shard.core.records.handed, false)
    t.same(shard.finish(), [])
    t.equal(shard.counters.settledSeq(), shard.counters.sequence)
    t.end()
  },
)

t.test(
  'ids are enough when there is one of an order and those of the deals that one request may make',
  (t) => {
    for (const [orders, deals, isEnough] of [
      [1, 4, true],
      [0, 4, false],
      [1, 3, false],
      [0, 0, false],
    ] as const) {
      const { core } = new GivenShard()
      core.grantIds({ kind: 'order', next: 10, end: 10 + orders })
      core.grantIds({ kind: 'deal', next: 20, end: 20 + deals })
      t.equal(core.hasIds, isEnough, `${orders} and ${deals}`)
    }
    t.end()
  },
)

t.test('time does not go back with the clock, and what the clock says is known beside it', (t) => {
  const shard = new GivenShard()
  const { core, clock } = shard
  const begun = clock.at
  t.same([core.now, core.clockAt], [begun, begun], 'before the first turn')
  clock.at += 5000
  shard.begin()
  t.same([core.now, core.clockAt], [begun + 5000, begun + 5000])
  clock.at -= 3000
  shard.begin()
  t.same([core.now, core.clockAt], [begun + 5000, begun + 2000])
  t.end()
})

t.test('other settings are those of the shard and of its sums from then on', (t) => {
  const { core } = new GivenShard()
  let asked = 0
  core.groupExposures.setBook = () => {
    t.equal(core.book, next, 'they are set by then')
    asked++
  }
  const next = givenBook()
  core.setBook(next)
  t.equal(core.book, next)
  t.equal(asked, 1)
  t.end()
})
