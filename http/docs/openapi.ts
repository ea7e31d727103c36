import {
  type JsonFields,
  jsonField,
  jsonFields,
  jsonObject,
  jsonOf,
} from '../../wire/format/json-parts.js'
import { Nothing, type TSchema } from '../../wire/types/scalars.js'
import { rateText } from '../pipeline/rates/route-rates.js'
import type { Route } from '../pipeline/route.js'
import { UPLOAD_MEDIA, type UploadRule } from '../pipeline/uploads/upload-rule.js'
import type { OutOfScope } from '../reach/account-reach.js'
import { Answers, RATE_LIMITS } from './answers.js'
import { type ApiSchema, apiSchema, sampleOf, shapeSchema } from './api-schema.js'
import type { JsonObject } from './json-object.js'
import { rightsNeeded } from './rights-needed.js'
import { Shapes } from './shapes.js'

/**
 * The OpenAPI 3.1 document as JSON, generated from the routes that the pipeline serves. It yields
 * after each route or schema. Schemas and responses that several routes share are defined once,
 * under a name.
 */
export function* openApiDocument(
  routes: readonly Route[],
  version: string,
): Generator<void, string> {
  const shapes = new Shapes({ takesWords: true, discriminates: true })
  const answers = new Answers(shapes)
  const paths = new Map<string, JsonFields[]>()
  for (const route of routes) {
    const operations = paths.get(route.path) ?? []
    const told = jsonOf(operation(route, shapes, answers))
    operations.push(jsonField(route.method.toLowerCase(), told))
    paths.set(route.path, operations)
    yield
  }
  const members = [...paths].map(([path, operations]) => jsonField(path, jsonObject(...operations)))
  const components = jsonObject(
    jsonFields({
      securitySchemes: securitySchemes(),
      headers: RATE_LIMITS,
      parameters: HEADERS,
      responses: answers.named(),
    }),
    jsonField('schemas', jsonObject(...(yield* shapes.written()))),
  )
  return jsonObject(
    jsonFields(documentHead(routes, version)),
    jsonField('components', components),
    jsonField('paths', jsonObject(...members)),
  )
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
  }
}

export function bodyExample(route: Route): unknown {
  if (route.example.body !== undefined) return route.example.body
  return route.body === null ? undefined : sampleOf(apiSchema(route.body))
}

export function dataExample(route: Route): unknown {
  return route.example.data ?? sampleOf(apiSchema(route.data))
}

function operation(route: Route, shapes: Shapes, answers: Answers): JsonObject {
  const parameters = parametersOf(route, shapes)
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    description: describe(route),
    'x-rights': { all: route.rights, one: route.anyOf },
    security: securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody(route) ? { requestBody: requestBody(route, shapes) } : {}),
    responses: answers.of(route, route.example.data),
  }
}

const REACHES: Readonly<Record<OutOfScope, string>> = {
  not_found: 'The account must be in your scope; otherwise the answer is `not_found`.',
  forbidden: 'The account must be in your scope; otherwise the answer is `forbidden`.',
}

/**
 * The description of a route. Its last paragraph has the preconditions: who may call it, and in
 * which state.
 */
export function describe(route: Route): string {
  const needs = rightsNeeded(route)
  const sentences = needs.length === 0 ? [ANYONE[route.audience]] : needs
  if (route.account !== null) sentences.push(REACHES[route.account.outOfScope])
  if (route.restricted === 'open') sentences.push('Restricted sessions may call it.')
  if (route.restricted === 'password') {
    sentences.push('Sessions that must change their password may call it.')
  }
  if (route.restricted === 'otp')
    sentences.push('Sessions that must set up one-time codes may call it.')
  if (route.refusesReadOnly) sentences.push('View-only sessions may not call it.')
  if (route.rate !== null) {
    sentences.push(`${rateText(route.rate)}; after that, 429 with \`Retry-After\`.`)
  }
  const paragraphs = [route.description, sentences.join(' ')]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

const ANYONE: Readonly<Record<Route['audience'], string>> = {
  public: 'Needs no sign-in.',
  trader: 'Any trader may call it.',
  staff: 'Any staff user may call it.',
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

/** Optional request headers that routes share, by name. */
const HEADERS = {
  CsrfToken: {
    name: 'X-CSRF-Token',
    in: 'header',
    required: false,
    description: 'The csrf token of the session; required from browser terminals.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'For 24 hours a repeat with the same key and body is given the first answer and changes ' +
      'nothing; with another body it is a conflict.',
    schema: { type: 'string', format: 'uuid' },
  },
  BelievedAccount: {
    name: 'X-APP-Account',
    in: 'header',
    required: false,
    description: 'The login that the client believes is signed in; 409 when it is another.',
    schema: { type: 'string' },
  },
} as const

function parametersOf(route: Route, shapes: Shapes): JsonObject[] {
  const { tag, params, query, changesState, audience, idempotent, accountHeader } = route
  const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/parameters/${name}` })
  const within = (place: 'path' | 'query', part: 'params' | 'query', schema: TSchema | null) =>
    schema === null ? [] : parametersIn(place, shapeSchema(schema, { tag, part }, shapes))
  return [
    ...within('path', 'params', params),
    ...within('query', 'query', query),
    ...(changesState && audience !== 'public' ? [header('CsrfToken')] : []),
    ...(idempotent ? [header('IdempotencyKey')] : []),
    ...(accountHeader ? [header('BelievedAccount')] : []),
  ]
}

function parametersIn(place: 'path' | 'query', shape: ApiSchema): JsonObject[] {
  return Object.entries(shape.properties ?? {}).map(([name, schema]) => {
    const required = (shape.required ?? []).includes(name)
    return { name, in: place, required, schema }
  })
}

function hasBody(route: Route): boolean {
  return route.body !== null || route.upload !== null
}

/** The fields of a multipart body: the file and the text fields. */
export function multipartSchema(route: Route, upload: UploadRule): ApiSchema {
  const { field, bytesMax, extensions } = upload
  const place = { tag: route.tag, part: 'body' } as const
  const { properties = {}, required = [] } = apiSchema(route.body ?? Nothing, place)
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

function requestBody(route: Route, shapes: Shapes): JsonObject {
  if (route.upload !== null) {
    const schema = multipartSchema(route, route.upload)
    const { field, extensions } = route.upload
    const example = { [field]: `@file${extensions[0] ?? ''}` }
    return { required: true, content: { [UPLOAD_MEDIA]: { schema, example } } }
  }
  const schema = apiSchema(route.body as TSchema, { tag: route.tag, part: 'body' }, shapes)
  const media = route.bodyMedia ?? ['application/json']
  const one = route.bodyMedia === null ? { schema, ...examplesOf(route) } : { schema }
  return {
    required: !route.bodyOptional,
    content: Object.fromEntries(media.map((name) => [name, one])),
  }
}

/** The examples of a route: a single one, or several by name. */
function examplesOf(route: Route): JsonObject {
  const { bodies } = route.example
  if (bodies === undefined) return { example: bodyExample(route) }
  const named = Object.entries(bodies).map(([name, value]) => [name, { value }])
  return { examples: Object.fromEntries(named) }
}

function securityOf(route: Route): JsonObject[] {
  if (route.audience === 'public') return []
  return [{ [`${route.audience}Bearer`]: [] }, { [`${route.audience}Cookie`]: [] }]
}

function securitySchemes(): JsonObject {
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })
  const cookie = (name: string): JsonObject => ({ type: 'apiKey', in: 'cookie', name })
  return {
    staffBearer: bearer('The access token, or an API key.'),
    staffCookie: cookie('of_access_s'),
    traderBearer: bearer('The access token.'),
    traderCookie: cookie('of_access_t'),
  }
}
