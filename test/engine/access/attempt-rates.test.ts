import t from 'tap'
import {
  ATTEMPT_WINDOW_MS,
  ATTEMPTS_PER_ADDRESS,
  ATTEMPTS_PER_NETWORK,
  ATTEMPTS_PER_PAIR,
  AttemptRates,
  RateTable,
} from '../../../engine/access/attempt-rates.js'

const A = '2001:db8:1:1::1'

/** So many tries of one after the other login, from addresses that `of` gives. */
function tries(rates: AttemptRates, count: number, of: (n: number) => string, isShared = false) {
  let taken = 0
  for (let n = 0; n < count; n++) if (rates.take(n, of(n), isShared, 0) === 0) taken++
  return taken
}

t.test('a login has so many tries from one address in a minute, which may wait for each', (t) => {
  const rates = new AttemptRates()
  for (let n = 0; n < ATTEMPTS_PER_PAIR; n++) t.equal(rates.take(7, A, false, n), 0)
  const next = ATTEMPTS_PER_PAIR
  t.equal(rates.take(7, A, false, next), ATTEMPT_WINDOW_MS - next)
  t.equal(rates.take(7, '2001:db8:1:1::2', false, next), ATTEMPT_WINDOW_MS - next, 'of one block')
  t.equal(rates.take(8, A, false, next), 0, 'another login')
  t.equal(rates.take(7, '2001:db8:1:2::1', false, next), 0, 'another address')
  t.equal(rates.take(7, A, false, ATTEMPT_WINDOW_MS - 1), 1)
  t.equal(rates.take(7, A, false, ATTEMPT_WINDOW_MS), 0, 'the first counts no more')
  t.equal(rates.take(7, A, false, ATTEMPT_WINDOW_MS), 1, 'and what was refused did not count')
  t.end()
})

t.test('an address and a network have theirs, those that many share have none', (t) => {
  const address = new AttemptRates()
  t.equal(
    tries(address, ATTEMPTS_PER_ADDRESS + 1, () => A),
    ATTEMPTS_PER_ADDRESS,
  )
  const blocks = (n: number) => `2001:db8:1:${n.toString(16)}::1`
  t.equal(tries(new AttemptRates(), ATTEMPTS_PER_NETWORK + 1, blocks), ATTEMPTS_PER_NETWORK)
  const shared = new AttemptRates()
  t.equal(
    tries(shared, ATTEMPTS_PER_NETWORK + 1, () => A, true),
    ATTEMPTS_PER_NETWORK + 1,
  )
  const four = new AttemptRates()
  t.equal(
    tries(four, ATTEMPTS_PER_ADDRESS + 1, () => '10.0.0.1'),
    ATTEMPTS_PER_ADDRESS,
  )
  const each = new AttemptRates()
  t.equal(
    tries(each, 700, (n) => `10.0.${n >> 8}.${n & 255}`),
    700,
    'IPv4 has no such networks',
  )
  t.same([address.size, four.size, each.size, shared.size], [62, 61, 1_400, 601])
  t.end()
})

t.test('a table keeps the newest tries of each key, and so many keys', (t) => {
  const table = new RateTable(2, 3)
  for (const at of [1, 2, 3]) table.add('a', at)
  t.equal(table.waitOf('a', 10), 2 + ATTEMPT_WINDOW_MS - 10)
  t.equal(table.waitOf('a', 2 + ATTEMPT_WINDOW_MS), 0)
  t.equal(table.waitOf('b', 10), 0)
  for (const key of ['b', 'c', 'd', 'e']) table.add(key, 20)
  t.equal(table.size, 3)
  t.end()
})

t.test('its size is that of all its tables', (t) => {
  const rates = new AttemptRates()
  t.equal(rates.size, 0)
  rates.take(7, A, true, 0)
  t.equal(rates.size, 1, 'a login at an address that many share')
  rates.take(7, A, false, 0)
  t.equal(rates.size, 3, 'the address and its network')
  rates.take(8, A, false, 0)
  rates.take(9, '2001:db8:1:2::1', false, 0)
  t.equal(rates.size, 6, 'of another address in the network')
  t.end()
})
