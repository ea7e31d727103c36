import t from 'tap'
import { issueTokens } from '../../../actors/sign-in/session-tokens.js'
import type { Clock } from '../../../actors/thread/clock.js'
import { StrangerRates } from '../../../http/pipeline/rates/address-rates.js'
import { frontRates } from '../../../http/pipeline/rates/front-rates.js'
import { route } from '../../../http/routes/route.js'
import { isLoopback } from '../../../http/server/client-address.js'
import { pipeline, request } from '../given.js'

const open = { audience: 'public', summary: '', method: 'GET', handle: () => null } as const
const routes = [
  route({ ...open, path: '/login' }),
  route({ ...open, path: '/document', cost: 10 }),
  route({ ...open, path: '/health', cost: 0 }),
  route({ ...open, audience: 'staff', rights: [], path: '/staff' }),
]

function given() {
  let now = 1000
  const clock = { monotonic: () => now, now: () => now } as Clock
  const strangers = new StrangerRates(isLoopback)
  const front = pipeline(routes, { clock, strangers })
  return {
    wait: (ms: number) => {
      now += ms
    },
    /** The statuses of so many requests, each with how often it came. */
    async ask(times: number, path: string, address = '192.0.2.1', token?: string) {
      const seen: Record<number, number> = {}
      const headers: Record<string, string> =
        token === undefined ? {} : { authorization: `Bearer ${token}` }
      for (let i = 0; i < times; i++) {
        const answer = await front.inject(request({ path, address, headers }))
        seen[answer.status] = (seen[answer.status] ?? 0) + 1
        if (answer.status !== 429) continue
        t.same([answer.closes, answer.headers], [true, [['retry-after', '1']]])
      }
      return seen
    },
  }
}

t.test('an address has 100 requests without a session at once, and 20 a second', async (t) => {
  const { ask, wait } = given()
  t.same(await ask(101, '/login'), { 200: 100, 429: 1 })
  t.same(await ask(1, '/login', '192.0.2.2'), { 200: 1 }, 'addresses do not share')
  wait(1000)
  t.same(await ask(21, '/login'), { 200: 20, 429: 1 })
  wait(60_000)
  t.same(await ask(101, '/login'), { 200: 100, 429: 1 }, 'it saves up no more than the burst')
})

t.test('an address of IPv6 is its /64', async (t) => {
  const { ask } = given()
  t.same(await ask(100, '/login', '2001:db8::1'), { 200: 100 })
  t.same(await ask(1, '/login', '2001:db8::ffff:2'), { 429: 1 })
  t.same(await ask(1, '/login', '2001:db8:0:1::1'), { 200: 1 })
})

t.test('what is refused before anybody is known counts as well', async (t) => {
  for (const [path, status] of [
    ['/nowhere', 404],
    ['/staff', 401],
  ] as const) {
    const { ask } = given()
    t.same(await ask(101, path), { [status]: 100, 429: 1 })
    t.same(await ask(1, '/login'), { 429: 1 })
  }
})

t.test(
  'a document counts as ten, health as one of its address, a session goes by its own rate',
  async (t) => {
    const { ask } = given()
    t.same(await ask(11, '/document'), { 200: 10, 429: 1 })
    t.same(await ask(1, '/login'), { 429: 1 })
    t.same(await ask(1, '/health'), { 429: 1 })
    t.same(await ask(5000, '/health', '127.0.0.1'), { 200: 5000 }, 'the machine itself asks freely')
    t.same(await ask(1, '/login', '127.0.0.1'), { 200: 1 }, 'which is not what everybody asks')
    t.same(await ask(300, '/staff', '192.0.2.1', 'full'), { 200: 300 })
  },
)

t.test('an address that many share is held to the rate of all together', async (t) => {
  const { ask, wait } = given()
  t.same(await ask(2000, '/login', '127.0.0.1'), { 200: 2000 })
  t.same(await ask(1, '/login', '127.0.0.1'), { 429: 1 })
  t.same(await ask(1, '/login', '192.0.2.1'), { 429: 1 }, 'and so is everybody')
  wait(1000)
  t.same(await ask(501, '/login', '127.0.0.1'), { 200: 500, 429: 1 })
  t.same(await ask(3000, '/nowhere', '127.0.0.1'), { 404: 3000 }, 'a mistake asks for no work')
})

t.test('a session is refreshed five times at once and each five seconds', async (t) => {
  const { mayRefresh } = frontRates(true, isLoopback)
  const [one, other] = [issueTokens().refresh, issueTokens().refresh]
  const family = one.slice(0, 43)
  const passed = (times: number, now: number): number =>
    Array.from({ length: times }, () => mayRefresh(issueTokens(family).refresh, now)).filter(
      Boolean,
    ).length
  t.equal(passed(6, 1000), 5, 'whatever token of the session is shown')
  t.equal(mayRefresh(other, 1000), true)
  t.equal(passed(2, 5999), 0)
  t.equal(passed(2, 6000), 1)
  t.equal(mayRefresh('nonsense', 6000), true, 'no desk is asked about it')
})

t.test('with rates off nobody is held to one', async (t) => {
  const off = frontRates(false, isLoopback)
  t.same([off.connections, off.session, off.strangers], [null, null, undefined])
  const { refresh } = issueTokens()
  t.ok(Array.from({ length: 100 }, () => off.mayRefresh(refresh, 0)).every(Boolean))
  const front = pipeline(routes, { rate: off.session, strangers: off.strangers })
  const headers = { authorization: 'Bearer full' }
  for (let i = 0; i < 1000; i++) {
    const answer = await front.inject(request({ path: '/staff', headers }))
    if (answer.status !== 200) t.fail(`${answer.status}`)
  }
})
