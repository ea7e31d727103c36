import t from 'tap'
import { refuse } from '../../../engine/code.js'
import {
  ROUTE_RATE_REQUESTS_MAX,
  ROUTE_RATE_SECONDS_MAX,
} from '../../../http/pipeline/rates/route-rates.js'
import { BODY_BYTES_MAX, PUBLIC_BODY_BYTES_MAX } from '../../../http/pipeline/route.js'
import { openEnds, partsOf } from '../../../http/pipeline/schema-rules.js'
import { rawRoute, route, uploadRoute } from '../../../http/routes/route.js'
import * as S from '../../../wire/types/scalars.js'
import { Type } from '../../../wire/types/type.js'

t.test('a route types its handler from its schemas', (t) => {
  const made = route({
    method: 'PATCH',
    path: '/admin/v1/accounts/{login}',
    audience: 'staff',
    summary: 'Change an account',
    rights: ['accounts.edit'],
    account: { param: 'login', outOfScope: 'not_found' },
    params: S.Params({ login: S.LoginText }),
    query: S.Query({ dry: S.Optional(S.FlagText) }),
    body: S.Body({ name: S.Text(128), version: S.Version }),
    data: S.View({ login: S.Login, name: S.AnyText }),
    input: ({ body }) => (body.version === 0 ? refuse('invalid_input', 'no') : [body.name]),
    handle: ({ params, query, body, session, account, input }) => {
      const login: number = params.login
      const words: string[] = [account.group, ...input]
      if (words.length > 9) return refuse('conflict', 'no')
      const dry: boolean | undefined = query.dry
      if (dry === true || !session.rights.has('x')) return refuse('forbidden', 'no')
      return { login, name: body.name }
    },
  })
  t.equal(made.tag, 'accounts')
  t.equal(made.changesState, true)
  t.equal(made.bodyBytesMax, 1_048_576)
  const page = rawRoute({
    method: 'GET',
    path: '/docs',
    audience: 'public',
    summary: 'Page',
    media: 'text/html',
    handle: ({ session }) => ({ mediaType: 'text/html', body: String(session) }),
  })
  t.equal(page.tag, 'docs')
  t.end()
})

t.test('a route with a gap in its rules cannot be made', (t) => {
  const base = { method: 'POST', path: '/admin/v1/x', audience: 'staff', summary: '' } as const
  const handle = (): null => null
  t.throws(() => route({ ...base, handle }), /R1/)
  t.doesNotThrow(() => route({ ...base, rights: [], handle }))
  t.throws(() => route({ ...base, rights: [], path: '/admin/v1/{id}', handle }), /R3/)
  const open = S.View({ a: S.AnyText })
  t.throws(() => route({ ...base, rights: [], body: open, handle }), /R2/)
  const get = { ...base, method: 'GET', rights: [], body: S.Body({}) } as const
  t.throws(() => route({ ...get, handle }), /no body/)
  const params = S.Params({ login: S.LoginText })
  const one = { ...base, rights: [], path: '/admin/v1/accounts/{login}/x', params } as const
  const account = { param: 'login', outOfScope: 'not_found' } as const
  t.throws(() => route({ ...one, handle }), /R4/, 'an account without its reach')
  t.doesNotThrow(() => route({ ...one, account, handle }))
  t.throws(() => route({ ...one, account: { ...account, param: 'id' }, handle }), /R4/)
  t.throws(() => route({ ...one, account, audience: 'trader', handle }), /R4/)
  t.end()
})

t.test('a body of bytes is bounded by its length alone, and what is beside it as ever', (t) => {
  const named = { method: 'POST', path: '/admin/v1/x', audience: 'staff', summary: '' } as const
  const base = { ...named, rights: [], bodyMedia: ['text/csv'], body: S.Bytes } as const
  const handle = (): null => null
  t.doesNotThrow(() => route({ ...base, handle }))
  t.doesNotThrow(() => route({ ...base, query: S.Query({ dry: S.FlagText }), handle }))
  const open = S.View({ a: S.AnyText })
  t.throws(() => route({ ...base, query: open, handle }), /R2/)
  const path = '/admin/v1/{a}'
  t.throws(() => route({ ...base, path, params: open, handle }), /R2/)
  t.end()
})

t.test('open ends of a schema are found at any depth', (t) => {
  const list = S.Rows(S.Nullable(S.View({ a: S.AnyText })))
  t.same(openEnds(list, 'body'), [
    'body is a list without a bound',
    'body[].a is text without a bound',
    'body[] takes unknown fields',
  ])
  t.same(openEnds(S.List(S.Body({ a: S.Text(1), b: S.Choice(['x']) }), 3), 'body'), [])
  t.end()
})

t.test('a body may have twice the parts that its schema takes, as far as they fit into it', (t) => {
  const Row = S.Body({ a: S.Text(1), b: S.Nullable(S.List(S.Text(1), 9)) })
  t.equal(partsOf(Row), 4)
  t.equal(partsOf(S.Body({ rows: S.List(Row, 10_000), flag: S.Flag })), 40_004)
  const map = { type: 'object', additionalProperties: Row, maxProperties: 3 }
  t.equal(partsOf(Type.Unsafe<object>(map)), 16)
  t.equal(partsOf(S.Text(9)), 0)
  const posted = { method: 'POST', path: '/trader/v1/x', audience: 'trader', summary: '' } as const
  const partsMax = (rows: number, bodyBytesMax = BODY_BYTES_MAX): number =>
    route({
      ...posted,
      bodyBytesMax,
      body: S.Body({ rows: S.List(Row, rows) }),
      handle: () => null,
    }).bodyPartsMax
  t.equal(partsMax(1), 64)
  t.equal(partsMax(10_000), 2 * 40_003)
  t.equal(partsMax(1_000_000), Math.floor(BODY_BYTES_MAX / 6))
  t.equal(partsMax(1_000_000, 1024), 170)
  const open = S.Body({ value: S.IgnoredField })
  t.equal(
    route({ ...posted, body: open, handle: () => null }).bodyPartsMax,
    4096,
    'a value of any kind',
  )
  t.end()
})

t.test('what a route does not say is as strict and as cheap as can be', (t) => {
  const given = { method: 'GET', path: '/admin/v1/things', summary: 'x' } as const
  const { handle, data, ...made } = route({ ...given, audience: 'public', handle: () => null })
  t.strictSame(made, {
    ...given,
    audience: 'public',
    tag: 'things',
    description: '',
    rights: [],
    anyOf: [],
    account: null,
    restricted: 'refused',
    refusesKeys: false,
    refusesReadOnly: false,
    accountHeader: false,
    proof: 'access',
    idempotent: false,
    besidesKey: [],
    changesState: false,
    alwaysOpen: false,
    isFencedList: false,
    cost: 1,
    rate: null,
    places: null,
    answersSecrets: false,
    bodyBytesMax: PUBLIC_BODY_BYTES_MAX,
    bodyPartsMax: 64,
    bodyOptional: false,
    bodyForm: null,
    bodyMedia: null,
    upload: null,
    refusesEmptyQuery: false,
    ignoresQuery: false,
    marksBadBytes: false,
    params: null,
    query: null,
    body: null,
    errors: [],
    statuses: {},
    successes: ['ok'],
    example: {},
    media: null,
    input: null,
  })
  t.equal(data, S.Nothing)
  const tagged = (path: string) =>
    route({ ...given, path, audience: 'public', handle: () => null }).tag
  t.same(['/health', '/admin/v1/things/x', '/v2', '/'].map(tagged), [
    'health',
    'things',
    'system',
    'system',
  ])
  const upload = { kind: 'job_result', field: 'file', bytesMax: 1, extensions: ['csv'] } as never
  const post = { ...given, method: 'POST', audience: 'trader', upload, handle: () => null } as const
  t.equal(uploadRoute(post).data, S.Nothing)
  t.type(handle, 'function')
  const staff = { ...given, audience: 'staff', handle: () => null } as const
  t.match(route({ ...staff, rights: [] }), { bodyBytesMax: BODY_BYTES_MAX, bodyPartsMax: 64 })
  t.throws(() => route(staff), /names its rights/)
  t.same(route({ ...staff, anyOf: ['journal'] }).anyOf, ['journal'])
  t.end()
})

t.test(
  'the rate of a route is of whole numbers within bounds, by login where there is one',
  (t) => {
    const most = { max: ROUTE_RATE_REQUESTS_MAX, seconds: ROUTE_RATE_SECONDS_MAX }
    const made = (audience: 'public' | 'trader', per: 'login' | 'address', rate: object) => () =>
      route({
        method: 'GET',
        path: '/trader/v1/things',
        summary: 'x',
        audience,
        rate: { per, ...most, ...rate },
        handle: () => null,
      })
    for (const rate of [{}, { max: 1 }, { seconds: 1 }]) {
      t.doesNotThrow(made('trader', 'login', rate))
      t.doesNotThrow(made('public', 'address', rate))
    }
    t.doesNotThrow(made('trader', 'address', {}))
    t.throws(made('public', 'login', {}), /has a rate that can be kept/)
    for (const [name, bound] of Object.entries(most)) {
      for (const wrong of [0, -1, 1.5, bound + 1]) {
        t.throws(made('trader', 'login', { [name]: wrong }), /has a rate/, `${name} ${wrong}`)
      }
    }
    t.end()
  },
)
