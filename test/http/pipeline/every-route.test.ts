import t from 'tap'
import { RIGHTS } from '../../../engine/access/rights.js'
import { catalog } from '../../../http/catalog.js'
import { bodyExample } from '../../../http/docs/openapi.js'
import type { Session } from '../../../http/exchange/session.js'
import { BODY_BYTES_MAX, nameOf, type Route } from '../../../http/pipeline/route.js'
import type { FrontServices } from '../../../http/routes/route.js'
import { authenticator, CSRF, pipeline, read, request, session } from '../given.js'

// Goal: what the pipeline promises holds of every route that is served, so that a route which is
// forgotten somewhere (its rights, its closed body, its place in the documents) turns a row red.

const SESSIONS: Record<string, Session> = {}

/** A session of the route's side with every right but some. */
function who(route: Route, over: Partial<Session>, name: string): string {
  const audience = route.audience === 'trader' ? 'trader' : 'staff'
  const key = `${audience} ${name}`
  SESSIONS[key] ??= session({
    id: key,
    audience,
    rights: new Set(RIGHTS),
    browser: false,
    ...over,
  })
  return key
}

/** No handler may be reached: whatever it would call ends the test. */
const services = new Proxy({} as FrontServices, {
  get(_, name) {
    if (name === 'clock') return { now: () => 0, monotonic: () => 0 }
    throw new Error(`a handler was reached and asked for ${String(name)}`)
  },
})

const options = {
  authenticator: authenticator(SESSIONS),
  services,
  rate: { perSecond: 1e9, burst: 1e9, keysMax: 100 },
  onFailure: (error: unknown, name: string) => {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  },
}
const front = pipeline(catalog, options)

interface Asked {
  readonly as?: string
  readonly body?: unknown
  readonly query?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function ask(route: Route, { as, body, query = '', path, headers = {} }: Asked, of = front) {
  const given = body === undefined ? bodyOf(route) : body
  const sent = given instanceof Uint8Array ? given : Buffer.from(JSON.stringify(given))
  const bytes = given === null ? null : sent
  const answer = await of.inject(
    request({
      method: route.method,
      path: path ?? pathOf(route),
      query,
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...(bytes === null ? {} : { 'content-type': route.bodyMedia?.[0] ?? 'application/json' }),
        ...headers,
      },
    }),
    bytes,
  )
  return { status: answer.status, ...read(answer) }
}

function bodyOf(route: Route): unknown {
  if (route.body === null) return null
  return route.bodyMedia === null ? bodyExample(route) : 'bytes'
}

function pathOf(route: Route): string {
  const params = (route.example.params ?? {}) as Record<string, string>
  return route.path.replaceAll(/\{([a-z_]+)\}/g, (_, name) =>
    encodeURIComponent(params[name] ?? '1'),
  )
}

const guarded = catalog.filter((route) => route.audience !== 'public')

t.test('without a session every route that is not public answers 401', async (t) => {
  for (const route of guarded) {
    t.match(await ask(route, {}), { status: 401, code: 'auth.session_expired' }, nameOf(route))
  }
})

t.test('a token of the other side answers 403 on every route', async (t) => {
  for (const route of guarded) {
    const audience = route.audience === 'staff' ? 'trader' : 'staff'
    SESSIONS['other'] = session({ id: 'other', audience, browser: false })
    const answer = await ask(route, { as: 'other' })
    t.match(answer, { status: 403, code: 'auth.invalid_terminal' }, nameOf(route))
  }
})

t.test('a browser without its csrf token changes nothing', async (t) => {
  for (const route of guarded.filter(({ changesState }) => changesState)) {
    const as = who(route, { browser: true }, 'browser')
    const name = nameOf(route)
    t.match(await ask(route, { as }), { status: 403, code: 'auth.csrf_invalid' }, name)
    const wrong = { as, headers: { 'x-csrf-token': `${CSRF}x` } }
    t.match(await ask(route, wrong), { status: 403, code: 'auth.csrf_invalid' }, name)
  }
  for (const route of guarded.filter(({ changesState }) => !changesState)) {
    const asked = { as: who(route, { browser: true }, 'browser'), query: 'no_such=1' }
    t.match(await ask(route, asked), { status: 400 }, `${nameOf(route)} needs none`)
  }
})

t.test('a body of another media type is refused, and what is taken is named', async (t) => {
  for (const route of catalog) {
    if (route.body === null || route.upload !== null) continue
    const asked = { as: who(route, {}, 'full'), headers: { 'content-type': 'text/other' } }
    const message = route.bodyMedia?.join(' or ') ?? 'application/json'
    t.match(await ask(route, asked), { status: 415, message }, nameOf(route))
  }
})

t.test('a route with the account header refuses another account before all else', async (t) => {
  const routes = guarded.filter(({ accountHeader }) => accountHeader)
  t.same(
    routes.map(nameOf),
    guarded.filter(({ audience }) => audience === 'trader').map(nameOf),
    'every one of traders',
  )
  for (const route of routes) {
    const as = who(route, {}, 'full')
    const login = SESSIONS[as]?.login ?? 0
    const asked = (account: string) =>
      ask(route, { as, query: 'no_such=1', headers: { 'x-app-account': account } })
    const moved = { status: 409, code: 'auth.account_changed' }
    for (const account of [String(login + 1), '', `0${login}`, `${login} `.trim().concat('x')]) {
      t.match(await asked(account), moved, `${nameOf(route)} ${account}`)
    }
    t.match(await asked(String(login)), { status: 400 }, nameOf(route))
  }
})

t.test('a restricted session may only lift its restriction', async (t) => {
  for (const route of guarded) {
    const password = await ask(route, {
      as: who(route, { mustChangePassword: true, rights: new Set() }, 'password'),
      query: 'no_such=1',
    })
    const isOpen = route.restricted === 'open' || route.restricted === 'password'
    t.equal(password.code !== 'auth.password_change_required', isOpen, nameOf(route))
  }
})

t.test('without each of its rights a route answers 403', async (t) => {
  for (const route of guarded) {
    for (const right of route.rights) {
      const rights = new Set(RIGHTS.filter((one) => one !== right))
      const as = who(route, { rights: rights as Set<string> }, `without ${right}`)
      const name = `${nameOf(route)} without ${right}`
      t.match(await ask(route, { as }), { status: 403, code: 'forbidden' }, name)
    }
    if (route.anyOf.length === 0) continue
    const none = new Set(RIGHTS.filter((one) => !route.anyOf.includes(one)))
    const as = who(route, { rights: none as Set<string> }, `without ${route.anyOf.join()}`)
    t.match(await ask(route, { as }), { status: 403, code: 'forbidden' }, nameOf(route))
  }
})

t.test('an account out of scope is refused as its route says, before the handler', async (t) => {
  const stored = async () => ({ login: 1001, group: 'demo\\standard' })
  const beyond = pipeline(catalog, {
    ...options,
    services: {
      clock: services.clock,
      serverClock: () => ({ daylight_saving: 'none', utc_offset_min: 0 }),
      accounts: { stored },
    } as unknown as FrontServices,
  })
  const routes = catalog.filter(({ account }) => account !== null)
  t.same(
    routes.map(nameOf),
    guarded.filter(({ path }) => path.startsWith('/admin/v1/accounts/{login}')).map(nameOf),
  )
  for (const route of routes) {
    const as = who(route, { groupScope: ['real\\*'] }, 'elsewhere')
    t.match(await ask(route, { as }, beyond), { code: route.account?.outOfScope }, nameOf(route))
    const mistaken = { as, query: 'no_such=1' }
    t.match(await ask(route, mistaken, beyond), { code: 'invalid_input' }, nameOf(route))
  }
})

t.test('every right that a route names is one that can be held', (t) => {
  const known: readonly string[] = RIGHTS
  for (const route of catalog) {
    for (const right of [...route.rights, ...route.anyOf]) t.ok(known.includes(right), right)
  }
  t.end()
})

t.test('an unknown field of a body is refused, and named', async (t) => {
  for (const route of catalog) {
    if (route.body === null || route.bodyMedia !== null) continue
    const body = { ...(bodyExample(route) as object), no_such_field: 1 }
    const answer = await ask(route, { as: who(route, {}, 'full'), body })
    t.match(answer, { status: 400, code: 'invalid_input' }, nameOf(route))
    t.match(answer.data?.fields, [{ path: 'no_such_field' }], nameOf(route))
  }
})

t.test('an unknown query parameter is refused, and named', async (t) => {
  for (const route of catalog) {
    const asked = { as: who(route, {}, 'full'), query: 'no_such=1' }
    const answer = await ask(route, asked)
    t.match(answer, { status: 400, code: 'invalid_input' }, nameOf(route))
  }
})

t.test('a body larger than the route takes is refused before it is read', async (t) => {
  for (const route of catalog) {
    if (route.body === null) continue
    const length = route.bodyBytesMax + 1
    const asked = request({ method: route.method, path: pathOf(route) })
    const begun = front.begin(asked, length)
    t.match(begun, { status: 413 }, nameOf(route))
    t.ok(route.bodyBytesMax >= 1024 && route.bodyBytesMax <= 16 * BODY_BYTES_MAX)
  }
})

t.test('a body of more parts than the route takes is refused before it is parsed', async (t) => {
  for (const route of catalog) {
    if (route.body === null || route.bodyMedia !== null) continue
    const { bodyPartsMax: most } = route
    const given = { as: who(route, {}, 'full') }
    const lists = (parts: number) => Buffer.from(`[${'[],'.repeat(parts - 2)}[]]`)
    const wrong = await ask(route, { ...given, body: lists(most) })
    t.match(wrong, { status: 400, code: 'invalid_input' }, nameOf(route))
    t.notMatch(wrong.message, /fields, lists and objects/, nameOf(route))
    const beyond = await ask(route, { ...given, body: lists(most + 1) })
    const message = `The body has more than ${most} fields, lists and objects together.`
    t.match(beyond, { status: 400, code: 'invalid_input', message }, nameOf(route))
    if (route.audience === 'public') t.ok(most <= 64 && route.bodyBytesMax <= 16_384)
  }
})

t.test('a path parameter that is no such thing is refused', async (t) => {
  for (const route of catalog) {
    for (const [name, schema] of numberParams(route)) {
      const path = pathOf(route).replace(/.*/, () => pathWith(route, name, 'x1'))
      const answer = await ask(route, { as: who(route, {}, 'full'), path })
      t.match(answer, { status: 400, code: 'invalid_input' }, `${nameOf(route)} ${schema}`)
    }
  }
})

/** The parameters that are numbers. */
function numberParams(route: Route): [string, string][] {
  const shape = route.params as { properties?: Record<string, object> } | null
  return Object.entries(shape?.properties ?? {})
    .filter(([, schema]) => 'x-integer' in schema)
    .map(([name]) => [name, name])
}

function pathWith(route: Route, parameter: string, value: string): string {
  return route.path.replaceAll(/\{([a-z_]+)\}/g, (_, name) => (name === parameter ? value : '1'))
}
