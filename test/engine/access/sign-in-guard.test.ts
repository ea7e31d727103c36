import t from 'tap'
import {
  ATTEMPTS_PER_ADDRESS,
  ATTEMPTS_PER_NETWORK,
  ATTEMPTS_PER_PAIR,
} from '../../../engine/access/attempt-rates.js'
import { GUESSES_PER_HOUR, SLOWED_TRIES_PER_MINUTE } from '../../../engine/access/login-guesses.js'
import { type SignInAttempt, SignInGuard } from '../../../engine/access/sign-in-guard.js'
import { BLOCK_FIRST_MS, FAILURES_PER_PAIR } from '../../../engine/access/throttle.js'

const HOME = '203.0.113.7'
const HOUR = 3_600_000

function from(address: string, login = 7, over: Partial<SignInAttempt> = {}): SignInAttempt {
  return { side: 'trader', login, address, isShared: false, ...over }
}

/** Tries until one is refused; how many were not, and the refusal. */
function tries(guard: SignInGuard, attempts: Iterable<SignInAttempt>, now = 0) {
  let taken = 0
  for (const attempt of attempts) {
    const refusal = guard.refuseAttempt(attempt, now)
    if (refusal !== null) return { taken, refusal }
    taken++
  }
  return { taken, refusal: null }
}

function* forever(attempt: (i: number) => SignInAttempt, count = 10_000) {
  for (let i = 0; i < count; i++) yield attempt(i)
}

t.test('a login is tried ten times a minute from one address, right or wrong', (t) => {
  const guard = new SignInGuard()
  for (let i = 0; i < ATTEMPTS_PER_PAIR; i++) {
    t.equal(guard.refuseAttempt(from(HOME), i * 1000), null)
    guard.succeeded(from(HOME), i * 1000)
  }
  t.match(guard.refuseAttempt(from(HOME), 10_000), {
    code: 'auth.too_many_attempts',
    message: 'Too many sign-ins within a minute. Try again in 50 seconds.',
    retryAfterMs: 50_000,
  })
  t.equal(guard.refuseAttempt(from(HOME, 8), 10_000), null, 'another login goes on')
  t.equal(guard.refuseAttempt(from('203.0.113.8'), 10_000), null, 'another address goes on')
  t.match(guard.refuseAttempt(from(HOME), 59_999), { retryAfterMs: 1 })
  t.equal(guard.refuseAttempt(from(HOME), 60_000), null, 'the first one is a minute ago')
  t.match(guard.refuseAttempt(from(HOME), 60_000), { retryAfterMs: 1000 }, 'and no more')
  t.end()
})

t.test(
  'an address tries sixty times a minute, one that many share as often as it has logins',
  (t) => {
    const every = (over: Partial<SignInAttempt>) => forever((i) => from(HOME, i, over), 500)
    t.match(tries(new SignInGuard(), every({})), { taken: ATTEMPTS_PER_ADDRESS, refusal: {} })
    t.match(tries(new SignInGuard(), every({ isShared: true })), { taken: 500, refusal: null })
    const one = forever(() => from(HOME, 7, { isShared: true }))
    t.equal(tries(new SignInGuard(), one).taken, ATTEMPTS_PER_PAIR, 'each login has its own figure')
    t.end()
  },
)

t.test('an IPv6 address counts as its /64, and a /48 has a figure of its own', (t) => {
  const sixtyFour = forever((i) => from(`2001:db8:1:2::${i.toString(16)}`, i))
  t.equal(tries(new SignInGuard(), sixtyFour).taken, ATTEMPTS_PER_ADDRESS)
  const guard = new SignInGuard()
  const fortyEight = forever((i) => from(`2001:db8:1:${i.toString(16)}::1`, i))
  t.equal(tries(guard, fortyEight).taken, ATTEMPTS_PER_NETWORK)
  t.equal(guard.refuseAttempt(from('2001:db8:2::1'), 0), null)
  t.end()
})

t.test('without rates nobody is counted, and failures block all the same', (t) => {
  const guard = new SignInGuard(false)
  t.equal(
    tries(
      guard,
      forever(() => from(HOME)),
    ).refusal,
    null,
  )
  for (let i = 0; i < FAILURES_PER_PAIR; i++) guard.failed(from(HOME), 0)
  t.match(guard.refuseAttempt(from(HOME), 0), {
    message: 'Too many failed sign-ins. Try again in 5 minutes.',
    retryAfterMs: BLOCK_FIRST_MS,
  })
  t.end()
})

t.test('who guesses at a login from everywhere is slowed, and its owner is not', (t) => {
  const guard = new SignInGuard()
  guard.succeeded(from(HOME), 0)
  const anywhere = (i: number) => from(`198.51.${i >> 8}.${i & 255}`)
  for (let i = 0; i < GUESSES_PER_HOUR - 1; i++) guard.failed(anywhere(i), HOUR)
  t.equal(
    tries(
      guard,
      forever((i) => anywhere(i), 50),
      HOUR,
    ).refusal,
    null,
  )
  guard.failed(anywhere(999), HOUR)
  const slowed = tries(
    guard,
    forever((i) => anywhere(1000 + i)),
    HOUR,
  )
  t.match(slowed, {
    taken: SLOWED_TRIES_PER_MINUTE,
    refusal: {
      code: 'auth.too_many_attempts',
      message: 'Too many wrong passwords of this login. Try again in 60 seconds.',
      retryAfterMs: 60_000,
    },
  })
  t.equal(guard.refuseAttempt(from(HOME), HOUR), null, 'from where its owner signs in')
  t.equal(guard.refuseAttempt(from(HOME, 8), HOUR), null, 'another login')
  t.match(guard.refuseAttempt(from(HOME, 7, { side: 'staff' }), HOUR), {}, 'the other side is new')
  t.equal(tries(guard, forever(anywhere, 50), 2 * HOUR).refusal, null, 'it is over an hour later')
  t.end()
})

t.test(
  'it is known from where a login signed in lately: the newest eight, for thirty days',
  (t) => {
    const guard = new SignInGuard()
    for (let i = 0; i < 9; i++) guard.succeeded(from(`192.0.2.${i}`), i)
    t.notOk(guard.isKnown(from('192.0.2.0'), 9))
    t.ok(guard.isKnown(from('192.0.2.1'), 9))
    t.notOk(guard.isKnown(from('192.0.2.1', 8), 9), 'of that login')
    t.notOk(guard.isKnown(from('192.0.2.1', 7, { side: 'staff' }), 9), 'on that side')
    t.ok(guard.isKnown(from('192.0.2.8'), 30 * 24 * HOUR + 7))
    t.notOk(guard.isKnown(from('192.0.2.8'), 30 * 24 * HOUR + 8))
    t.end()
  },
)

t.test('who is blocked is refused for that, and is not counted as one who tries', (t) => {
  const guard = new SignInGuard()
  for (let i = 0; i < FAILURES_PER_PAIR; i++) guard.failed(from(HOME), 0)
  const blocked = {
    code: 'auth.too_many_attempts',
    message: 'Too many failed sign-ins. Try again in 5 minutes.',
    retryAfterMs: BLOCK_FIRST_MS,
  }
  for (let i = 0; i < ATTEMPTS_PER_PAIR + 1; i++) {
    t.match(guard.refuseAttempt(from(HOME), 0), blocked)
  }
  t.match(guard.refuseAttempt(from(HOME), BLOCK_FIRST_MS - 60_000), {
    message: 'Too many failed sign-ins. Try again in 60 seconds.',
  })
  t.match(guard.refuseAttempt(from(HOME), BLOCK_FIRST_MS - 60_001), {
    message: 'Too many failed sign-ins. Try again in 2 minutes.',
  })
  t.match(guard.refuseAttempt(from(HOME), BLOCK_FIRST_MS - 1), { retryAfterMs: 1 })
  t.equal(guard.refuseAttempt(from(HOME), BLOCK_FIRST_MS), null)
  t.end()
})
