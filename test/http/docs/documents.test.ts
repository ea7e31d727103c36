import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { say } from '../../../engine/reasons/reasons.js'
import { documentsOf } from '../../../http/docs/documents.js'
import { FrontMetrics } from '../../../http/metrics/metrics.js'
import type { FrontRoute } from '../../../http/routes/route.js'
import { type Health, systemRoutes } from '../../../http/routes/system/system.js'
import { STAFF_OPS } from '../../../http/socket/staff/staff-catalog.js'
import { authenticator, pipeline, read, request, session } from '../given.js'
import { GIVEN_ROUTES } from './given-routes.js'

function served(health: () => Health = () => ({ status: 'ok' })): {
  routes: FrontRoute[]
  metrics: FrontMetrics
} {
  const metrics = new FrontMetrics()
  const routes: FrontRoute[] = [...GIVEN_ROUTES]
  const documents = documentsOf(routes, STAFF_OPS, '0.1.0')
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

t.test(
  'the page shows every route, runs its own script alone, and takes nothing from elsewhere',
  async (t) => {
    const front = pipeline(served().routes)
    const answer = await front.inject(request({ path: '/docs/api' }))
    const html = String(answer.body)
    t.equal(answer.mediaType, 'text/html; charset=utf-8')
    for (const one of GIVEN_ROUTES) t.match(html, one.path)
    t.match(html, 'Change &lt;a&gt; thing &amp; &quot;more&quot;')
    t.notMatch(html, /<script [^>]*src|onload=|style="|https?:\/\//)
    const style = html.match(/<style>([\s\S]*)<\/style>/)?.[1] ?? ''
    const script = html.match(/<script>([\s\S]*)<\/script>/)?.[1] ?? ''
    const [hash, scriptHash] = [style, script].map((text) =>
      createHash('sha256').update(text).digest('base64'),
    )
    const policy = answer.headers.find(([name]) => name === 'content-security-policy')?.[1]
    t.match(policy, `style-src 'sha256-${hash}'`)
    t.match(policy, `script-src 'sha256-${scriptHash}'`)
    t.match(policy, "default-src 'none'")
    t.match(html, 'curl -X PATCH')
    const openapi = await front.inject(request({ path: '/openapi.json' }))
    t.equal((JSON.parse(String(openapi.body)) as { openapi: string }).openapi, '3.1.0')
  },
)

t.test('health is 200 when ready and 503 with the reason otherwise', async (t) => {
  let health: Health = { status: 'recovering', reason: say('health.recovering') }
  const front = pipeline(served(() => health).routes)
  const ask = async (address = '127.0.0.1', headers: Record<string, string> = {}) => {
    const answer = await front.inject(request({ path: '/health', address, headers }))
    return [answer.status, JSON.parse(String(answer.body)) as unknown]
  }
  const recovering = { text: 'The server is loading the accounts.', reason: 'health.recovering' }
  t.same(await ask(), [
    503,
    {
      status: 'recovering',
      reason: recovering.text,
      coded_reason: { ...recovering, params: {} },
    },
  ])
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
  const inner = say('health.shard', { shard: 0, why: 'why' })
  health = { status: 'unhealthy', reason: say('health.unwell'), inner }
  const { message: text, reason, params } = inner
  const own = [503, { status: 'unhealthy', reason: text, coded_reason: { text, reason, params } }]
  t.same(await ask(), own)
  t.match(await ask('192.0.2.1'), [
    503,
    {
      reason: 'A part of the server has failed. The process log says why.',
      coded_reason: {
        text: 'A part of the server has failed. The process log says why.',
        reason: 'health.unwell',
      },
    },
  ])
})

t.test('health is told in every phase and for nothing, the documents are dear', async (t) => {
  const told = served().routes.slice(GIVEN_ROUTES.length)
  t.same(
    told.map(({ method, path, audience, tag, media, alwaysOpen, cost }) => {
      return [`${method} ${path}`, audience, tag, media, alwaysOpen, cost]
    }),
    [
      ['GET /health', 'public', 'system', 'application/json', true, 0],
      ['GET /metrics', 'public', 'system', 'text/plain', false, 1],
      ['GET /openapi.json', 'public', 'system', 'application/json', false, 10],
      ['GET /asyncapi.json', 'public', 'system', 'application/json', false, 10],
      ['GET /docs/api', 'public', 'system', 'text/html', false, 10],
    ],
  )
})

t.test('the documents go out packed, and not again to who has them', async (t) => {
  const front = pipeline(served().routes)
  for (const path of ['/openapi.json', '/asyncapi.json', '/docs/api']) {
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
