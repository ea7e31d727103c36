import fc from 'fast-check'
import t from 'tap'
import {
  BLOCK_FIRST_MS,
  BLOCK_MAX_MS,
  FAILURE_WINDOW_MS,
  SignInThrottle,
} from '../../../engine/access/throttle.js'

const HOME = '203.0.113.7'

function fail(
  throttle: SignInThrottle,
  times: number,
  login: number,
  address: string,
  now: number,
) {
  for (let i = 0; i < times; i++) throttle.failed(login, address, now)
}

t.test('five failures of a login block it at that address only', (t) => {
  const throttle = new SignInThrottle()
  fail(throttle, 4, 7, HOME, 1000)
  t.equal(throttle.blockedFor(7, HOME, 1000), 0)
  fail(throttle, 1, 7, HOME, 1000)
  t.equal(throttle.blockedFor(7, HOME, 1000), BLOCK_FIRST_MS)
  t.equal(throttle.blockedFor(8, HOME, 1000), 0, 'another login goes on')
  t.equal(throttle.blockedFor(7, '203.0.113.8', 1000), 0, 'another address goes on')
  t.equal(throttle.blockedFor(7, HOME, 1000 + BLOCK_FIRST_MS - 1), 1)
  t.equal(throttle.blockedFor(7, HOME, 1000 + BLOCK_FIRST_MS), 0)
  t.end()
})

t.test('twenty failures from an address block every login there', (t) => {
  const throttle = new SignInThrottle()
  for (let login = 1; login <= 20; login++) throttle.failed(login, HOME, 5)
  t.equal(throttle.blockedFor(999, HOME, 5), BLOCK_FIRST_MS)
  t.equal(throttle.blockedFor(999, '203.0.113.8', 5), 0)
  t.end()
})

t.test('failures older than five minutes are forgotten', (t) => {
  const throttle = new SignInThrottle()
  fail(throttle, 4, 7, HOME, 0)
  fail(throttle, 4, 7, HOME, FAILURE_WINDOW_MS)
  t.equal(throttle.blockedFor(7, HOME, FAILURE_WINDOW_MS), 0)
  t.end()
})

t.test('each further block doubles up to an hour, and a quiet hour starts afresh', (t) => {
  const throttle = new SignInThrottle()
  let now = 0
  for (const minutes of [5, 10, 20, 40, 60, 60]) {
    fail(throttle, 5, 7, HOME, now)
    t.equal(throttle.blockedFor(7, HOME, now), minutes * 60_000)
    now += minutes * 60_000
  }
  now += BLOCK_MAX_MS
  fail(throttle, 5, 7, HOME, now)
  t.equal(throttle.blockedFor(7, HOME, now), BLOCK_FIRST_MS)
  t.end()
})

t.test('failures while blocked neither count nor lengthen the block', (t) => {
  const throttle = new SignInThrottle()
  fail(throttle, 5, 7, HOME, 0)
  fail(throttle, 50, 7, HOME, 1)
  t.equal(throttle.blockedFor(7, HOME, 1), BLOCK_FIRST_MS - 1)
  t.equal(throttle.blockedFor(8, HOME, 1), 0, 'nor do they block the address')
  t.end()
})

t.test('success clears the count of its login, not that of the address', (t) => {
  const throttle = new SignInThrottle()
  for (let round = 0; round < 4; round++) {
    fail(throttle, 4, 7, HOME, round)
    throttle.succeeded(7, HOME)
    t.equal(throttle.blockedFor(7, HOME, round), 0)
  }
  fail(throttle, 4, 7, HOME, 5)
  t.equal(throttle.blockedFor(8, HOME, 5), BLOCK_FIRST_MS, 'the 20th of the address')
  t.end()
})

t.test('IPv6 addresses of one /64 are one, and a mapped IPv4 address is the IPv4 address', (t) => {
  const throttle = new SignInThrottle()
  for (let host = 1; host <= 5; host++) throttle.failed(7, `2001:db8:1:2::${host}`, 0)
  t.equal(throttle.blockedFor(7, '2001:db8:1:2:ffff::1', 0), BLOCK_FIRST_MS)
  t.equal(throttle.blockedFor(7, '2001:db8:1:3::1', 0), 0)
  fail(throttle, 5, 7, '::ffff:203.0.113.7', 0)
  t.equal(throttle.blockedFor(7, HOME, 0), BLOCK_FIRST_MS)
  t.end()
})

t.test('memory is bounded whatever the addresses', (t) => {
  const throttle = new SignInThrottle(100)
  for (let i = 0; i < 10_000; i++)
    throttle.failed(i, `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, i)
  t.equal(throttle.size, 200)
  t.end()
})

t.test('a flood of addresses ends no block that stands', (t) => {
  const throttle = new SignInThrottle(100, 50)
  fail(throttle, 5, 7, HOME, 0)
  fail(throttle, 5, 7, '2001:db8:1::1', 0)
  for (let i = 0; i < 5000; i++) throttle.failed(7, `2001:db8:1:${i.toString(16)}::1`, 1)
  for (let i = 0; i < 5000; i++) throttle.failed(i, `10.0.${i >> 8}.${i & 255}`, 1)
  t.equal(throttle.blockedFor(7, HOME, 1), BLOCK_FIRST_MS - 1)
  t.equal(throttle.blockedFor(7, '2001:db8:1::1', 1), BLOCK_FIRST_MS - 1)
  t.end()
})

t.test('a /48 takes the places of its own addresses once it has its share', (t) => {
  const throttle = new SignInThrottle(100, 10)
  fail(throttle, 4, 7, HOME, 0)
  for (let i = 0; i < 5000; i++) throttle.failed(7, `2001:db8:1:${i.toString(16)}::1`, 1)
  t.equal(throttle.size, 2 + 2 * 10)
  fail(throttle, 1, 7, HOME, 2)
  t.equal(throttle.blockedFor(7, HOME, 2), BLOCK_FIRST_MS, 'what was counted elsewhere stays')
  t.end()
})

t.test('no order of attempts allows more than five guesses at a login in five minutes', (t) => {
  const step = fc.record({
    wait: fc.nat(120_000),
    address: fc.constantFrom('10.0.0.1', '10.0.0.2'),
    login: fc.constantFrom(1, 2),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const throttle = new SignInThrottle()
      const guesses: { at: number; key: string }[] = []
      let now = 0
      for (const { wait, address, login } of steps) {
        now += wait
        if (throttle.blockedFor(login, address, now) > 0) continue
        throttle.failed(login, address, now)
        guesses.push({ at: now, key: `${login} ${address}` })
      }
      return guesses.every(({ at, key }) => {
        const near = guesses.filter(
          (g) => g.key === key && g.at <= at && at - g.at < FAILURE_WINDOW_MS,
        )
        return near.length <= 5
      })
    }),
  )
  t.end()
})
