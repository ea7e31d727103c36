import t from 'tap'
import { CODES, isSuccess, SUCCESS_CODES } from '../../../engine/code.js'
import { bodyExample, dataExample, openApiDocument } from '../../../http/docs/openapi.js'
import { REFUSAL_NUMBERS } from '../../../wire/schema/shared/refusals.js'
import { codesIn } from '../../../wire/words/codes.js'
import { envelopeIn } from '../../../wire/words/fields.js'
import { resolved } from '../../given/resolved.js'
import { whole } from '../../given/whole.js'
import { GIVEN_ROUTES } from './given-routes.js'

/** The answers that refuse, by status. */
function refusals(codes: Readonly<Record<number, readonly string[]>>) {
  const ofStatus = ([status, names]: [string, readonly string[]]) => {
    const retry = { description: 'Whole seconds until it may be tried again.' }
    const headers = { 'Retry-After': { ...retry, schema: { type: 'integer' } } }
    const own = { type: 'object', properties: { code: { enum: names } } }
    const schema = { allOf: [REFUSAL, own] }
    return [
      status,
      {
        description: names.join(', '),
        ...(status === '429' ? { headers } : {}),
        content: { 'application/json': { schema } },
      },
    ] as const
  }
  return Object.fromEntries(Object.entries(codes).map(ofStatus))
}

function envelope(success: boolean, code: object, data: object) {
  const said = (name: keyof ReturnType<typeof envelopeIn>, field: object) => ({
    description: envelopeIn('en')[name].text,
    ...field,
  })
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'data', 'request_id'],
    properties: {
      success: said('success', { const: success }),
      code: said('code', code),
      message: said('message', { type: 'string' }),
      data: said('data', data),
      request_id: said('request_id', { type: 'string', format: 'uuid' }),
    },
  }
}

/** An answer of what was done; its example is the data that the route shows, none where it shows none. */
function done(code: object, data: object, example?: unknown) {
  const shown = {
    success: true,
    code: 'ok',
    message: '',
    data: example,
    request_id: '7f3a1c52-0b84-4b1e-9a55-2d6f0c9e8b31',
  }
  const own = { type: 'object', required: ['data'], properties: { code, data } }
  const schema = { allOf: [ANSWER, own] }
  const json = { schema, ...(example === undefined ? {} : { example: shown }) }
  return { description: 'Done.', content: { 'application/json': json } }
}

/** The document of the given routes, everything where it is referred to. */
const DOCUMENT = resolved(JSON.parse(whole(openApiDocument(GIVEN_ROUTES, '1.2.3'))))
const { Answer: ANSWER, Refusal: REFUSAL } = DOCUMENT.components.schemas

const OK = { const: 'ok' }
const NULL = { type: 'null' }
const SIGNED_IN = ['auth.csrf_invalid', 'auth.invalid_terminal']
const RESTRICTED = ['auth.otp_enrol_required', 'auth.password_change_required']
const INPUT = { 400: ['invalid_input'] }
const EXPIRED = { 401: ['auth.session_expired'] }
const BODY = { 413: ['too_large'], 415: ['unsupported_media'] }
const BUSY = { 429: ['too_many_requests'] }
/** Refusals of API keys, at routes of staff. */
const OF_KEYS = ['auth.terminal_not_allowed', 'forbidden']
const KEYS_BUSY = { 429: ['auth.too_many_attempts', 'too_many_requests'] }
const ALWAYS = { 500: ['internal'], 503: ['unavailable'] }

const header = (name: string, description: string, format: object = {}) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...format },
})
const CSRF = header(
  'X-CSRF-Token',
  'The csrf token of the session; required from browser terminals.',
)
const LOGIN = {
  name: 'login',
  in: 'path',
  required: true,
  schema: {
    type: 'integer',
    minimum: 1,
    maximum: 9007199254740991,
    description: 'A whole number, 1 or more.',
  },
}
const STAFF = [{ staffBearer: [] }, { staffCookie: [] }]
const TRADER = [{ traderBearer: [] }, { traderCookie: [] }]

/** The operations of a document of the given routes. */
function operationsOf() {
  const document = resolved(JSON.parse(whole(openApiDocument(GIVEN_ROUTES, '1.2.3'))))
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  for (const operations of Object.values(paths)) {
    for (const operation of Object.values(operations)) takeRateHeaders(operation)
  }
  return paths
}

interface Operation {
  readonly security: readonly unknown[]
  readonly responses: Readonly<Record<string, { headers?: Record<string, unknown> }>>
}

/** All answers to those who are signed in tell the rate: seen here, and taken off for what is compared below. */
function takeRateHeaders({ security, responses }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    const { headers = {} } = response
    const isRated = security.length > 0 && status !== '401'
    for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']) {
      const told = isRated ? DOCUMENT.components.headers[name] : undefined
      t.same(headers[name], told, `${status} ${name}`)
      delete headers[name]
    }
    if (Object.keys(headers).length === 0) delete response.headers
  }
}

const CHANGED = {
  operationId: 'patchAdminThingsByLogin',
  tags: ['things'],
  summary: 'Change <a> thing & "more"',
  description: 'It is changed.\n\nNeeds the rights `accounts.view`, `accounts.edit`.',
  'x-rights': { all: ['accounts.view', 'accounts.edit'], one: [] },
  security: STAFF,
  parameters: [
    LOGIN,
    {
      name: 'page',
      in: 'query',
      required: true,
      schema: {
        type: 'integer',
        minimum: 1,
        maximum: 1000000,
        description: 'A whole number from 1 to 1000000.',
      },
    },
    {
      name: 'kind',
      in: 'query',
      required: false,
      schema: { description: 'One of: a, b.', type: 'string', enum: ['a', 'b'] },
    },
    CSRF,
    header(
      'Idempotency-Key',
      'For 24 hours a repeat with the same key and body is given the first answer and changes ' +
        'nothing; with another body it is a conflict.',
      { format: 'uuid' },
    ),
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          additionalProperties: false,
          required: ['name', 'rows', 'group', 'rest'],
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 128 },
            note: { type: 'string', minLength: 0, maxLength: 9 },
            rows: {
              type: 'array',
              minItems: 0,
              maxItems: 10,
              items: {
                type: 'object',
                additionalProperties: false,
                required: ['amount', 'id'],
                properties: {
                  amount: {
                    type: 'string',
                    examples: ['12.50'],
                    description: 'A decimal number as text that is not negative, like "12.50".',
                    pattern: '^(0|[1-9]\\d{0,17})(\\.\\d{1,12})?$',
                  },
                  id: { type: 'integer', minimum: 2, maximum: 5 },
                },
              },
            },
            group: {
              anyOf: [
                {
                  description: 'A group path like "real\\standard".',
                  type: 'string',
                  minLength: 1,
                  maxLength: 128,
                  pattern: '^[^\\\\*,!]+(\\\\[^\\\\*,!]+)*$',
                  examples: ['real\\standard'],
                },
                { type: 'null' },
              ],
            },
            rest: { description: 'Ignored.' },
          },
        },
        examples: {
          one_way: { value: { name: "O'Neil" } },
          another_one: { value: { name: '<b>' } },
        },
      },
    },
  },
  responses: {
    200: done(
      { enum: ['ok', 'trade.placed'] },
      {
        type: 'object',
        required: ['at', 'isDone'],
        properties: {
          at: {
            description: 'A UTC time like "2026-01-31T09:30:00Z".',
            type: 'string',
            format: 'date-time',
            pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:00)$',
            examples: ['2026-01-31T09:30:00Z'],
          },
          isDone: { type: 'boolean' },
        },
      },
    ),
    ...refusals({
      ...INPUT,
      ...EXPIRED,
      403: [...SIGNED_IN, ...RESTRICTED, ...OF_KEYS],
      404: ['not_found'],
      409: ['conflict'],
      ...BODY,
      ...KEYS_BUSY,
      ...ALWAYS,
    }),
  },
}

const DELETED = {
  operationId: 'deleteAdminThingsByLogin',
  tags: ['things'],
  summary: 'Delete it',
  description:
    'Needs one of the rights `accounts.edit`, `accounts.balance`. ' +
    'Sessions that must set up one-time codes may call it. View-only sessions may not call it.',
  'x-rights': { all: [], one: ['accounts.edit', 'accounts.balance'] },
  security: STAFF,
  parameters: [LOGIN, CSRF],
  responses: {
    200: done(OK, NULL),
    ...refusals({
      ...INPUT,
      ...EXPIRED,
      403: [...SIGNED_IN, ...RESTRICTED, ...OF_KEYS, 'trade.read_only'],
      ...BODY,
      ...KEYS_BUSY,
      ...ALWAYS,
    }),
  },
}

t.test('what changes something says how it is called, by its rights and headers', (t) => {
  t.strictSame(operationsOf()['/admin/v1/things/{login}'], { patch: CHANGED, delete: DELETED })
  t.end()
})

t.test('what is open to everybody asks for nothing', (t) => {
  const operations = operationsOf()
  t.strictSame(operations['/trader/v1/other'], {
    get: {
      operationId: 'getTraderOther',
      tags: ['a <tag>'],
      summary: 'See',
      description: 'Needs no sign-in.',
      'x-rights': { all: [], one: [] },
      security: [],
      responses: { 200: done(OK, NULL), ...refusals(ALWAYS) },
    },
  })
  const data = {
    type: 'object',
    required: ['id', 'names'],
    properties: {
      id: { type: 'integer', minimum: 1, maximum: 9007199254740991 },
      names: { type: 'array', items: { type: 'string' } },
    },
  }
  const body = {
    type: 'object',
    required: ['on'],
    properties: { on: { type: 'boolean' } },
    additionalProperties: false,
  }
  t.strictSame(operations['/trader/v1/try'], {
    post: {
      operationId: 'postTraderTry',
      tags: ['try'],
      summary: 'Try',
      description:
        'Needs no sign-in. At most 5 times within 7 seconds by one address; after that, 429 with `Retry-After`.',
      'x-rights': { all: [], one: [] },
      security: [],
      requestBody: {
        required: false,
        content: { 'application/json': { schema: body, example: { on: true } } },
      },
      responses: {
        200: done(OK, data, { id: 7, names: [] }),
        ...refusals({ ...INPUT, ...BODY, ...BUSY, ...ALWAYS }),
      },
    },
  })
  t.end()
})

t.test('what only asks needs no csrf token', (t) => {
  const schema = {
    description: 'A UTC time like "2026-01-31T09:30:00Z", or a day like "2026-01-31".',
    type: 'string',
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:00))?$',
    examples: ['2026-01-31', '2026-01-31T09:30:00Z'],
  }
  t.strictSame(operationsOf()['/trader/v1/things'], {
    get: {
      operationId: 'getTraderThings',
      tags: ['things'],
      summary: 'List',
      description: 'Any trader may call it. Restricted sessions may call it.',
      'x-rights': { all: [], one: [] },
      security: TRADER,
      parameters: [{ name: 'day', in: 'query', required: false, schema }],
      responses: {
        200: done(OK, NULL),
        ...refusals({
          ...INPUT,
          ...EXPIRED,
          403: ['auth.invalid_terminal'],
          ...BUSY,
          ...ALWAYS,
        }),
      },
    },
  })
  t.end()
})

t.test('bytes and files say what they are', (t) => {
  const operations = operationsOf()
  const bytes = { schema: { type: 'string', format: 'binary' } }
  t.strictSame(operations['/trader/v1/things/image'], {
    put: {
      operationId: 'putTraderThingsImage',
      tags: ['things'],
      summary: 'Image',
      description: 'Any trader may call it. Restricted sessions may call it.',
      'x-rights': { all: [], one: [] },
      security: TRADER,
      parameters: [
        CSRF,
        header(
          'X-APP-Account',
          'The login that the client believes is signed in; 409 when it is another.',
        ),
      ],
      requestBody: { required: true, content: { 'image/png': bytes, 'image/jpeg': bytes } },
      responses: {
        200: {
          description: 'The bytes.',
          content: { 'image/svg+xml': { schema: { type: 'string' } } },
        },
        ...refusals({
          ...INPUT,
          ...EXPIRED,
          403: SIGNED_IN,
          409: ['auth.account_changed'],
          ...BODY,
          ...BUSY,
          ...ALWAYS,
        }),
      },
    },
  })
  const table = 'One file of up to 100 bytes; its name ends in .csv .txt.'
  const schema = {
    type: 'object',
    required: ['table', 'comment'],
    properties: {
      comment: { type: 'string', minLength: 0, maxLength: 20 },
      note: { type: 'string', minLength: 0, maxLength: 5 },
      table: { type: 'string', format: 'binary', description: table },
    },
  }
  const alone = {
    type: 'object',
    required: ['table'],
    properties: {
      table: {
        type: 'string',
        format: 'binary',
        description: 'One file of up to 7 bytes; its name ends in .txt.',
      },
    },
  }
  t.strictSame(operations['/admin/v1/things/file'], {
    put: {
      operationId: 'putAdminThingsFile',
      tags: ['things'],
      summary: 'Replace it',
      description: 'Any staff user may call it. Restricted sessions may call it.',
      'x-rights': { all: [], one: [] },
      security: STAFF,
      parameters: [CSRF],
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: alone, example: { table: '@file.txt' } } },
      },
      responses: {
        200: done(OK, NULL),
        ...refusals({
          ...INPUT,
          ...EXPIRED,
          403: [...SIGNED_IN, ...OF_KEYS],
          409: ['conflict'],
          ...BODY,
          ...KEYS_BUSY,
          ...ALWAYS,
        }),
      },
    },
    post: {
      operationId: 'postAdminThingsFile',
      tags: ['things'],
      summary: 'File',
      description:
        'Any staff user may call it. Sessions that must change their password may call it. ' +
        'At most 3 times within a minute by one login; after that, 429 with `Retry-After`.',
      'x-rights': { all: [], one: [] },
      security: STAFF,
      parameters: [CSRF],
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema, example: { table: '@file.csv' } } },
      },
      responses: {
        200: done(OK, NULL),
        ...refusals({
          ...INPUT,
          ...EXPIRED,
          403: [...SIGNED_IN, ...RESTRICTED, ...OF_KEYS],
          409: ['conflict'],
          ...BODY,
          ...KEYS_BUSY,
          ...ALWAYS,
        }),
      },
    },
  })
  t.end()
})

t.test('beside its paths the document says who serves them, and what a refusal is', (t) => {
  const { paths, components, ...head } = DOCUMENT
  t.same(Object.keys(paths), [...new Set(GIVEN_ROUTES.map(({ path }) => path))])
  t.strictSame(head, {
    openapi: '3.1.0',
    info: {
      title: 'Openfloor',
      version: '1.2.3',
      description:
        'Every JSON answer is an envelope: success, code, message, data, request_id. ' +
        'Money, prices and volumes are decimal text; times are RFC 3339 in UTC.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [{ name: 'a <tag>' }, { name: 'things' }, { name: 'try' }],
  })
  const bearer = { type: 'http', scheme: 'bearer', description: 'The access token.' }
  const cookie = { type: 'apiKey', in: 'cookie' }
  t.strictSame(components.securitySchemes, {
    staffBearer: { ...bearer, description: 'The access token, or an API key.' },
    staffCookie: { ...cookie, name: 'of_access_s' },
    traderBearer: bearer,
    traderCookie: { ...cookie, name: 'of_access_t' },
  })
  const names = Object.keys(components.schemas)
  t.same(names, [...names].sort(), 'in the order of their names')
  t.ok(names.includes('DecimalUnsigned') && names.includes('GroupPath'), 'what the routes take')
  const { Answer, Refusal } = components.schemas
  const { description: around, ...answer } = Answer
  t.match(around, 'the route says')
  t.strictSame(answer, envelope(true, { type: 'string', enum: [...SUCCESS_CODES] }, {}))
  const { anyOf: data } = Refusal.properties.data
  const codes = CODES.filter((code) => !isSuccess(code))
  const { description = '' } = Refusal.properties.code
  const code = { type: 'string', enum: codes, description }
  const { description: what, ...refusal } = Refusal
  t.match(what, 'every refusal')
  t.strictSame(refusal, envelope(false, code, { anyOf: data }))
  const said = codes.map((one) => `- \`${one}\`: ${codesIn('en')[one].when}`)
  for (const [i, line] of description.split('\n').entries()) t.ok(line.startsWith(said[i] ?? '?'))
  const text = { type: 'string' }
  const integer = { type: 'integer' }
  t.match(data.slice(0, 4), [
    NULL,
    {
      type: 'object',
      description: 'Which fields are wrong; with invalid_input only.',
      properties: {
        fields: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: { path: text, message: text },
          },
        },
      },
    },
    {
      type: 'object',
      description: 'With trade.requote: prices that hold under the id until a time, for one deal.',
      required: ['bid', 'ask', 'quote_id', 'until'],
      properties: { bid: text, ask: text, quote_id: text, until: text },
    },
    {
      type: 'object',
      description: 'Of a trade request that was refused after it had waited: 0 is none.',
      required: ['order_id', 'deal_id', 'position_id'],
      properties: { order_id: integer, deal_id: integer, position_id: integer },
    },
  ])
  const describes = ({ properties = {} }: { properties?: Record<string, object> }) =>
    Object.values(properties).every((field) => 'description' in field)
  t.ok(data.slice(1).every(describes), 'each field has words')
  t.match(data.slice(4, 6), [
    { required: ['version', 'updated_at', 'updated_by', 'record'] },
    { required: ['used_by'] },
  ])
  const numbers = data.slice(6) as readonly { type: string; description: string }[]
  const named = numbers.flatMap(({ description }) => {
    const [, names = ''] = /^With ([a-z_., ]+); after a wait the ids too\.$/.exec(description) ?? []
    return names.split(', ')
  })
  t.same(named.sort(), Object.keys(REFUSAL_NUMBERS).sort(), 'each once')
  for (const { type } of numbers) t.equal(type, 'object')
  t.end()
})

t.test('a route is written in a step of its own, and so is a shape', (t) => {
  // Envelopes and what refusals bring are written before the first step.
  const isReady = (name: string) =>
    /^(Answer|Refusal|Refused|Wrong|Requote|MarketClosed)/.test(name)
  const shapes = Object.keys(DOCUMENT.components.schemas).filter((name) => !isReady(name))
  t.equal([...openApiDocument(GIVEN_ROUTES, '1.2.3')].length, GIVEN_ROUTES.length + shapes.length)
  t.end()
})

t.test('an example is what its route says; else it is made of the schema', (t) => {
  const examples = GIVEN_ROUTES.filter(({ media }) => media === null).map((one) => [
    one.summary,
    bodyExample(one),
    dataExample(one),
  ])
  const [changed] = examples
  t.strictSame(changed?.slice(1), [
    { name: "O'Neil" },
    { at: '2026-01-31T09:30:00Z', isDone: true },
  ])
  const tried = examples.find(([summary]) => summary === 'Try')
  t.strictSame(tried?.slice(1), [{ on: true }, { id: 7, names: [] }])
  const seen = examples.find(([summary]) => summary === 'See')
  t.strictSame(seen?.slice(1), [undefined, null])
  t.end()
})
