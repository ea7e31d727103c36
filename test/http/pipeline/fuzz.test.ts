import { connect } from 'node:net'
import fc from 'fast-check'
import t from 'tap'
import { systemClock } from '../../../actors/thread/clock.js'
import { rawRoute, route } from '../../../http/routes/route.js'
import { HttpServer } from '../../../http/server/server.js'
import * as S from '../../../wire/types/scalars.js'
import { characters } from '../../given/texts.js'
import { authenticator, CSRF, pipeline, request, session } from '../given.js'

/** `MALFORMED_REQUESTS=100000 node dist/test/http/pipeline/fuzz.test.js` for a long run; a tenth more as raw streams. */
const REQUESTS = Number(process.env['MALFORMED_REQUESTS'] ?? 20_000)
const STREAMS = process.env['MALFORMED_REQUESTS'] === undefined ? 600 : Math.ceil(REQUESTS / 10)

// Goal: nothing that a client can send is a 500, and nothing ends the process.
const body = S.Body({
  name: S.Optional(S.Text(20)),
  note: S.Optional(S.Nullable(S.Multiline(50))),
  amount: S.Optional(S.Decimal),
  at: S.Optional(S.Time),
  rows: S.Optional(S.List(S.Body({ id: S.Uuid, n: S.Int(0, 9) }), 3)),
})
const query = S.Query({
  page: S.Optional(S.Page),
  q: S.Optional(S.Text(600)),
  open: S.Optional(S.FlagText),
})
const staff = { audience: 'staff', summary: '', rights: ['accounts.view'] } as const
const routes = [
  route({
    ...staff,
    method: 'PATCH',
    path: '/admin/v1/things/{login}',
    params: S.Params({ login: S.LoginText }),
    query,
    body,
    data: S.View({}),
    handle: async ({ params, query: asked, body: sent }) => ({ params, asked, sent }),
  }),
  route({
    ...staff,
    method: 'GET',
    path: '/admin/v1/things',
    query,
    data: S.View({}),
    handle: (context) => context.query,
  }),
  route({
    audience: 'public',
    summary: '',
    method: 'POST',
    path: '/open',
    body,
    handle: () => null,
  }),
  rawRoute({
    audience: 'public',
    summary: '',
    method: 'PUT',
    path: '/bytes',
    bodyBytesMax: 64,
    bodyMedia: ['image/png'],
    body: S.Bytes,
    media: 'image/png',
    handle: (context) => ({ mediaType: 'image/png', body: context.body }),
  }),
]
const sessions = { full: session(), poor: session({ id: 'p', rights: new Set() }) }
const failures: unknown[] = []
const front = pipeline(routes, {
  authenticator: authenticator(sessions),
  rate: { perSecond: 1e9, burst: 1e9, keysMax: 10 },
  onFailure: (error) => failures.push(error),
})

const odd = fc.constantFrom(
  '',
  '%',
  '%00',
  '%ff',
  '..',
  '{login}',
  '__proto__',
  '\u0000',
  '\ud800',
  '😀',
  '1e9',
  '-1',
  '9007199254740993',
  '7',
)
const piece = fc.oneof(odd, fc.string({ maxLength: 12, unit: characters }), fc.nat().map(String))
const path = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('/open', '/bytes', '/admin/v1/things', '/admin/v1/things/7'),
  },
  piece.map((one) => `/admin/v1/things/${one}`),
  fc.array(piece, { maxLength: 20 }).map((pieces) => `/${pieces.join('/')}`),
)
const parameter = fc.tuple(
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom('page', 'q', 'open') }, piece),
  piece,
)
const method = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'PATCH', 'HEAD', 'OPTIONS'),
  },
  { weight: 1, arbitrary: piece },
)
const TARGETS: readonly (readonly [string, string])[] = [
  ['PATCH', '/admin/v1/things/7'],
  ['GET', '/admin/v1/things'],
  ['POST', '/open'],
  ['PUT', '/bytes'],
]
const target = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TARGETS) },
  { weight: 1, arbitrary: fc.tuple(method, path) },
)
const queryText = fc.oneof(
  fc
    .array(parameter, { maxLength: 6 })
    .map((all) => all.map(([name, value]) => `${name}=${value}`).join('&')),
  fc.string({ maxLength: 40, unit: characters }),
)
const fields = fc.record(
  {
    name: fc.string(),
    note: fc.anything(),
    amount: piece,
    at: piece,
    rows: fc.array(fc.anything(), { maxLength: 4 }),
  },
  { requiredKeys: [] },
)
const bodyBytes = fc.oneof(
  fc.constant(null),
  fc.oneof(fields, fc.jsonValue()).map((value) => Buffer.from(safeJson(value))),
  fc.uint8Array({ maxLength: 80 }),
  fc.string({ unit: characters }).map((text) => Buffer.from(text)),
)
const header = fc.oneof(
  fc.constantFrom(
    'Bearer full',
    'Bearer poor',
    CSRF,
    '7',
    'application/json',
    'image/png',
    'application/json; charset=x',
  ),
  piece,
)
const headers = fc.record(
  {
    authorization: fc.oneof({ weight: 6, arbitrary: fc.constant('Bearer full') }, header),
    'x-csrf-token': fc.oneof({ weight: 6, arbitrary: fc.constant(CSRF) }, header),
    'x-app-account': header,
    'content-type': fc.oneof({ weight: 6, arbitrary: fc.constant('application/json') }, header),
  },
  { requiredKeys: ['authorization', 'content-type'] },
)

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return '{'
  }
}

t.test('20,000 odd requests: each has an envelope or its bytes, and none is a 500', async (t) => {
  const seen = new Map<number, number>()
  const rule = fc.asyncProperty(target, queryText, headers, bodyBytes, async (...sent) => {
    const [[verb, where], asked, given, bytes] = sent
    const made = request({
      method: verb,
      path: where,
      query: asked,
      headers: given as Record<string, string>,
    })
    const answer = await front.inject(made, bytes)
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
    if (answer.mediaType === 'image/png') return answer.status === 200
    const envelope = JSON.parse(String(answer.body)) as { success: boolean; request_id: string }
    const agrees = envelope.success === (answer.status === 200)
    return answer.status !== 500 && agrees && envelope.request_id === made.requestId
  })
  await fc.assert(rule, { numRuns: REQUESTS })
  t.same(failures, [])
  for (const status of [200, 400, 401, 403, 404, 405, 413, 415]) {
    t.ok((seen.get(status) ?? 0) > 5, `${status} is among the answers: ${seen.get(status)}`)
  }
})

t.test('hundreds of broken byte streams leave the server answering', async (t) => {
  const server = new HttpServer({
    host: '127.0.0.1',
    port: 0,
    pipeline: front,
    clock: systemClock(),
  })
  const port = await server.listen()
  const good =
    'PATCH /admin/v1/things/7?page=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer full\r\nX-CSRF-Token: ' +
    `${CSRF}\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"name":"a"}`
  const cut = fc.nat(good.length).map((at) => good.slice(0, at))
  const flipped = fc.tuple(fc.nat(good.length - 1), fc.nat(255)).map(([at, byte]) => {
    const bytes = Buffer.from(good)
    bytes[at] = byte
    return bytes
  })
  const spliced = fc
    .tuple(fc.nat(good.length), fc.string({ maxLength: 30, unit: characters }))
    .map(([at, text]) => good.slice(0, at) + text + good.slice(at))
  const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
  const streams = fc.sample(
    fc.oneof(cut, flipped, spliced, noise, fc.constant(good + good)),
    STREAMS,
  )
  const answers = await Promise.all(streams.map((bytes) => send(port, bytes)))
  t.notMatch(answers.join('\n'), /HTTP\/1\.1 500/)
  t.ok(answers.filter((text) => text.includes(' 200 OK')).length > 20, 'some came through whole')
  t.same(failures, [])
  await server.stop(1000)
  t.equal(server.open, 0)
})

/** Sends and half-closes; whatever comes back until the end. */
function send(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
    socket.end(bytes)
  })
}
