import { CODES, type Code, isSuccess } from '../../engine/code.js'
import {
  type JsonFields,
  jsonField,
  jsonFields,
  jsonObject,
  jsonOf,
} from '../../wire/answer/json-parts.js'
import { REFUSAL_NUMBERS } from '../../wire/schema/refusals.js'
import { Nothing, type TSchema } from '../../wire/schema/scalars.js'
import { CODE_WORDS } from '../../wire/words/codes.js'
import { RATE_HEADERS } from '../pipeline/rates/rate-lines.js'
import { rateText } from '../pipeline/rates/route-rates.js'
import type { Route } from '../pipeline/route.js'
import { errorsByStatus } from '../pipeline/route-errors.js'
import { UPLOAD_MEDIA, type UploadRule } from '../pipeline/uploads/upload-rule.js'
import type { OutOfScope } from '../reach/account-reach.js'
import { type ApiSchema, apiSchema, sampleOf } from './api-schema.js'
import { sentencesOf } from './field-sentences.js'

/** The OpenAPI 3.1 document as JSON, made from the same routes that the pipeline serves, a route in a step. */
export type JsonObject = { [key: string]: unknown }

const SAMPLE_REQUEST_ID = '7f3a1c52-0b84-4b1e-9a55-2d6f0c9e8b31'

export function* openApiDocument(
  routes: readonly Route[],
  version: string,
): Generator<void, string> {
  const paths = new Map<string, JsonFields[]>()
  for (const route of routes) {
    const operations = paths.get(route.path) ?? []
    operations.push(jsonField(route.method.toLowerCase(), jsonOf(operation(route))))
    paths.set(route.path, operations)
    yield
  }
  const members = [...paths].map(([path, operations]) => jsonField(path, jsonObject(...operations)))
  const head = jsonFields(documentHead(routes, version))
  return jsonObject(head, jsonField('paths', jsonObject(...members)))
}

function documentHead(routes: readonly Route[], version: string): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Openfloor',
      version,
      description:
        'Every JSON answer is an envelope: success, code, message, data, request_id. ' +
        'Money, prices and volumes are decimal text; times are RFC 3339 in UTC.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map((route) => route.tag))].sort().map((name) => ({ name })),
    components: {
      securitySchemes: securitySchemes(),
      headers: RATE_LIMITS,
      schemas: { Refusal: refusalSchema() },
    },
  }
}

/** The example of a request body, and of the answer's data. */
export function bodyExample(route: Route): unknown {
  if (route.example.body !== undefined) return route.example.body
  return route.body === null ? undefined : sampleOf(apiSchema(route.body))
}

export function dataExample(route: Route): unknown {
  return route.example.data ?? sampleOf(apiSchema(route.data))
}

function operation(route: Route): JsonObject {
  const parameters = parametersOf(route)
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    description: describe(route),
    'x-rights': { all: route.rights, one: route.anyOf },
    security: securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody(route) ? { requestBody: requestBody(route) } : {}),
    responses: responses(route),
  }
}

const REACHES: Readonly<Record<OutOfScope, string>> = {
  not_found: 'The account is in your group scope; another answers 404 like one that is not there.',
  forbidden: 'The account is in your group scope; another answers 403.',
}

/** The conditions of a call beyond the shapes: who may make it, and in which state. */
export function describe(route: Route): string {
  const sentences = route.description === '' ? [] : [route.description]
  if (route.rights.length > 0) sentences.push(`Needs the rights: ${route.rights.join(', ')}.`)
  if (route.anyOf.length > 0) sentences.push(`Needs one of: ${route.anyOf.join(', ')}.`)
  if (route.account !== null) sentences.push(REACHES[route.account.outOfScope])
  if (route.restricted === 'open') sentences.push('Open to restricted sessions.')
  if (route.restricted === 'password') {
    sentences.push('Open to sessions that must change their password.')
  }
  if (route.restricted === 'otp') sentences.push('Open to sessions that must set up codes.')
  if (route.refusesReadOnly) sentences.push('Refused to read-only sessions.')
  if (route.rate !== null) {
    sentences.push(`${rateText(route.rate)}; one more is 429, with Retry-After.`)
  }
  return sentences.join(' ')
}

function operationId(route: Route): string {
  const words = route.path
    .split('/')
    .filter((segment) => !/^v\d+$/.test(segment))
    .map((segment) => (segment.startsWith('{') ? `by-${segment.slice(1, -1)}` : segment))
    .flatMap((segment) => segment.split(/[^A-Za-z0-9]+/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${route.method.toLowerCase()}${words.join('')}`
}

function parametersOf(route: Route): JsonObject[] {
  const parameters: JsonObject[] = []
  if (route.params !== null)
    addParameters(parameters, 'path', apiSchema(route.params, sentencesOf(route.tag, 'params')))
  if (route.query !== null)
    addParameters(parameters, 'query', apiSchema(route.query, sentencesOf(route.tag, 'query')))
  if (route.changesState && route.audience !== 'public') {
    parameters.push({
      name: 'X-CSRF-Token',
      in: 'header',
      required: false,
      description: 'The csrf token of the session; required from browser terminals.',
      schema: { type: 'string' },
    })
  }
  if (route.idempotent) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'For 24 hours a repeat with the same key and body is given the first answer and changes ' +
        'nothing; with another body it is a conflict.',
      schema: { type: 'string', format: 'uuid' },
    })
  }
  if (route.accountHeader) {
    parameters.push({
      name: 'X-APP-Account',
      in: 'header',
      required: false,
      description: 'The login that the client believes is signed in; 409 when it is another.',
      schema: { type: 'string' },
    })
  }
  return parameters
}

function addParameters(parameters: JsonObject[], place: 'path' | 'query', shape: ApiSchema): void {
  for (const [name, schema] of Object.entries(shape.properties ?? {})) {
    const required = (shape.required ?? []).includes(name)
    parameters.push({ name, in: place, required, schema })
  }
}

function hasBody(route: Route): boolean {
  return route.body !== null || route.upload !== null
}

/** The fields of a body in parts: the file, and the texts beside it. */
export function multipartSchema(route: Route, upload: UploadRule): ApiSchema {
  const { field, bytesMax, extensions } = upload
  const said = sentencesOf(route.tag, 'body')
  const { properties = {}, required = [] } = apiSchema(route.body ?? Nothing, said)
  const file = {
    type: 'string',
    format: 'binary',
    description: `One file of up to ${bytesMax} bytes; its name ends in ${extensions.join(' ')}.`,
  }
  return {
    type: 'object',
    required: [field, ...required],
    properties: { ...properties, [field]: file },
  }
}

function requestBody(route: Route): JsonObject {
  if (route.upload !== null) {
    const schema = multipartSchema(route, route.upload)
    return { required: true, content: { [UPLOAD_MEDIA]: { schema } } }
  }
  const schema = apiSchema(route.body as TSchema, sentencesOf(route.tag, 'body'))
  const media = route.bodyMedia ?? ['application/json']
  const one = route.bodyMedia === null ? { schema, ...examplesOf(route) } : { schema }
  return {
    required: !route.bodyOptional,
    content: Object.fromEntries(media.map((name) => [name, one])),
  }
}

/** A route's examples: one, or several by name. */
function examplesOf(route: Route): JsonObject {
  const { bodies } = route.example
  if (bodies === undefined) return { example: bodyExample(route) }
  const named = Object.entries(bodies).map(([name, value]) => [name, { value }])
  return { examples: Object.fromEntries(named) }
}

const RETRY_AFTER: JsonObject = {
  'Retry-After': {
    description: 'Whole seconds until it may be tried again.',
    schema: { type: 'integer' },
  },
}

const RATED = 'With rates on, once the session is known'
const COUNT = { type: 'integer', minimum: 0 }
/** The rate headers in answers of routes for those who are signed in. */
const RATE_LIMITS: Readonly<Record<(typeof RATE_HEADERS)[number], JsonObject>> = {
  'RateLimit-Limit': {
    description: `${RATED}: requests at once, of the session or of the route where it has a rate of its own.`,
    schema: COUNT,
  },
  'RateLimit-Remaining': {
    description: `${RATED}: how many of them are left.`,
    schema: COUNT,
  },
  'RateLimit-Reset': {
    description: `${RATED}: whole seconds until all of them are there again, if none is made meanwhile.`,
    schema: COUNT,
  },
}
const RATED_HEADERS: JsonObject = Object.fromEntries(
  RATE_HEADERS.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

function headersOf(route: Route, status: number): JsonObject {
  const headers = {
    ...(status === 429 ? RETRY_AFTER : {}),
    ...(route.audience !== 'public' && status !== 401 ? RATED_HEADERS : {}),
  }
  return Object.keys(headers).length === 0 ? {} : { headers }
}

function responses(route: Route): JsonObject {
  const answers: JsonObject = { '200': { ...success(route), ...headersOf(route, 200) } }
  for (const [status, codes] of errorsByStatus(route)) {
    answers[String(status)] = {
      description: codes.join(', '),
      ...headersOf(route, status),
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Refusal' },
              { type: 'object', properties: { code: { enum: codes } } },
            ],
          },
        },
      },
    }
  }
  return answers
}

function success(route: Route): JsonObject {
  if (route.media !== null) {
    const media = route.media.split(';')[0] as string
    return { description: 'The bytes.', content: { [media]: { schema: { type: 'string' } } } }
  }
  const example = {
    success: true,
    code: 'ok',
    message: '',
    data: dataExample(route),
    request_id: SAMPLE_REQUEST_ID,
  }
  const { successes } = route
  const code = successes.length === 1 ? { const: successes[0] } : { enum: successes }
  const data = apiSchema(route.data, sentencesOf(route.tag, 'data'))
  const schema = envelope({ const: true }, code, data)
  return { description: 'Done.', content: { 'application/json': { schema, example } } }
}

function envelope(success: JsonObject, code: JsonObject, data: JsonObject): JsonObject {
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'data', 'request_id'],
    properties: {
      success,
      code,
      message: { type: 'string' },
      data,
      request_id: { type: 'string', format: 'uuid' },
    },
  }
}

function refusalSchema(): JsonObject {
  const field = {
    type: 'object',
    required: ['path', 'message'],
    properties: { path: { type: 'string' }, message: { type: 'string' } },
  }
  const fields = {
    type: 'object',
    description: 'Which fields are wrong; with invalid_input only.',
    properties: { fields: { type: 'array', items: field } },
  }
  const offer = {
    type: 'object',
    description: 'With trade.requote: prices that hold under the id for 10 seconds, for one deal.',
    required: ['bid', 'ask', 'quote_id'],
    properties: {
      bid: { type: 'string' },
      ask: { type: 'string' },
      quote_id: { type: 'string' },
    },
  }
  const ids = {
    type: 'object',
    description: 'Of a trade request that was refused after it had waited: 0 is none.',
    required: ['order_id', 'deal_id', 'position_id'],
    properties: {
      order_id: { type: 'integer' },
      deal_id: { type: 'integer' },
      position_id: { type: 'integer' },
    },
  }
  const codes = CODES.filter((code) => !isSuccess(code))
  return envelope(
    { const: false },
    { type: 'string', enum: codes, description: codesInWords(codes) },
    { anyOf: [{ type: 'null' }, fields, offer, ids, ...refusalNumbers()] },
  )
}

/** A line of Markdown for each: when it comes, and what to do then. */
function codesInWords(codes: readonly Code[]): string {
  const lines = codes.map((code) => {
    const { when, repeat } = CODE_WORDS[code].en
    return `- \`${code}\`: ${when} Repeat: ${repeat}`
  })
  return lines.join('\n')
}

/** The numbers that trade requests come up against, by the codes that they are refused with. */
function refusalNumbers(): JsonObject[] {
  const byShape = new Map<TSchema, Code[]>()
  for (const [code, schema] of Object.entries(REFUSAL_NUMBERS)) {
    byShape.set(schema, [...(byShape.get(schema) ?? []), code as Code])
  }
  return [...byShape].map(([schema, codes]) => {
    const shape = apiSchema(schema)
    const says = codes[0] === undefined ? {} : CODE_WORDS[codes[0]].en.data
    const properties = Object.entries(shape.properties ?? {}).map(
      ([name, one]) => [name, { ...one, description: says[name] }] as const,
    )
    return {
      ...shape,
      properties: Object.fromEntries(properties),
      description: `With ${codes.join(', ')}; after a wait the ids too.`,
    }
  })
}

function securityOf(route: Route): JsonObject[] {
  if (route.audience === 'public') return []
  return [{ [`${route.audience}Bearer`]: [] }, { [`${route.audience}Cookie`]: [] }]
}

function securitySchemes(): JsonObject {
  const bearer = { type: 'http', scheme: 'bearer', description: 'The access token.' }
  const cookie = (name: string): JsonObject => ({ type: 'apiKey', in: 'cookie', name })
  return {
    staffBearer: bearer,
    staffCookie: cookie('of_access_s'),
    traderBearer: bearer,
    traderCookie: cookie('of_access_t'),
  }
}
