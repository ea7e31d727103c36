import type { Code } from '../../engine/code.js'
import { Nothing } from '../../wire/types/scalars.js'
import { RATE_HEADERS } from '../pipeline/rates/rate-lines.js'
import type { Route } from '../pipeline/route.js'
import { errorsByStatus } from '../pipeline/route-errors.js'
import { type ApiSchema, apiSchema } from './api-schema.js'
import { answerShape } from './envelope.js'
import type { JsonObject } from './json-object.js'
import { refusalShapes } from './refusal-shapes.js'
import { type Shapes, shapeName } from './shapes.js'

/**
 * Builds the OpenAPI responses of routes. Responses that many routes share are stored once, under a
 * name.
 */
const ANSWER = '#/components/schemas/Answer'
const DONE = { success: true, code: 'ok', message: '' }
const SAMPLE_REQUEST_ID = '7f3a1c52-0b84-4b1e-9a55-2d6f0c9e8b31'

const RETRY_AFTER: JsonObject = {
  'Retry-After': {
    description: 'Whole seconds until it may be tried again.',
    schema: { type: 'integer' },
  },
}

const RATED = 'With rates on, once the session is known'
const COUNT = { type: 'integer', minimum: 0 }
/** The rate limit headers in answers of routes that need a session. */
export const RATE_LIMITS: Readonly<Record<(typeof RATE_HEADERS)[number], JsonObject>> = {
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

const SIGNED_IN = [
  'auth.invalid_terminal',
  'auth.otp_enrol_required',
  'auth.password_change_required',
] as const
const CHANGING = ['auth.csrf_invalid', ...SIGNED_IN] as const

/** The refusals of an API key. Every staff route may return them. */
const OF_KEYS = ['auth.terminal_not_allowed', 'forbidden'] as const

/**
 * Names for sets of refusal codes that many routes have. A set with a single code uses the name of
 * the code.
 */
const REFUSALS: Readonly<Record<string, readonly Code[]>> = {
  OwnReadForbidden: SIGNED_IN,
  OwnChangeForbidden: CHANGING,
  ReadForbidden: [...SIGNED_IN, ...OF_KEYS],
  ChangeForbidden: [...CHANGING, ...OF_KEYS],
  ConfirmedChangeForbidden: [...CHANGING, 'confirmation_required', ...OF_KEYS],
  TraderReadForbidden: [...SIGNED_IN, 'forbidden'],
  TraderChangeForbidden: [...CHANGING, 'forbidden'],
  PasswordChangeForbidden: [...CHANGING, 'auth.password_change_not_allowed'],
  OwnTradingForbidden: [...CHANGING, 'trade.read_only'],
  ReadOnlyForbidden: [...CHANGING, 'forbidden', 'trade.read_only'],
  TradingForbidden: [...CHANGING, ...OF_KEYS, 'trade.disabled'],
  AccountConflict: ['auth.account_changed', 'conflict'],
  WrongPassword: ['auth.invalid_credentials', 'auth.session_expired'],
  WeakPassword: ['auth.password_weak', 'invalid_input'],
  TooManyAttempts: ['auth.too_many_attempts', 'too_many_requests'],
}
const refusalNames = new Map(Object.entries(REFUSALS).map(([name, codes]) => [keyOf(codes), name]))

function keyOf(codes: readonly Code[]): string {
  return codes.toSorted().join(' ')
}

function refusalName(codes: readonly Code[]): string | undefined {
  const [first] = codes
  if (codes.length === 1 && first !== undefined) return pascal(first)
  const isTrade = codes.includes('trade.requote')
  if (isTrade) return codes.includes('auth.account_changed') ? 'OwnTradeRefused' : 'TradeRefused'
  return refusalNames.get(keyOf(codes))
}

/** Collects the responses of a document while it is written. */
export class Answers {
  readonly #shapes: Shapes
  readonly #named = new Map<string, JsonObject>()

  constructor(shapes: Shapes) {
    this.#shapes = shapes
    for (const [name, shape] of refusalShapes()) shapes.tell(name, shape)
    shapes.tell('Answer', answerShape())
  }

  /** The responses of a route by status. `example` is the example data, or undefined for none. */
  of(route: Route, example: unknown): JsonObject {
    const answers: JsonObject = { '200': this.#success(route, example) }
    for (const [status, codes] of errorsByStatus(route)) {
      answers[String(status)] = this.#refusal(route, status, codes)
    }
    return answers
  }

  /** The responses that several routes share, by name. */
  named(): JsonObject {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #refusal(route: Route, status: number, codes: readonly Code[]): JsonObject {
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Refusal' },
        { type: 'object', properties: { code: { enum: codes } } },
      ],
    }
    const answer = {
      description: codes.join(', '),
      ...headersOf(route, status),
      content: { 'application/json': { schema } },
    }
    const name = refusalName(codes)
    if (name === undefined) return answer
    // Answers of public routes and 401 answers have no rate limit headers, because the caller has no session.
    const isPublic = route.audience === 'public' && status !== 401
    return this.#once(isPublic ? `Public${name}` : name, answer)
  }

  #success(route: Route, example: unknown): JsonObject {
    const headers = headersOf(route, 200)
    if (route.media !== null) {
      const media = route.media.split(';')[0] as string
      const content = { [media]: { schema: { type: 'string' } } }
      return { description: 'The bytes.', ...headers, content }
    }
    const { successes, tag } = route
    const code = successes.length === 1 ? { const: successes[0] } : { enum: successes }
    const data = apiSchema(route.data, { tag, part: 'data' }, this.#shapes)
    const own = { type: 'object', required: ['data'], properties: { code, data } }
    const schema = this.#enveloped(route, { allOf: [{ $ref: ANSWER }, own] })
    const shown = { ...DONE, data: example, request_id: SAMPLE_REQUEST_ID }
    const content = { schema, ...(example === undefined ? {} : { example: shown }) }
    const answer = { description: 'Done.', ...headers, content: { 'application/json': content } }
    if (route.data !== Nothing || successes.length > 1) return answer
    return this.#once(route.audience === 'public' ? 'PublicDone' : 'Done', answer)
  }

  /** The envelope around a schema or a list of it, under its own name. */
  #enveloped(route: Route, schema: ApiSchema): ApiSchema {
    const name = answerName(route.data as ApiSchema)
    if (name === undefined) return schema
    this.#shapes.tell(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }

  #once(name: string, answer: JsonObject): JsonObject {
    this.#named.set(name, answer)
    return { $ref: `#/components/responses/${name}` }
  }
}

function answerName(data: ApiSchema): string | undefined {
  const name = shapeName(data)
  if (name !== undefined) return `${name}Answer`
  const item = data.items === undefined ? undefined : shapeName(data.items)
  return item === undefined ? undefined : `${item}ListAnswer`
}

/** Converts a code to a name: `auth.session_expired` becomes `AuthSessionExpired`. */
function pascal(code: string): string {
  const words = code.split(/[._]/)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function isRated(route: Route, status: number): boolean {
  return route.audience !== 'public' && status !== 401
}

function headersOf(route: Route, status: number): JsonObject {
  const headers = {
    ...(status === 429 ? RETRY_AFTER : {}),
    ...(isRated(route, status) ? RATED_HEADERS : {}),
  }
  return Object.keys(headers).length === 0 ? {} : { headers }
}
