import t from 'tap'
import type { Clock } from '../../../../actors/thread/clock.js'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { catalog } from '../../../../http/catalog.js'
import { bodyExample, openApiDocument } from '../../../../http/docs/openapi.js'
import type { Session } from '../../../../http/exchange/session.js'
import { frontRates } from '../../../../http/pipeline/rates/front-rates.js'
import {
  RATED_CALLERS_MAX,
  RATED_CALLERS_PER_ROUTE_MAX,
  RouteRates,
} from '../../../../http/pipeline/rates/route-rates.js'
import { nameOf } from '../../../../http/pipeline/route.js'
import { type FrontRoute, route } from '../../../../http/routes/route.js'
import { isLoopback } from '../../../../http/server/client-address.js'
import { resolved } from '../../../given/resolved.js'
import { whole } from '../../../given/whole.js'
import { authenticator, pipeline, read, request, session } from '../../given.js'

// Rates that routes name: what is let through, who counts, what is told, what is remembered.

const HOUR = { per: 'address', max: 5, seconds: 3600 } as const
const MINUTE = { per: 'login', max: 2, seconds: 60 } as const
const NAMED = ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2', '127.0.0.1'] as const

const own = { summary: '', method: 'GET', handle: () => null } as const
const routes = [
  route({ ...own, audience: 'public', path: '/sign-up', rate: HOUR, cost: 0 }),
  route({ ...own, audience: 'staff', rights: [], path: '/export', rate: MINUTE }),
  route({ ...own, audience: 'staff', rights: ['journal'], path: '/closed', rate: MINUTE }),
]

function given(isOn = true) {
  let now = 1000
  const clock = { monotonic: () => now, now: () => now } as Clock
  const sessions: Record<string, Session> = {}
  const rates = frontRates(isOn, isLoopback)
  const front = pipeline(routes, {
    clock,
    routeRates: rates.routes,
    rate: null,
    authenticator: authenticator(sessions),
  })
  return {
    rates,
    wait: (ms: number) => {
      now += ms
    },
    /** Statuses, and what the last answer says of when to come again. */
    async ask(times: number, path: string, from: { address?: string; login?: number } = {}) {
      const { address = NAMED[0], login = 0 } = from
      const statuses: number[] = []
      let retryAfter: string | undefined
      sessions[`of ${login}`] = session({ id: `of ${login}`, login, browser: false })
      for (let i = 0; i < times; i++) {
        const headers = { authorization: `Bearer of ${login}` }
        const answer = await front.inject(request({ path, address, headers }))
        statuses.push(answer.status)
        retryAfter = answer.headers.find(([name]) => name === 'retry-after')?.[1]
      }
      return { statuses, retryAfter }
    },
  }
}

t.test('an address is let through so often in any such span, and told when again', async (t) => {
  const { ask, wait, rates } = given()
  t.same((await ask(5, '/sign-up')).statuses, [200, 200, 200, 200, 200])
  t.same(await ask(1, '/sign-up'), { statuses: [429], retryAfter: '3600' })
  wait(3_599_000)
  t.same(await ask(1, '/sign-up'), { statuses: [429], retryAfter: '1' }, 'refusals do not count')
  t.equal(rates.routes?.refused, 2)
  wait(1000)
  t.same((await ask(6, '/sign-up')).statuses, [200, 200, 200, 200, 200, 429])
  t.same((await ask(1, '/sign-up', { address: NAMED[1] })).statuses, [200])
})

t.test('an address of IPv6 is its /64, and one of many people is nobody', async (t) => {
  const { ask } = given()
  await ask(5, '/sign-up', { address: NAMED[2] })
  t.same((await ask(1, '/sign-up', { address: NAMED[3] })).statuses, [429])
  t.same(new Set((await ask(50, '/sign-up', { address: NAMED[4] })).statuses), new Set([200]))
})

t.test('a login counts whatever it comes from, and only once it may ask at all', async (t) => {
  const { ask, wait } = given()
  t.same((await ask(2, '/export', { login: 5 })).statuses, [200, 200])
  t.same(await ask(1, '/export', { login: 5, address: NAMED[4] }), {
    statuses: [429],
    retryAfter: '60',
  })
  t.same((await ask(1, '/export', { login: 6 })).statuses, [200])
  t.same((await ask(4, '/closed', { login: 6 })).statuses, [403, 403, 403, 403])
  wait(60_000)
  t.same((await ask(1, '/export', { login: 5 })).statuses, [200])
})

t.test('with rates off nobody is held to any', async (t) => {
  const { ask, rates } = given(false)
  t.equal(rates.routes, undefined)
  t.same(new Set((await ask(50, '/sign-up')).statuses), new Set([200]))
})

t.test('a flood of callers at one route is bounded, and forgets that route alone', async (t) => {
  const rates = new RouteRates(() => false)
  const take = (name: string, address: string): number =>
    rates.take(name, { ...HOUR, max: 1 }, { address, session: null }, 1000)
  t.equal(take('other', 'kept'), 0)
  for (let n = 0; n <= RATED_CALLERS_PER_ROUTE_MAX; n++) t.notOk(take('flooded', `10.0.0.${n}`))
  t.equal(rates.size, RATED_CALLERS_PER_ROUTE_MAX + 1)
  t.ok(take('other', 'kept') > 0, 'is remembered')
  t.equal(take('flooded', '10.0.0.0'), 0, 'the first one was let go')
  for (let n = 0; n < RATED_CALLERS_MAX; n++) take(`route ${n % 16}`, String(n))
  t.equal(rates.size, RATED_CALLERS_MAX)
})

t.test('a rate that cannot be kept is none', (t) => {
  const bad = [
    { per: 'login', max: 1, seconds: 1 },
    { per: 'address', max: 101, seconds: 1 },
    { per: 'address', max: 0, seconds: 1 },
    { per: 'address', max: 1, seconds: 86_401 },
    { per: 'address', max: 1, seconds: 0.5 },
  ] as const
  for (const rate of bad) t.throws(() => route({ ...own, audience: 'public', path: '/x', rate }))
  t.end()
})

t.test('each served route with a rate answers 429 one past it, and the API says so', async (t) => {
  const rated = catalog.filter(({ rate }) => rate !== null)
  t.ok(rated.length >= 4)
  const document: {
    paths: Record<string, Record<string, { description: string; responses: object }>>
  } = resolved(JSON.parse(whole(openApiDocument(catalog, 'test'))))
  for (const one of rated) {
    const { status, answer } = await onePast({
      ...one,
      // A file is no matter of rates.
      upload: null,
      bodyMedia: one.upload === null ? one.bodyMedia : null,
      account: null,
      query: null,
      input: null,
      media: null,
      handle: () => null,
    })
    t.equal(status, 429, nameOf(one))
    t.equal(read(answer).code, 'too_many_requests')
    const after = answer.headers.find(([name]) => name === 'retry-after')?.[1]
    t.equal(after, String(one.rate?.seconds), nameOf(one))
    const shown = document.paths[one.path]?.[one.method.toLowerCase()]
    t.match(
      shown?.description,
      /At most \d+ times within (a \w+|\d+ seconds) by one (login|address)/,
    )
    t.match(shown?.responses, { 429: { headers: { 'Retry-After': Object } } })
  }
})

/** Asks as often as the route allows, and once more. */
async function onePast(one: FrontRoute) {
  const clock = { monotonic: () => 1000, now: () => 1000 } as Clock
  const audience = one.audience === 'trader' ? 'trader' : 'staff'
  const known = { who: session({ audience, browser: false, rights: new Set(RIGHTS) }) }
  const front = pipeline([one], {
    clock,
    rate: null,
    authenticator: authenticator(known),
    routeRates: new RouteRates(() => false),
  })
  const body = one.body === null ? null : Buffer.from(JSON.stringify(bodyExample(one)))
  const params = (one.example.params ?? {}) as Readonly<Record<string, string>>
  const path = one.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => params[name] ?? '1')
  const media = one.bodyMedia?.[0] ?? 'application/json'
  const headers = { authorization: 'Bearer who', 'content-type': media }
  const asked = request({ method: one.method, path, address: NAMED[0], headers })
  for (let n = 0; n < (one.rate?.max ?? 0); n++) {
    const { status } = await front.inject(asked, body)
    if (status !== 200) throw new Error(`${nameOf(one)} answers ${status}`)
  }
  const answer = await front.inject(asked, body)
  return { status: answer.status, answer }
}
