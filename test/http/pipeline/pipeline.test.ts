import t from 'tap'
import type { Clock } from '../../../actors/thread/clock.js'
import { refuse } from '../../../engine/code.js'
import { Admission } from '../../../http/pipeline/context.js'
import { PUBLIC_BODY_BYTES_MAX } from '../../../http/pipeline/route.js'
import { rawRoute, route } from '../../../http/routes/route.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonOf } from '../../../wire/format/json-parts.js'
import * as S from '../../../wire/types/scalars.js'
import { authenticator, bytes, CSRF, pipeline, read, request, session } from '../given.js'

const open = { audience: 'public', summary: '' } as const
const json = { 'content-type': 'application/json' }

const list = route({
  ...open,
  method: 'GET',
  path: '/list',
  handle: () => null,
})
const write = route({
  ...open,
  method: 'POST',
  path: '/write',
  body: S.Body({ text: S.Multiline(2_000_000) }),
  data: S.Int(0),
  handle: ({ body }) => body.text.length,
})
const plain = route({ ...open, method: 'POST', path: '/plain', handle: () => null })
const maybe = route({
  ...open,
  method: 'POST',
  path: '/maybe',
  bodyOptional: true,
  body: S.Body({ a: S.Int(0) }),
  data: S.Flag,
  handle: ({ body }) => body === null,
})
t.test('methods: HEAD reads as GET, everything else is 405 with what is allowed', async (t) => {
  const front = pipeline([list, write])
  t.equal((await front.inject(request({ method: 'HEAD', path: '/list' }))).status, 200)
  for (const method of ['POST', 'PUT', 'OPTIONS', 'TRACE', 'get', 'PROPFIND', '']) {
    const answer = await front.inject(request({ method, path: '/list' }))
    t.equal(answer.status, 405, method)
    t.same(answer.headers, [['allow', 'GET, HEAD']])
  }
  const head = await front.inject(request({ method: 'HEAD', path: '/write' }))
  t.same([head.status, head.headers], [405, [['allow', 'POST']]])
})

t.test('a body is JSON of bounded size and depth, in UTF-8', async (t) => {
  const front = pipeline([write, plain, maybe])
  const send = async (
    body: Uint8Array | null,
    path = '/write',
    headers: Record<string, string> = json,
  ) => read(await front.inject(request({ method: 'POST', path, headers }), body))
  const frame = bytes({ text: '' }).length
  t.equal((await send(bytes({ text: 'x'.repeat(PUBLIC_BODY_BYTES_MAX - frame) }))).code, 'ok')
  t.equal(
    (await send(bytes({ text: 'x'.repeat(PUBLIC_BODY_BYTES_MAX - frame + 1) }))).code,
    'too_large',
  )
  for (const media of [
    '',
    'text/plain',
    'application/jsonp',
    'application/json; charset=latin1',
    'application/json; charset=utf-8x',
  ]) {
    t.equal(
      (await send(bytes({ text: '' }), '/write', { 'content-type': media })).code,
      'unsupported_media',
    )
  }
  for (const media of [
    'application/json',
    'Application/JSON ; charset="UTF-8"',
    'application/json; a=b; charset=utf-8',
  ]) {
    t.equal((await send(bytes({ text: '' }), '/write', { 'content-type': media })).code, 'ok')
  }
  const deep = (n: number): string => `{"text":${'['.repeat(n - 1)}${']'.repeat(n - 1)}}`
  t.match((await send(bytes(deep(32)))).message, /must be text/)
  t.match((await send(bytes(deep(33)))).message, /deeper/)
  t.match(
    (await send(bytes(`{"text":"${'[\\"'.repeat(40)}"}`))).code,
    'ok',
    'brackets in text nest nothing',
  )
  for (const body of [
    '',
    '{',
    'nul',
    '{"text":"a",}',
    '\ufeff{"text":""}',
    '[]',
    'null',
    '1',
    '{"text":"a","x":1}',
    '{"__proto__":{},"text":""}',
  ]) {
    t.equal((await send(bytes(body))).code, 'invalid_input', JSON.stringify(body))
  }
  t.match((await send(Buffer.from('{"text":"\xff"}', 'latin1'))).message, /UTF-8/)
  t.equal((await send(null)).code, 'invalid_input', 'a body that is missing')
  for (const body of [null, bytes('{}'), bytes('null')])
    t.equal((await send(body, '/plain')).code, 'ok')
  t.equal((await send(bytes('{"a":1}'), '/plain')).code, 'invalid_input')
  t.equal((await send(null, '/maybe')).data, true)
  t.equal((await send(bytes({ a: 1 }), '/maybe')).data, false)
})

t.test('browser sessions echo their csrf token, others need none', async (t) => {
  const change = route({
    method: 'POST',
    path: '/admin/v1/x',
    audience: 'staff',
    summary: '',
    rights: [],
    handle: () => null,
  })
  const sessions = { full: session(), api: session({ id: 'a', browser: false }) }
  const front = pipeline([change], { authenticator: authenticator(sessions) })
  const send = async (headers: Record<string, string>) =>
    read(await front.inject(request({ method: 'POST', path: '/admin/v1/x', headers }))).code
  const authorization = 'Bearer full'
  t.equal(await send({ authorization, 'x-csrf-token': CSRF }), 'ok')
  for (const site of ['same-origin', 'same-site']) {
    t.equal(await send({ authorization, 'x-csrf-token': CSRF, 'sec-fetch-site': site }), 'ok')
  }
  t.equal(
    await send({ authorization, 'x-csrf-token': CSRF, 'sec-fetch-site': 'cross-site' }),
    'auth.csrf_invalid',
  )
  for (const token of ['', 'x', `${CSRF} `, CSRF.slice(1)]) {
    t.equal(await send({ authorization, 'x-csrf-token': token }), 'auth.csrf_invalid')
  }
  t.equal(await send({ authorization }), 'auth.csrf_invalid')
  t.equal(await send({ authorization: 'Bearer api' }), 'ok')
})

t.test('a session has 400 requests at once and 200 a second', async (t) => {
  let now = 1000
  const clock = { monotonic: () => now, now: () => now } as Clock
  const get = route({
    method: 'GET',
    path: '/admin/v1/x',
    audience: 'staff',
    summary: '',
    rights: [],
    handle: () => null,
  })
  const sessions = { full: session(), other: session({ id: 'o' }) }
  const floods: string[] = []
  const onFlood = (address: string) => void floods.push(address)
  const front = pipeline([get, list], { clock, onFlood, authenticator: authenticator(sessions) })
  const count = async (times: number, name = 'full'): Promise<number> => {
    let passed = 0
    for (let i = 0; i < times; i++) {
      const sent = request({ path: '/admin/v1/x', headers: { authorization: `Bearer ${name}` } })
      const answer = await front.inject(sent)
      if (answer.status === 200) passed++
      else t.same([answer.status, answer.headers], [429, [['retry-after', '1']]])
      t.equal(answer.closes === true, i === 800)
    }
    return passed
  }
  t.equal(await count(401), 400)
  t.equal(await count(1, 'other'), 1, 'sessions do not share')
  now += 1000
  t.equal(await count(201), 200)
  now += 60_000
  t.equal(await count(402), 400, 'it does not save up more than the burst')
  now += 60_000
  t.equal(await count(801), 400, 'refused as often as it may ask')
  t.same(floods, ['127.0.0.1'], 'then its connection ends')
})

t.test('a handler that throws is 500 and tells its reason to the log only', async (t) => {
  const boom = async (): Promise<null> => {
    await Promise.resolve()
    throw new Error('secret in async')
  }
  const routes = [
    route({ ...open, method: 'GET', path: '/async', handle: boom }),
    route({
      ...open,
      method: 'GET',
      path: '/sync',
      handle: () => {
        throw new Error('secret in sync')
      },
    }),
    route({
      ...open,
      method: 'GET',
      path: '/shape',
      data: S.View({}),
      handle: () => ({ big: 1n }) as object,
    }),
  ]
  const failures: [string, string, string][] = []
  const broken = {
    authenticate: () => {
      throw new Error('secret in guard')
    },
  }
  const guarded = route({
    ...open,
    audience: 'trader',
    method: 'GET',
    path: '/guard',
    handle: () => null,
  })
  const front = pipeline([...routes, guarded], {
    authenticator: broken,
    onFailure: (error, name, id) => failures.push([String(error), name, id]),
  })
  for (const path of ['/async', '/sync', '/shape', '/guard']) {
    const sent = request({ path })
    const answer = await front.inject(sent)
    t.equal(answer.status, 500)
    t.notMatch(String(answer.body), /secret|BigInt/)
    t.match(read(answer).message, sent.requestId)
    t.equal(failures.at(-1)?.[2], sent.requestId)
  }
  t.equal(front.inFlight, 0)
})

t.test('handlers that wait are bounded; one more is 503 at once', async (t) => {
  const waiting: (() => void)[] = []
  const slow = route({
    ...open,
    method: 'GET',
    path: '/slow',
    handle: () => new Promise<null>((done) => waiting.push(() => done(null))),
  })
  const front = pipeline([slow], { inFlightMax: 2 })
  const first = [front.inject(request({ path: '/slow' })), front.inject(request({ path: '/slow' }))]
  const third = await front.inject(request({ path: '/slow' }))
  t.same([third.status, read(third).code], [503, 'unavailable'])
  for (const release of waiting) release()
  t.same(
    (await Promise.all(first)).map((answer) => answer.status),
    [200, 200],
  )
  t.equal(front.inFlight, 0)
})

t.test('answers: data, ready JSON, refusals with cookies, raw bytes', async (t) => {
  const routes = [
    route({
      ...open,
      method: 'GET',
      path: '/text',
      data: S.Rows(S.Int(0)),
      handle: () => new JsonText(jsonOf([1, 2])),
    }),
    route({
      ...open,
      method: 'GET',
      path: '/no',
      handle: ({ setCookie }) => {
        setCookie('a=; Max-Age=0')
        return refuse('auth.refresh_reused', 'x')
      },
    }),
    rawRoute({
      ...open,
      method: 'GET',
      path: '/raw',
      media: 'text/csv',
      handle: () => ({
        mediaType: 'text/csv',
        body: bytes('a,b'),
        headers: [['content-disposition', 'attachment']],
      }),
    }),
    rawRoute({
      ...open,
      method: 'POST',
      path: '/put',
      media: 'text/plain',
      bodyMedia: ['image/png'],
      body: S.Bytes,
      handle: ({ body }) => ({ mediaType: 'text/plain', body }),
    }),
  ]
  const front = pipeline(routes)
  t.same(read(await front.inject(request({ path: '/text' }))).data, [1, 2])
  t.same((await front.inject(request({ path: '/no' }))).headers, [
    ['set-cookie', 'a=; Max-Age=0'],
    ['www-authenticate', 'Bearer'],
  ])
  const raw = await front.inject(request({ path: '/raw' }))
  t.same(
    [raw.mediaType, String(raw.body), raw.headers],
    ['text/csv', 'a,b', [['content-disposition', 'attachment']]],
  )
  const png = Buffer.from([0x89, 0x50, 0, 255])
  const put = (type: string) =>
    front.inject(request({ method: 'POST', path: '/put', headers: { 'content-type': type } }), png)
  t.same((await put('image/png')).body, new Uint8Array(png))
  t.equal((await put('application/json')).status, 415)
})

t.test('a route that asks for no account is answered without a wait', (t) => {
  const me = { method: 'GET', path: '/admin/v1/me', audience: 'staff', summary: '' } as const
  const front = pipeline([route({ ...me, rights: [], input: () => 1, handle: () => null })])
  const headers = { authorization: 'Bearer full' }
  const begun = front.begin(request({ path: me.path, headers }), 0)
  if (!(begun instanceof Admission)) throw new Error('it may come in')
  t.match(front.finish(begun, null), { status: 200 })
  t.end()
})
