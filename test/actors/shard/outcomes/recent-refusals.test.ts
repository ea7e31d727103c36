import t from 'tap'
import { RecentRefusals } from '../../../../actors/shard/outcomes/recent-refusals.js'
import { type Code, refuse } from '../../../../engine/code.js'
import {
  REFUSALS_PER_ACCOUNT_MAX,
  REFUSALS_PER_SHARD_MAX,
} from '../../../../engine/limits/requests.js'
import { LOGIN } from '../../../given/account.js'
import { DOER } from '../../../given/desk.js'
import { depositAsk, GivenShard, rebuilt, tradingShard } from '../../../given/floors/shard.js'
import { checkLedger } from '../../../given/records/ledger.js'

const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const
const TEN_MINUTES = 600_000
const NOW = 1_772_618_400_000
const NO_MONEY = refuse('trade.no_money', 'There is no money.')

const withoutId = ({ id: _, ...reply }: Readonly<Record<string, unknown>>) => reply

function poorShard(): GivenShard {
  return new GivenShard().profile().grantIds(1, 100_000)
}

t.test('an account without money fills neither the log nor the memory', (t) => {
  const shard = poorShard()
  const socket = shard.socket()
  const orders = 10_000
  const replies = new Map<Code, number>()
  for (let turn = 0; turn < orders / 100; turn++) {
    const told = shard.turn(() => {
      for (let i = 0; i < 100; i++) {
        shard.send(socket, 'trade', { ...BUY, client_order_id: `k${turn * 100 + i}` })
      }
    })
    for (const { kind, value } of told) {
      if (kind !== 'reply') continue
      const code = value['code'] as Code
      replies.set(code, (replies.get(code) ?? 0) + 1)
    }
  }
  t.same([...replies], [['trade.no_money', orders]])
  t.equal(shard.disk.entries.length, 0, 'nothing is logged')
  t.equal(shard.counters.sequence, 0, 'no number is used')
  t.equal(shard.core.keys.size, 0)
  t.ok(shard.core.refusals.size <= REFUSALS_PER_ACCOUNT_MAX)
  t.ok(shard.core.refusals.size >= REFUSALS_PER_ACCOUNT_MAX / 2)
  t.end()
})

t.test('a repeat gets the same answer for ten minutes, and then a new decision', (t) => {
  const shard = poorShard()
  const socket = shard.socket()
  const ask = (more = {}) =>
    shard.request(socket, 'trade', { ...BUY, ...more, client_order_id: 'a' })
  const refused = ask()
  t.equal(refused['code'], 'trade.no_money')
  shard.deposit('10000')
  t.same(withoutId(ask()), withoutId(refused), 'although there is money now')
  t.equal(ask({ volume: '0.20' })['code'], 'conflict')
  shard.clock.at += TEN_MINUTES - 1
  t.same(withoutId(ask()), withoutId(refused))
  t.equal(ask({ comment: 'other' })['code'], 'conflict')
  shard.clock.at += 1
  const done = ask()
  t.equal(done['code'], 'ok')
  for (const ms of [0, TEN_MINUTES, 24 * 3_600_000]) {
    shard.clock.at += ms
    t.same(withoutId(ask()), withoutId(done), 'what was carried out is never decided again')
    t.equal(ask({ volume: '0.20' })['code'], 'conflict')
  }
  t.equal(shard.account().positions.size, 1)
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})

t.test('a restarted shard decides refused requests again, but not executed ones', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const done = shard.request(socket, 'trade', { ...BUY, client_order_id: 'done' })
  const poor = { ...BUY, volume: '90', client_order_id: 'poor' }
  t.equal(shard.request(socket, 'trade', poor)['code'], 'trade.no_money')
  const again = rebuilt(shard).deposit('10000000')
  const later = again.socket()
  t.equal(again.request(later, 'trade', poor)['code'], 'ok')
  const repeated = again.request(later, 'trade', { ...BUY, client_order_id: 'done' })
  t.same(repeated['data'], done['data'])
  t.equal(again.account().positions.size, 2)
  checkLedger(again.records(LOGIN), again.account())
  t.end()
})

t.test('every way in remembers alike: staff over REST, balance operations, deletions', (t) => {
  const shard = poorShard()
  const by = DOER
  const trade = (volume: string) =>
    shard.ask(1, {
      op: 'trade',
      request: {
        login: LOGIN,
        body: { ...BUY, volume, client_order_id: 'a' },
        reason: 'dealer',
        by,
      },
    })
  const { request } = depositAsk(LOGIN, '5', 'a') as Extract<
    ReturnType<typeof depositAsk>,
    { op: 'balance' }
  >
  const withdraw = (amount: string) =>
    shard.ask(1, { op: 'balance', request: { ...request, action: 'withdraw', amount } })
  const ways: [name: string, ask: (what: string) => void, one: string, other: string][] = [
    ['trade', trade, '0.10', '0.20'],
    ['withdraw', withdraw, '5', '6'],
  ]
  for (const [name, ask, one, other] of ways) {
    const answers = [one, one, other].map((what) => shard.turn(() => ask(what))[0]?.value)
    t.match(answers[0], { ok: false }, name)
    t.not(answers[0]?.['code'], 'conflict', name)
    t.match(answers[1], answers[0], name)
    t.match(answers[2], { ok: false, code: 'conflict' }, name)
  }
  const deleted = (digest: number) => {
    const request = { login: LOGIN, ids: [9], request_id: 'a', digest, by }
    return shard.turn(() => shard.ask(1, { op: 'delete_positions', request }))[0]?.value
  }
  const first = deleted(1)
  t.same(first, { ok: true, value: ['trade.position_unknown'] })
  t.same(deleted(1), first)
  t.same(deleted(2), { ok: true, value: ['conflict'] })
  t.equal(shard.disk.entries.length, 0)
  t.end()
})

t.test('what an older server has logged as refused stays refused for its seven days', (t) => {
  const shard = tradingShard()
  const socket = shard.socket()
  const refused = shard.request(socket, 'trade', { ...BUY, volume: '90', client_order_id: 'a' })
  const digest = shard.core.refusals.find(LOGIN, 'o:a', shard.clock.at)?.digest ?? 0
  const kept = { requestKey: 'o:a', digest, code: 'trade.no_money', message: 'Old.' } as const
  shard.turn(() => shard.core.ledger.write(shard.account(), kept, []))
  const again = rebuilt(shard).deposit('10000000')
  again.clock.at += 2 * TEN_MINUTES
  const later = again.request(again.socket(), 'trade', {
    ...BUY,
    volume: '90',
    client_order_id: 'a',
  })
  t.match(later, { code: refused['code'], message: 'Old.' })
  t.end()
})

t.test('what says nothing of the request is not remembered', (t) => {
  const refusals = new RecentRefusals()
  for (const code of ['trade.too_many_requests', 'unavailable'] as const) {
    refusals.add(1, 'o:a', 1, refuse(code, ''), NOW)
  }
  refusals.add(1, '', 1, NO_MONEY, NOW)
  t.equal(refusals.size, 0)
  t.end()
})

t.test('an account that is refused all the time costs no other one what it remembers', (t) => {
  const refusals = new RecentRefusals()
  refusals.add(1, 'o:a', 1, NO_MONEY, NOW)
  const half = REFUSALS_PER_ACCOUNT_MAX / 2
  let most = 0
  for (let i = 0; i < 200_000; i++) {
    refusals.add(2, `o:${i}`, 1, NO_MONEY, NOW)
    most = Math.max(most, refusals.size)
  }
  t.ok(most <= REFUSALS_PER_ACCOUNT_MAX + 1, `${most} were held`)
  t.match(refusals.find(1, 'o:a', NOW), { digest: 1 })
  for (let i = 200_000 - half; i < 200_000; i++) {
    if (refusals.find(2, `o:${i}`, NOW) === undefined) t.fail(`${i} is forgotten`)
  }
  t.equal(refusals.find(2, 'o:0', NOW), undefined, 'the oldest went first')
  t.end()
})

t.test('a shard remembers so many at most, the oldest go first', (t) => {
  const refusals = new RecentRefusals()
  let most = 0
  const logins = 1000
  const each = (4 * REFUSALS_PER_SHARD_MAX) / logins
  for (let i = 0; i < each; i++) {
    for (let login = 1; login <= logins; login++) refusals.add(login, `o:${i}`, 1, NO_MONEY, NOW)
    most = Math.max(most, refusals.size)
  }
  t.ok(most <= REFUSALS_PER_SHARD_MAX, `${most} were held`)
  const newest = Math.floor(each)
  t.not(refusals.find(1, `o:${newest}`, NOW), undefined)
  t.equal(refusals.find(1, 'o:0', NOW), undefined)
  t.end()
})

t.test('what is too old is given back, and never answered', (t) => {
  const refusals = new RecentRefusals()
  refusals.add(1, 'o:a', 1, NO_MONEY, NOW)
  refusals.add(1, 'o:b', 2, NO_MONEY, NOW + TEN_MINUTES - 1)
  t.equal(refusals.find(1, 'o:a', NOW + TEN_MINUTES), undefined)
  t.match(refusals.find(1, 'o:b', NOW + TEN_MINUTES), { digest: 2 })
  refusals.add(1, 'o:a', 3, NO_MONEY, NOW + TEN_MINUTES)
  t.match(refusals.find(1, 'o:a', NOW + TEN_MINUTES), { digest: 3 }, 'the newer one counts')
  refusals.add(1, 'o:c', 1, NO_MONEY, NOW + 10 * TEN_MINUTES)
  t.equal(refusals.size, 1)
  t.end()
})

t.test('the older ones go at the moment at which the newest of them is too old', (t) => {
  const held = (...times: number[]): number[] => {
    const refusals = new RecentRefusals()
    return times.map((at, i) => {
      refusals.add(1, `o:${i}`, 1, NO_MONEY, NOW + at)
      return refusals.size
    })
  }
  const begun = 10 * TEN_MINUTES
  t.same(held(begun, begun + TEN_MINUTES - 1, begun + 2 * TEN_MINUTES - 1), [1, 2, 3])
  t.same(held(begun, begun + TEN_MINUTES, begun + 2 * TEN_MINUTES), [1, 2, 2])
  t.same(held(begun, begun + 2 * TEN_MINUTES), [1, 1])
  t.same(held(begun, begun + 2 * TEN_MINUTES - 1), [1, 2])
  t.end()
})

t.test('half of what a shard may hold is young, and no more than all of it is held', (t) => {
  const refusals = new RecentRefusals()
  const half = REFUSALS_PER_SHARD_MAX / 2
  const add = (count: number): void => {
    for (let i = 0; i < count; i++) refusals.add(++login, 'o:a', 1, NO_MONEY, NOW)
  }
  let login = 0
  add(half)
  t.equal(refusals.size, half)
  add(half)
  t.equal(refusals.size, REFUSALS_PER_SHARD_MAX)
  t.not(refusals.find(1, 'o:a', NOW), undefined)
  add(1)
  t.equal(refusals.size, half + 1, 'the older half made room')
  t.equal(refusals.find(1, 'o:a', NOW), undefined)
  t.not(refusals.find(half + 1, 'o:a', NOW), undefined)
  t.end()
})

t.test('shares of accounts that are full count as the others do', (t) => {
  const refusals = new RecentRefusals()
  const half = REFUSALS_PER_SHARD_MAX / 2
  for (let login = 1; login <= half; login++) refusals.add(login, 'o:a', 1, NO_MONEY, NOW)
  const own = REFUSALS_PER_ACCOUNT_MAX / 2
  let most = 0
  for (let login = half + 1; login <= half + half / own + 2; login++) {
    for (let i = 0; i <= own; i++) {
      refusals.add(login, `o:${i}`, 1, NO_MONEY, NOW)
      most = Math.max(most, refusals.size)
    }
  }
  t.equal(most, REFUSALS_PER_SHARD_MAX)
  t.end()
})
