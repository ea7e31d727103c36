import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { rawRoute, route } from '../../../http/pipeline/route.js'
import { openEnds } from '../../../http/pipeline/schema-rules.js'
import * as S from '../../../wire/schema/scalars.js'

t.test('a route types its handler from its schemas', (t) => {
  const made = route({
    method: 'PATCH',
    path: '/admin/v1/accounts/{login}',
    audience: 'staff',
    summary: 'Change an account',
    rights: ['accounts.edit'],
    params: S.Params({ login: S.LoginText }),
    query: S.Query({ dry: S.Optional(S.FlagText) }),
    body: S.Body({ name: S.Text(128), version: S.Version }),
    data: S.View({ login: S.Login, name: S.AnyText }),
    handle: ({ params, query, body, session }) => {
      const login: number = params.login
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
