import t from 'tap'
import { type Clock, systemClock } from '../../../actors/thread/clock.js'
import { refuse } from '../../../engine/code.js'
import { RouteRates } from '../../../http/pipeline/rates/route-rates.js'
import { route } from '../../../http/routes/route.js'
import { HttpServer } from '../../../http/server/server.js'
import { pipeline } from '../given.js'

// What an answer tells of the caller's rate, over a real socket.

const own = { summary: '', method: 'GET', audience: 'staff', rights: [] } as const
const routes = [
  route({ ...own, path: '/plain', handle: () => null }),
  route({
    ...own,
    path: '/refused',
    errors: ['conflict'],
    handle: () => refuse('conflict', 'No.'),
  }),
  route({ ...own, path: '/no-right', rights: ['journal'], handle: () => null }),
  route({
    ...own,
    path: '/rare',
    rate: { per: 'login', max: 2, seconds: 60 },
    handle: () => null,
  }),
  route({
    ...own,
    path: '/shared',
    rate: { per: 'address', max: 2, seconds: 60 },
    handle: () => null,
  }),
  route({ ...own, audience: 'public', path: '/open', handle: () => null }),
]

type Told = readonly [
  status: number,
  limit: string | null,
  remaining: string | null,
  reset: string | null,
  retryAfter: string | null,
]

async function serving(
  run: (ask: (path: string, who?: string) => Promise<Told>, wait: (ms: number) => void) => unknown,
  rate: { perSecond: number; burst: number; keysMax: number } | null,
): Promise<void> {
  let now = 1000
  const hand = { monotonic: () => now, now: () => now } as Clock
  const front = pipeline(routes, { clock: hand, rate, routeRates: new RouteRates(() => true) })
  const options = { host: '127.0.0.1', port: 0, pipeline: front, clock: systemClock() }
  const server = new HttpServer(options)
  const port = await server.listen()
  const ask = async (path: string, who = 'full'): Promise<Told> => {
    const headers = { authorization: `Bearer ${who}` }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    await answer.arrayBuffer()
    return [
      answer.status,
      answer.headers.get('ratelimit-limit'),
      answer.headers.get('ratelimit-remaining'),
      answer.headers.get('ratelimit-reset'),
      answer.headers.get('retry-after'),
    ]
  }
  try {
    await run(ask, (ms) => {
      now += ms
    })
  } finally {
    await server.stop(100)
  }
}

t.test('what is left counts down, whatever the answer, and comes back', (t) =>
  serving(
    async (ask, wait) => {
      t.same(await ask('/plain'), [200, '4', '3', '1', null])
      t.same(await ask('/refused'), [409, '4', '2', '1', null])
      t.same(await ask('/no-right'), [403, '4', '1', '2', null])
      t.same(await ask('/plain'), [200, '4', '0', '2', null])
      t.same(await ask('/plain'), [429, '4', '0', '2', '1'])
      wait(500)
      t.same(await ask('/plain'), [200, '4', '0', '2', null], 'one has come back')
      wait(60_000)
      t.same(await ask('/plain'), [200, '4', '3', '1', null])
    },
    { perSecond: 2, burst: 4, keysMax: 10 },
  ),
)

t.test('a route with a rate of its own tells that one', (t) =>
  serving(
    async (ask, wait) => {
      t.same(await ask('/rare'), [200, '2', '1', '60', null])
      wait(20_000)
      t.same(await ask('/rare'), [200, '2', '0', '60', null])
      wait(10_000)
      t.same(await ask('/rare'), [429, '2', '0', '50', '30'])
      wait(30_000)
      t.same(await ask('/rare'), [200, '2', '0', '60', null], 'the oldest counts no more')
      t.same(await ask('/plain'), [200, '400', '398', '1', null], 'elsewhere it is the session’s')
      t.same(await ask('/shared'), [200, '400', '397', '1', null], 'and where nobody is held to it')
    },
    { perSecond: 200, burst: 400, keysMax: 10 },
  ),
)

t.test('who has no session, and a server without rates, are told none', async (t) => {
  const rate = { perSecond: 2, burst: 4, keysMax: 10 }
  await serving(async (ask) => {
    t.same(await ask('/open'), [200, null, null, null, null])
    t.same(await ask('/plain', 'nobody'), [401, null, null, null, null])
  }, rate)
  await serving(async (ask) => {
    t.same(await ask('/plain'), [200, null, null, null, null])
  }, null)
})
