import t from 'tap'
import { RequestBudget } from '../../../../actors/shard/trade/request-budget.js'
import { CARRIED_OUT_RATE, SELF_OPENED_RATE } from '../../../../engine/limits/rates.js'
import { REQUEST_KEYS_PER_SHARD_MAX } from '../../../../engine/limits/requests.js'
import { LOGIN } from '../../../given/account.js'
import { DOER } from '../../../given/desk.js'
import { GivenShard } from '../../../given/floors/shard.js'
import { checkLedger } from '../../../given/records/ledger.js'

const RATE = { perSecond: 2, burst: 5 }
const NOW = 1_772_618_400_000
const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
const OTHER = 1002

/** The number of requests that it may take at once. */
function taken(budget: RequestBudget, login: number, now: number, held = 0, hasKey = true): number {
  for (let count = 0; ; count++) {
    if (budget.take(login, hasKey, held, now) !== undefined) return count
    if (count > 10_000) return Number.POSITIVE_INFINITY
  }
}

t.test('so many at once and so many a second, each account by itself', (t) => {
  const budget = new RequestBudget({ rate: RATE })
  t.equal(taken(budget, 1, NOW), RATE.burst)
  t.match(budget.take(1, true, 0, NOW), { code: 'trade.too_many_requests' })
  t.equal(taken(budget, 2, NOW), RATE.burst)
  t.equal(taken(budget, 1, NOW + 499), 0)
  t.equal(taken(budget, 1, NOW + 500), 1)
  t.equal(taken(budget, 1, NOW + 1500), 2)
  t.equal(taken(budget, 1, NOW + 3_600_000), RATE.burst, 'never more than the burst')
  budget.giveBack(1)
  t.equal(taken(budget, 1, NOW + 3_600_000), 1)
  t.end()
})

t.test('who has used up its own is told when there is room again', (t) => {
  const words =
    'The account has made more requests than it may for now. Send fewer, and try again in a moment.'
  const later = (retryAfterMs: number) => ({
    ok: false,
    code: 'trade.too_many_requests',
    message: words,
    retryAfterMs,
    numbers: { retry_after_ms: retryAfterMs },
  })
  const budget = new RequestBudget({ rate: RATE, keysMax: 100 })
  t.equal(taken(budget, 1, NOW), RATE.burst)
  t.same(budget.take(1, true, 0, NOW), later(500))
  t.same(budget.take(1, true, 0, NOW + 100), later(400))
  t.equal(budget.take(1, true, 0, NOW + 500), undefined)
  t.equal(taken(budget, 2, NOW, 50), 2)
  t.same(budget.take(2, true, 50, NOW), later(2000), 'a quarter of the rate where half is held')
  t.equal(budget.take(2, true, 50, NOW + 1999)?.code, 'trade.too_many_requests')
  t.equal(budget.take(2, true, 50, NOW + 2000), undefined)
  t.end()
})

t.test('without a rate only the memory of the shard is a bound', (t) => {
  const budget = new RequestBudget({ rate: null, keysMax: 100 })
  t.equal(taken(budget, 1, NOW, 99), Number.POSITIVE_INFINITY)
  t.match(budget.take(1, true, 100, NOW), { code: 'unavailable' })
  t.equal(budget.take(1, false, 100, NOW), undefined, 'one without a key takes no memory')
  t.end()
})

t.test('the fuller the shard, the less each may add, and who takes little goes on', (t) => {
  const rate = { perSecond: 16, burst: 1024 }
  const keysMax = 1000
  const at = (held: number, after = 0) =>
    taken(new RequestBudget({ rate, keysMax }), 1, NOW + after, held)
  t.equal(at(0), 1024)
  t.equal(at(500), 256)
  t.equal(at(750), 64)
  t.equal(at(999), 1)
  const budget = new RequestBudget({ rate, keysMax })
  t.equal(taken(budget, 1, NOW, 750), 64)
  t.equal(taken(budget, 1, NOW + 1000, 750), 1, 'a sixteenth of what it may a second')
  t.equal(budget.take(2, true, 750, NOW + 1000), undefined)
  t.end()
})

t.test('a few that take all they may never fill the shard', (t) => {
  // The bounds that hold, divided by 1,024: in eight days four accounts could fill it.
  const keysMax = REQUEST_KEYS_PER_SHARD_MAX / 1024
  const { perSecond, burst } = CARRIED_OUT_RATE
  const rate = { perSecond: perSecond / 1024, burst: Math.floor(burst / 1024) }
  const budget = new RequestBudget({ rate, keysMax })
  const days: number[] = []
  let held = 0
  let refused = 0
  for (let hour = 0; hour < 9 * 24; hour++) {
    const now = NOW + hour * 3_600_000
    let added = 0
    for (let login = 1; login <= 100; login++) {
      while (budget.take(login, true, held, now) === undefined) {
        held++
        added++
      }
    }
    days.push(added)
    // After eight days they go.
    if (days.length > 8 * 24) held -= days[days.length - 1 - 8 * 24] ?? 0
    if (budget.take(1000 + hour, true, held, now) !== undefined) refused++
  }
  t.equal(refused, 0, 'of those who ask once')
  t.ok(held > 0.5 * keysMax && held < 0.95 * keysMax, `${held} of ${keysMax}`)
  t.end()
})

t.test(
  'an account that has used up its own is refused, its repeats and refusals cost nothing',
  (t) => {
    const shard = new GivenShard({ requestRate: RATE }).profile().grantIds(1, 1000).deposit('10000')
    shard.profile({ login: OTHER }).deposit('10000', OTHER)
    const socket = shard.socket()
    const buy = (id: string, more = {}) =>
      shard.request(socket, 'trade', { ...BUY, ...more, client_order_id: id })
    for (let i = 0; i < 3; i++) t.equal(buy(`poor${i}`, { volume: '90' })['code'], 'trade.no_money')
    const done = Array.from({ length: RATE.burst }, (_, i) => buy(`k${i}`))
    t.same(
      done.map(({ code }) => code),
      done.map(() => 'ok'),
    )
    const records = shard.records().length
    t.equal(buy('more1')['code'], 'trade.too_many_requests')
    t.equal(
      shard.request(socket, 'trade', BUY)['code'],
      'trade.too_many_requests',
      'without a key too',
    )
    t.same(buy('k0')['data'], done[0]?.['data'], 'a repeat is answered')
    t.equal(shard.records().length, records)
    t.equal(shard.request(shard.socket({ login: OTHER }), 'trade', BUY)['code'], 'ok')
    const [position_id = 0] = shard.account().positions.keys()
    const body = { kind: 'close', position_id, client_order_id: 'dealt' } as const
    const [dealt] = shard
      .turn(() =>
        shard.ask(1, { op: 'trade', request: { login: LOGIN, body, reason: 'dealer', by: DOER } }),
      )
      .filter(({ kind }) => kind === 'answer')
    t.match(dealt?.value, { ok: true }, 'staff are not kept from it')
    shard.clock.at += 600
    t.equal(buy('more1')['code'], 'ok', 'it was not remembered as refused')
    t.equal(buy('more2')['code'], 'trade.too_many_requests')
    checkLedger(shard.records(LOGIN), shard.account())
    t.end()
  },
)

t.test(
  'demo accounts that people opened have a budget and a place on the disk of their own',
  (t) => {
    const shard = new GivenShard({ requestRate: CARRIED_OUT_RATE }).profile({ self_opened: true })
    shard.profile({ login: OTHER }).grantIds(1, 1000).deposit('10000').deposit('10000', OTHER)
    const selfOpenedRate = { perSecond: 0.1, burst: 2 }
    const budget = new RequestBudget({ rate: CARRIED_OUT_RATE, selfOpenedRate })
    Object.assign(shard.core, { budget })
    const codes = (login: number): unknown[] =>
      [1, 2, 3].map(() => shard.request(shard.socket({ login }), 'trade', BUY)['code'])
    t.same(codes(LOGIN), ['ok', 'ok', 'trade.too_many_requests'])
    t.same(codes(OTHER), ['ok', 'ok', 'ok'], 'nobody else is held to it')
    shard.clock.at += 11_000
    shard.core.isDemoHalted = true
    t.same(codes(LOGIN), Array(3).fill('unavailable'), 'they stop first when the disk fills')
    t.same(codes(OTHER), ['ok', 'ok', 'ok'], 'and real trading goes on')
    shard.core.isDemoHalted = false
    t.same(codes(LOGIN), ['ok', 'trade.too_many_requests', 'trade.too_many_requests'])
    t.equal(new RequestBudget({ rate: null }).take(LOGIN, false, 0, NOW, true), undefined)
    t.same(SELF_OPENED_RATE, { perSecond: 0.1, burst: 10_000 })
    t.end()
  },
)

t.test('a shard that remembers as many ids as it can takes orders without one still', (t) => {
  const shard = new GivenShard().profile().grantIds(1, 1000).deposit('10000')
  // One key is held: that of the payment.
  t.equal(shard.core.keys.size, 1)
  Object.assign(shard.core, { budget: new RequestBudget({ rate: null, keysMax: 1 }) })
  const socket = shard.socket()
  const named = shard.request(socket, 'trade', { ...BUY, client_order_id: 'a' })
  t.equal(named['code'], 'unavailable')
  t.equal(shard.account().positions.size, 0)
  t.equal(shard.request(socket, 'trade', BUY)['code'], 'ok')
  t.equal(shard.account().positions.size, 1)
  checkLedger(shard.records(LOGIN), shard.account())
  t.end()
})
