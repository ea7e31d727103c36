import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { nameOf } from '../../../http/pipeline/route.js'
import { rawRoute, route } from '../../../http/routes/route.js'
import * as S from '../../../wire/types/scalars.js'
import { HandClock } from '../../given/hand-clock.js'
import { bytes, pipeline, read, request } from '../given.js'

// Every answer is counted once, with its route, its status and its time, however it came about.

const open = { audience: 'public', summary: '', method: 'GET' } as const
const json = { 'content-type': 'application/json' }

t.test('each answer is told once with its route, status and time', async (t) => {
  const clock = new HandClock()
  const seen: unknown[] = []
  const failures: unknown[] = []
  const path = '/of/{n}'
  const routes = [
    route({
      ...open,
      path,
      params: S.Params({ n: S.LoginText }),
      query: S.Query({ a: S.Optional(S.Text(5)) }),
      handle: ({ params }) => {
        clock.at += 5
        if (params.n === 2) return refuse('conflict', 'x')
        if (params.n === 3) throw new Error('broken')
        return null
      },
    }),
    route({
      ...open,
      path: '/waits',
      handle: async () => {
        clock.at += 7
        return null
      },
    }),
    route({
      ...open,
      path: '/fails',
      handle: async () => {
        clock.at += 8
        throw new Error('broken later')
      },
    }),
    rawRoute({
      ...open,
      path: '/raw',
      media: 'text/plain',
      handle: () => ({ status: 304, mediaType: 'text/plain', body: 'x' }),
    }),
    route({
      ...open,
      method: 'POST',
      path: '/body',
      body: S.Body({ a: S.Int(0) }),
      bodyBytesMax: 20,
      handle: () => null,
    }),
    route({ ...open, audience: 'staff', rights: [], path: '/staff', handle: () => null }),
  ]
  const front = pipeline(routes, {
    clock,
    rate: null,
    observe: (found, status, ms) => seen.push([found && nameOf(found), status, ms]),
    onFailure: (error, name, id) => failures.push([(error as Error).message, name, id]),
  })
  const ask = async (method: string, path: string, body: string | null = null, query = '') => {
    const headers = body === null ? {} : json
    const one = request({ method, path, query, headers, requestId: 'r-1' })
    const answer = await front.inject(one, body === null ? null : bytes(body))
    const [told, ...more] = seen.splice(0)
    t.strictSame([more, front.inFlight], [[], 0], 'once')
    return [answer.status, ...(told as unknown[])]
  }
  const of = `GET ${path}`
  t.strictSame(await ask('GET', '/of/1'), [200, of, 200, 5])
  t.strictSame(await ask('HEAD', '/of/1'), [200, of, 200, 5])
  t.strictSame(await ask('GET', '/of/2'), [409, of, 409, 5])
  t.strictSame(await ask('GET', '/of/3'), [500, of, 500, 5])
  t.strictSame(await ask('GET', '/of/x'), [400, of, 400, 0])
  t.strictSame(await ask('GET', '/of/1', null, 'b=1'), [400, of, 400, 0])
  t.strictSame(await ask('GET', '/waits'), [200, 'GET /waits', 200, 7])
  t.strictSame(await ask('GET', '/fails'), [500, 'GET /fails', 500, 8])
  t.strictSame(await ask('GET', '/raw'), [304, 'GET /raw', 304, 0])
  t.strictSame(await ask('POST', '/body', '{"a":1}'), [200, 'POST /body', 200, 0])
  t.strictSame(await ask('POST', '/body', '{"a":-1}'), [400, 'POST /body', 400, 0])
  t.strictSame(await ask('POST', '/body', `{"a":${'1'.repeat(20)}}`), [413, 'POST /body', 413, 0])
  t.strictSame(await ask('GET', '/staff'), [401, 'GET /staff', 401, 0])
  t.strictSame(await ask('GET', '/nowhere'), [404, null, 404, 0])
  t.strictSame(await ask('PUT', '/of/1'), [405, null, 405, 0])
  t.strictSame(failures, [
    ['broken', of, 'r-1'],
    ['broken later', 'GET /fails', 'r-1'],
  ])
})

t.test('a handler that waits has its place until it has answered or failed', async (t) => {
  const ends: (() => void)[] = []
  const waits = route({
    ...open,
    path: '/waits',
    handle: async () => {
      await new Promise<void>((resolve) => ends.push(resolve))
      if (ends.length === 2) throw new Error('broken')
      return null
    },
  })
  const front = pipeline([waits], { inFlightMax: 2, onFailure: () => undefined })
  const ask = () => front.inject(request({ path: '/waits' }))
  const [first, second] = [ask(), ask()]
  t.equal(front.inFlight, 2)
  const third = await ask()
  t.strictSame(
    [third.status, read(third).code, third.headers, third.closes],
    [503, 'unavailable', [['retry-after', '1']], undefined],
  )
  for (const end of ends) end()
  t.same([(await first).status, (await second).status, front.inFlight], [500, 500, 0])
  const fourth = ask()
  t.equal(front.inFlight, 1)
  ends.at(-1)?.()
  t.same([(await fourth).status, front.inFlight], [200, 0])
})
