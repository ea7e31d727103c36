import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { CODES } from '../../../engine/code.js'
import { apiSchema, sampleOf } from '../../../http/docs/api-schema.js'
import { documentsOf } from '../../../http/docs/documents.js'
import { bodyExample, openApiDocument } from '../../../http/docs/openapi.js'
import { FrontMetrics } from '../../../http/metrics/metrics.js'
import { type Route, rawRoute, route } from '../../../http/pipeline/route.js'
import { errorCodesOf } from '../../../http/pipeline/route-errors.js'
import { type Health, systemRoutes } from '../../../http/routes/system/system.js'
import { findErrors } from '../../../wire/check/validate.js'
import * as S from '../../../wire/schema/scalars.js'
import { whole } from '../../given/whole.js'
import { authenticator, pipeline, read, request, session } from '../given.js'

const row = S.View({ login: S.Login, name: S.Nullable(S.AnyText), balance: S.Decimal, at: S.Time })
const family = [
  route({
    method: 'GET',
    path: '/admin/v1/accounts',
    audience: 'staff',
    summary: 'List <accounts> & "more"',
    rights: ['accounts.view'],
    query: S.Query({
      page: S.Optional(S.Page),
      limit: S.Optional(S.Limit()),
      open: S.Optional(S.FlagText),
    }),
    data: S.PageOf(row),
    handle: () => ({ items: [], page: 1, total: 0 }),
  }),
  route({
    method: 'PATCH',
    path: '/admin/v1/accounts/{login}',
    audience: 'staff',
    summary: 'Change an account',
    anyOf: ['accounts.edit', 'accounts.balance'],
    account: { param: 'login', outOfScope: 'not_found' },
    accountHeader: true,
    refusesReadOnly: true,
    params: S.Params({ login: S.LoginText }),
    body: S.Body({
      name: S.Optional(S.Text(128, 1)),
      kind: S.Choice(['in', 'out']),
      rows: S.List(
        S.Body({ id: S.Uuid, seq: S.Seq, at: S.Time, amount: S.DecimalUnsigned }),
        10,
        2,
      ),
      group: S.Nullable(S.GroupPath),
      version: S.Version,
    }),
    errors: ['conflict'],
    handle: () => null,
  }),
  rawRoute({
    method: 'PUT',
    path: '/trader/v1/image',
    audience: 'trader',
    summary: 'Image',
    media: 'image/png',
    bodyMedia: ['image/png'],
    body: S.Bytes,
    handle: ({ body }) => ({ mediaType: 'image/png', body }),
  }),
]

function served(health: () => Health = () => ({ status: 'ok' })): {
  routes: Route[]
  metrics: FrontMetrics
} {
  const metrics = new FrontMetrics()
  const routes: Route[] = [...family]
  const documents = documentsOf(routes, '0.1.0')
  const sessions = {
    full: session({ rights: new Set(['config.servers']) }),
    poor: session(),
    halfway: session({ rights: new Set(['config.servers']), mustChangePassword: true }),
    codeless: session({ rights: new Set(['config.servers']), mustEnrolOtp: true }),
  }
  routes.push(
    ...systemRoutes({
      health,
      metrics,
      authenticator: authenticator(sessions),
      documents: () => documents,
    }),
  )
  return { routes, metrics }
}

t.test('the document is OpenAPI 3.1 and lists every route and nothing else', async (t) => {
  const { routes } = served()
  const document = JSON.parse(whole(openApiDocument(routes, '0.1.0'))) as {
    paths: Record<
      string,
      Record<string, { operationId: string; responses: object; security: object[] }>
    >
  }
  const result = await new Validator().validate(document)
  t.equal(result.valid, true, JSON.stringify(result.errors))
  const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  t.same(listed.sort(), routes.map((one) => `${one.method} ${one.path}`).sort())
  const operations = Object.values(document.paths).flatMap((one) => Object.values(one))
  t.equal(new Set(operations.map((one) => one.operationId)).size, operations.length)
  t.notMatch(JSON.stringify(document), /"x-(says|integer|flag|text|time|bytes)"/)
  const patch = document.paths['/admin/v1/accounts/{login}']?.['patch']
  t.same(Object.keys(patch?.responses ?? {}), [
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '429',
    '500',
    '503',
  ])
  t.equal(patch?.security.length, 2)
  const done = { content: { 'application/json': { schema: { properties: { success: {} } } } } }
  done.content['application/json'].schema.properties.success = { const: true }
  t.match(patch?.responses, { 200: done })
  t.match(document, {
    components: { schemas: { Refusal: { properties: { success: { const: false } } } } },
  })
})

t.test('what a route can answer is its guards and its own errors', (t) => {
  const [, patch] = family as [Route, Route]
  t.same(
    errorCodesOf(patch).filter((code) => code.startsWith('auth') || code.startsWith('trade')),
    [
      'auth.session_expired',
      'auth.csrf_invalid',
      'auth.invalid_terminal',
      'auth.otp_enrol_required',
      'auth.password_change_required',
      'trade.read_only',
      'auth.account_changed',
    ],
  )
  for (const code of errorCodesOf(patch)) t.ok(CODES.includes(code))
  t.end()
})

t.test('a route that asks for a right, or for one of some, may answer that it is missing', (t) => {
  const [list, patch, image] = family as [Route, Route, Route]
  t.ok(errorCodesOf(list).includes('forbidden'))
  t.ok(errorCodesOf(patch).includes('forbidden'))
  t.notOk(errorCodesOf(image).includes('forbidden'), 'one for whoever is signed in')
  t.end()
})

t.test('made-up examples pass the check of the route they explain', (t) => {
  const [, patch] = family as [Route, Route]
  const example = bodyExample(patch)
  t.equal(findErrors(patch.body as S.TSchema, example, 10), null, JSON.stringify(example))
  t.same(Object.keys(sampleOf(apiSchema(row)) as object), ['login', 'name', 'balance', 'at'])
  t.end()
})

t.test('the page shows every route, runs nothing and takes nothing from elsewhere', async (t) => {
  const front = pipeline(served().routes)
  const answer = await front.inject(request({ path: '/docs' }))
  const html = String(answer.body)
  t.equal(answer.mediaType, 'text/html; charset=utf-8')
  for (const one of family) t.match(html, one.path)
  t.match(html, 'List &lt;accounts&gt; &amp; &quot;more&quot;')
  t.notMatch(html, /<script|onload=|style="|https?:\/\//)
  const style = html.match(/<style>([\s\S]*)<\/style>/)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = answer.headers.find(([name]) => name === 'content-security-policy')?.[1]
  t.match(policy, `style-src 'sha256-${hash}'`)
  t.match(policy, "default-src 'none'")
  t.match(html, 'curl -X PATCH')
  const openapi = await front.inject(request({ path: '/openapi.json' }))
  t.equal((JSON.parse(String(openapi.body)) as { openapi: string }).openapi, '3.1.0')
})

t.test('health is 200 when ready and 503 with the reason otherwise', async (t) => {
  let health: Health = { status: 'recovering', reason: 'replaying the log' }
  const front = pipeline(served(() => health).routes)
  const ask = async (address = '127.0.0.1', headers: Record<string, string> = {}) => {
    const answer = await front.inject(request({ path: '/health', address, headers }))
    return [answer.status, JSON.parse(String(answer.body)) as unknown]
  }
  t.same(await ask(), [503, { status: 'recovering', reason: 'replaying the log' }])
  health = { status: 'ok', details: { version: '0.1.0' } }
  const whole = [200, { status: 'ok', version: '0.1.0' }]
  t.same(await ask(), whole)
  t.same(await ask('192.0.2.1', { authorization: 'Bearer full' }), whole)
  for (const [address, headers] of [
    ['192.0.2.1', {}],
    ['192.0.2.1', { authorization: 'Bearer poor' }],
    ['127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }],
    ['127.0.0.1', { forwarded: 'for=192.0.2.1' }],
    ['127.0.0.1', { via: '1.1 proxy' }],
  ] as const) {
    t.same(await ask(address, headers), [200, { status: 'ok' }], 'strangers hear no more')
  }
  health = { status: 'unhealthy', reason: 'A part is unwell.', inner: 'shard 0: why' }
  t.same(await ask(), [503, { status: 'unhealthy', reason: 'shard 0: why' }])
  t.same(await ask('192.0.2.1'), [503, { status: 'unhealthy', reason: 'A part is unwell.' }])
})

t.test('health is told in every phase and for nothing, the documents are dear', async (t) => {
  const told = served().routes.slice(family.length)
  t.same(
    told.map(({ method, path, audience, tag, media, alwaysOpen, cost }) => {
      return [`${method} ${path}`, audience, tag, media, alwaysOpen, cost]
    }),
    [
      ['GET /health', 'public', 'system', 'application/json', true, 0],
      ['GET /metrics', 'public', 'system', 'text/plain', false, 1],
      ['GET /openapi.json', 'public', 'system', 'application/json', false, 10],
      ['GET /asyncapi.json', 'public', 'system', 'application/json', false, 10],
      ['GET /docs', 'public', 'system', 'text/html', false, 10],
    ],
  )
})

t.test('the documents go out packed, and not again to who has them', async (t) => {
  const front = pipeline(served().routes)
  for (const path of ['/openapi.json', '/asyncapi.json', '/docs']) {
    const ask = async (headers: Record<string, string>) => {
      const answer = await front.inject(request({ path, headers }))
      return { ...answer, ...Object.fromEntries(answer.headers) } as Record<string, unknown>
    }
    const plain = await ask({})
    t.match(plain, { status: 200, vary: 'accept-encoding', 'cache-control': 'no-cache' })
    t.equal(plain['isShared'], true)
    t.notOk(plain['content-encoding'])
    const packed = await ask({ 'accept-encoding': 'br, gzip' })
    t.match(packed, { status: 200, vary: 'accept-encoding', 'content-encoding': 'gzip' })
    t.same(gunzipSync(packed['body'] as Buffer), plain['body'], path)
    t.ok((packed['body'] as Buffer).length < (plain['body'] as Buffer).length / 3)
    t.not(packed['etag'], plain['etag'], 'two forms')
    for (const refused of ['', 'identity', 'gzip;q=0', 'gzip; q=0.000', 'gzipped']) {
      t.notOk((await ask({ 'accept-encoding': refused }))['content-encoding'], refused)
    }
    const etag = String(plain['etag'])
    t.match(etag, /^"[\w-]{22}"$/)
    for (const known of [etag, `"a", W/${etag}`, '*']) {
      t.equal((await ask({ 'if-none-match': known }))['status'], 304, known)
    }
    t.equal((await ask({ 'if-none-match': '"a"' }))['status'], 200)
    const gzip = { 'accept-encoding': 'gzip', 'if-none-match': etag }
    t.equal((await ask(gzip))['status'], 200, 'of the other form')
  }
})

t.test('metrics are for the machine itself and for staff with the right', async (t) => {
  const { routes, metrics } = served()
  const front = pipeline(routes, { observe: (one, status, ms) => metrics.observe(one, status, ms) })
  const ask = (address: string, headers: Record<string, string> = {}) =>
    front.inject(request({ path: '/metrics', address, headers }))
  t.equal((await ask('127.0.0.1')).status, 200)
  t.equal((await ask('::1')).status, 200)
  for (const name of ['x-forwarded-for', 'forwarded', 'via']) {
    const answer = await ask('127.0.0.1', { [name]: '127.0.0.1' })
    t.equal(read(answer).code, 'auth.session_expired', name)
  }
  t.equal(read(await ask('10.0.0.1')).code, 'auth.session_expired')
  for (const name of ['poor', 'halfway', 'codeless']) {
    t.equal(read(await ask('10.0.0.1', { authorization: `Bearer ${name}` })).code, 'forbidden')
  }
  t.equal((await ask('10.0.0.1', { authorization: 'Bearer full' })).status, 200)
  await front.inject(request({ path: '/nowhere' }))
  const text = String((await ask('127.0.0.1')).body)
  t.match(
    text,
    'openfloor_http_request_seconds_count{route="/metrics",method="GET",status="200"} 3',
  )
  t.match(
    text,
    'openfloor_http_request_seconds_bucket{route="none",method="none",status="404",le="+Inf"} 1',
  )
  t.match(text, 'openfloor_process_cpu_seconds_total')
  metrics.registry.clear()
})
