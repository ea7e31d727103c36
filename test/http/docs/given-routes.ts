import { rawRoute, route, uploadRoute } from '../../../http/routes/route.js'
import * as S from '../../../wire/types/scalars.js'

/** Routes that have among them whatever a route may say of itself, for documents that are compared whole. */
const changed = route({
  method: 'PATCH',
  path: '/admin/v1/things/{login}',
  audience: 'staff',
  summary: 'Change <a> thing & "more"',
  description: 'It is changed.',
  rights: ['accounts.view', 'accounts.edit'],
  idempotent: true,
  params: S.Params({ login: S.LoginText }),
  query: S.Query({ page: S.Page, kind: S.Optional(S.Choice(['a', 'b'])) }),
  body: S.Body({
    name: S.Text(128, 1),
    note: S.Optional(S.Text(9)),
    rows: S.List(S.Body({ amount: S.DecimalUnsigned, id: S.Int(2, 5) }), 10),
    group: S.Nullable(S.GroupPath),
    rest: S.IgnoredField,
  }),
  data: S.View({ at: S.Time, isDone: S.Flag }),
  errors: ['conflict', 'not_found'],
  successes: ['ok', 'trade.placed'],
  example: {
    body: { name: "O'Neil" },
    bodies: { one_way: { name: "O'Neil" }, another_one: { name: '<b>' } },
  },
  handle: () => ({ at: '', isDone: true }),
})
const deleted = route({
  method: 'DELETE',
  path: '/admin/v1/things/{login}',
  audience: 'staff',
  summary: 'Delete it',
  anyOf: ['accounts.edit', 'accounts.balance'],
  params: S.Params({ login: S.LoginText }),
  refusesReadOnly: true,
  restricted: 'otp',
  handle: () => null,
})
const seen = route({
  method: 'GET',
  path: '/trader/v1/other',
  audience: 'public',
  summary: 'See',
  tag: 'a <tag>',
  cost: 0,
  handle: () => null,
})
const image = rawRoute({
  method: 'PUT',
  path: '/trader/v1/things/image',
  audience: 'trader',
  summary: 'Image',
  media: 'image/svg+xml; charset=utf-8',
  bodyMedia: ['image/png', 'image/jpeg'],
  body: S.Bytes,
  restricted: 'open',
  accountHeader: true,
  handle: ({ body }) => ({ mediaType: 'image/png', body }),
})
const file = uploadRoute({
  method: 'POST',
  path: '/admin/v1/things/file',
  audience: 'staff',
  summary: 'File',
  rights: [],
  upload: { kind: 'import', field: 'table', bytesMax: 100, extensions: ['.csv', '.txt'] },
  body: S.Body({ comment: S.Text(20), note: S.Optional(S.Text(5)) }),
  restricted: 'password',
  rate: { per: 'login', max: 3, seconds: 60 },
  handle: () => null,
})
const replaced = uploadRoute({
  method: 'PUT',
  path: '/admin/v1/things/file',
  audience: 'staff',
  summary: 'Replace it',
  rights: [],
  upload: { kind: 'import', field: 'table', bytesMax: 7, extensions: ['.txt'] },
  restricted: 'open',
  handle: () => null,
})
const listed = route({
  method: 'GET',
  path: '/trader/v1/things',
  audience: 'trader',
  summary: 'List',
  query: S.Query({ day: S.Optional(S.TimeOrDay) }),
  restricted: 'open',
  handle: () => null,
})
const tried = route({
  method: 'POST',
  path: '/trader/v1/try',
  audience: 'public',
  summary: 'Try',
  body: S.Body({ on: S.Flag }),
  bodyOptional: true,
  data: S.View({ id: S.Id, names: S.Rows(S.AnyText) }),
  example: { data: { id: 7, names: [] } },
  rate: { per: 'address', max: 5, seconds: 7 },
  handle: () => ({ id: 7, names: [] }),
})

export const GIVEN_ROUTES = [changed, deleted, seen, image, file, replaced, listed, tried]
