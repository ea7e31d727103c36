import type { Actor } from '../../actors/desk/actor.js'
import type { SessionSide } from '../../engine/access/session.js'
import { assert } from '../../engine/assert.js'
import type { Code, Refusal, SuccessCode } from '../../engine/code.js'
import type { StoredAccount } from '../../wire/account/stored-account.js'
import type { ByteSource } from '../../wire/answer/byte-source.js'
import type { JsonText } from '../../wire/answer/envelope.js'
import { JSON_PARTS_MAX } from '../../wire/format/parse-json.js'
import { type DeepReadonly, Nothing, type Static, type TSchema } from '../../wire/types/scalars.js'
import type { PlainRequest } from '../exchange/request.js'
import type { Proof, Session } from '../exchange/session.js'
import type { RouteAccount } from '../reach/account-reach.js'
import type { KnownActor } from './actor.js'
import type { KeyedRequest } from './idempotency-key.js'
import type { PlaceRule, RoutePlace } from './rates/places.js'
import {
  ROUTE_RATE_REQUESTS_MAX,
  ROUTE_RATE_SECONDS_MAX,
  type RouteRate,
} from './rates/route-rates.js'
import { openEnds, partsOf, takesAnyValue } from './schema-rules.js'
import {
  checkUploadRule,
  UPLOAD_MEDIA,
  type UploadedFile,
  type UploadRule,
  uploadBytesMax,
} from './uploads/upload-rule.js'

/**
 * A route is a single object from which guards, limits, handler types, OpenAPI and the tests' route
 * list are derived.
 * - A staff route lists its rights, even if the list is empty, so that no route is open by mistake.
 * - Input schemas are closed and bounded: no unknown fields, no unbounded texts or lists.
 * - The names in braces in the path are exactly the properties of `params`.
 * R4. A staff route below an account's path declares how it checks the scope, so that no account is
 *     reachable by mistake.
 * R5. Routes that belong to a signed-in person refuse API keys unless the route says otherwise.
 */
export type Audience = SessionSide | 'public'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const BODY_BYTES_MAX = 1_048_576
/**
 * The largest body of a public route. It exceeds the longest valid body, even if every character is
 * escaped.
 */
export const PUBLIC_BODY_BYTES_MAX = 16_384
/**
 * The minimum of allowed parts for small bodies, so that a client with wrong fields gets a list of
 * them.
 */
const PARTS_LEAST = 64
/** The size of the smallest useful part of JSON, which bounds the number of parts of a body. */
const PART_BYTES_MIN = 6

/**
 * Which restricted sessions may call a route: none, any (`open`), or those that have to change
 * their password or set up one-time codes. If both apply, the password comes first.
 */
export type RestrictedAccess = 'refused' | 'open' | 'password' | 'otp'

export interface Context<
  Services,
  A extends Audience,
  Params,
  Query,
  Body,
  Account = null,
  Input = null,
> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly session: A extends 'public' ? null : Session
  /**
   * The account that the route is about, already checked against the caller's scope; null if the
   * route names none.
   */
  readonly account: Account
  /** The result of the route's `input` function. */
  readonly input: Input
  readonly address: string
  readonly requestId: string
  /** The caller as the journal records it, for changes made on their behalf. */
  readonly actor: A extends 'public' ? Actor : KnownActor
  readonly request: PlainRequest
  readonly services: Services
  /** The key of a request to an `idempotent` route, to be passed to the desk. */
  readonly keyed: KeyedRequest
  /** The place of the request, if the route has `places`. Otherwise null. */
  readonly place: RoutePlace | null
  /** Adds a complete `Set-Cookie` line. It is also sent with a refusal. */
  setCookie(line: string): void
}

/** An answer that consists of bytes instead of an envelope. */
export interface RawAnswer {
  readonly status?: number
  readonly mediaType: string
  readonly body: string | Uint8Array
  readonly headers?: readonly (readonly [string, string])[]
  /** True if the body is a buffer that many answers share. */
  readonly isShared?: boolean
  /**
   * True if this answer contains a secret, unlike others of its route. It is then never compressed.
   */
  readonly isSecret?: boolean
  /** A stream to send instead of `body`, which is then empty. */
  readonly source?: ByteSource
}

type Statuses = Readonly<Partial<Record<Code, number>>>

type Data<D extends TSchema> = DeepReadonly<Static<D>> | JsonText

interface SharedParts<A extends Audience, P, Q, B> {
  readonly method: Method
  /** The path, with parameters in braces: `/admin/v1/accounts/{login}`. */
  readonly path: string
  readonly audience: A
  /** The group in OpenAPI. By default the first path segment after the version. */
  readonly tag?: string
  readonly summary: string
  readonly description?: string
  /** The rights that a caller must have, all of them. */
  readonly rights?: readonly string[]
  /** Further rights, of which the caller must have at least one. */
  readonly anyOf?: readonly string[]
  readonly restricted?: RestrictedAccess
  /** If true, a view-only session gets 403 `trade.read_only`. */
  readonly refusesReadOnly?: boolean
  /** True if an API key gets 403 `forbidden`. The default is true below `/auth` (R5). */
  readonly refusesKeys?: boolean
  /** True if `X-APP-Account` must equal the session's login. */
  readonly accountHeader?: boolean
  readonly proof?: Proof
  /**
   * True if the route accepts an `Idempotency-Key`: a repeat gets the first answer and changes
   * nothing.
   */
  readonly idempotent?: boolean
  /** The body fields that may differ in a repeat. */
  readonly besidesKey?: readonly string[]
  /** True if the route also works while the server recovers or drains. */
  readonly alwaysOpen?: boolean
  /**
   * How many requests a call of a public route counts as, for the caller's rate limit and the
   * common one. 0 is for health probes: it counts as one, and only for the caller.
   */
  readonly cost?: number
  /** The route's own rate limit per address or login, besides the common one. */
  readonly rate?: RouteRate
  /** Limits how many requests run at a time. A request takes a place before its body is read. */
  readonly places?: PlaceRule
  /**
   * True if the answer contains secrets such as tokens. It is then never compressed, because the
   * compressed size of a secret next to text chosen by an attacker reveals the secret.
   */
  readonly answersSecrets?: boolean
  readonly bodyBytesMax?: number
  /** True if the body may be missing. The handler then receives null. */
  readonly bodyOptional?: boolean
  /** Converts other accepted forms of the body to the form of the schema. */
  readonly bodyForm?: (sent: unknown) => unknown
  /** The media types of a binary body. Its schema is `Bytes`. */
  readonly bodyMedia?: readonly string[]
  /**
   * True if invalid UTF-8 in texts reaches the handler as a lone surrogate, so that it can report
   * the position.
   */
  readonly marksBadBytes?: boolean
  /** True if an empty query value gives 400 instead of counting as omitted. */
  readonly refusesEmptyQuery?: boolean
  /**
   * True if unknown query parameters are ignored, for pages whose links may contain campaign
   * parameters.
   */
  readonly ignoresQuery?: boolean
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** Codes of refusals, besides the common ones of the pipeline. */
  readonly errors?: readonly Code[]
  /** The HTTP statuses of codes for which the route does not use the default. */
  readonly statuses?: Statuses
  /** Codes of success. By default only `ok`. */
  readonly successes?: readonly SuccessCode[]
  readonly example?: RouteExample
}

export interface RouteExample {
  readonly params?: object
  readonly body?: unknown
  /** Several example bodies by name, if one does not show everything. `body` is one of them. */
  readonly bodies?: Readonly<Record<string, unknown>>
  readonly data?: unknown
}

/** The steps of a route after its guards. `More` is what its form adds to the handler's context. */
interface Steps<
  S,
  A extends Audience,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  R extends RouteAccount | null,
  I,
  Answer,
  More = unknown,
> extends SharedParts<A, P, Q, B> {
  /**
   * The account that the path names. If it is out of the caller's scope, the request is refused
   * before the handler.
   */
  readonly account?: R
  /**
   * Checks what schemas cannot express, such as calendar days or lists without duplicates. It runs
   * before the account lookup, so that invalid input gets 400 for any account. The handler gets its
   * result as `context.input`.
   */
  input?(context: Context<S, A, Static<P>, Static<Q>, Static<B>>): I
  handle(
    context: Context<
      S,
      A,
      Static<P>,
      Static<Q>,
      Static<B>,
      R extends RouteAccount ? StoredAccount : null,
      Exclude<I, Refusal>
    > &
      More,
  ): Answer | Refusal | Promise<Answer | Refusal>
}

export type AnyContext<S> = Context<
  S,
  Audience,
  unknown,
  unknown,
  unknown,
  StoredAccount | null,
  unknown
>

/**
 * A route without the types of its input. Its handler needs the services `S`; a plain `Route` can be
 * described but not handled.
 */
export interface Route<S = never> {
  readonly method: Method
  readonly path: string
  readonly audience: Audience
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly rights: readonly string[]
  readonly anyOf: readonly string[]
  readonly account: RouteAccount | null
  readonly restricted: RestrictedAccess
  readonly refusesReadOnly: boolean
  readonly refusesKeys: boolean
  readonly accountHeader: boolean
  readonly proof: Proof
  readonly idempotent: boolean
  readonly besidesKey: readonly string[]
  readonly changesState: boolean
  readonly alwaysOpen: boolean
  /**
   * True for a staff list that accepts `min_projection_seq` and returns its `projection_seq`. A
   * following node can serve such lists.
   */
  readonly isFencedList: boolean
  readonly cost: number
  readonly rate: RouteRate | null
  readonly places: PlaceRule | null
  readonly answersSecrets: boolean
  readonly bodyBytesMax: number
  /** The most fields, list items and objects in a JSON body, counted together. */
  readonly bodyPartsMax: number
  readonly bodyOptional: boolean
  readonly bodyForm: ((sent: unknown) => unknown) | null
  readonly bodyMedia: readonly string[] | null
  readonly upload: UploadRule | null
  readonly refusesEmptyQuery: boolean
  readonly ignoresQuery: boolean
  readonly marksBadBytes: boolean
  readonly params: TSchema | null
  readonly query: TSchema | null
  readonly body: TSchema | null
  readonly data: TSchema
  readonly errors: readonly Code[]
  readonly statuses: Statuses
  readonly successes: readonly SuccessCode[]
  readonly example: RouteExample
  /** The media type of a raw answer; null for an envelope. */
  readonly media: string | null
  readonly input: ((context: AnyContext<S>) => unknown) | null
  handle(context: AnyContext<S>): unknown
}

/** The three forms of a route whose handler may use the services `S`. */
export function routeForms<S>() {
  /** Defines a route that answers with an envelope. */
  function route<
    A extends Audience,
    P extends TSchema = Nothing,
    Q extends TSchema = Nothing,
    B extends TSchema = Nothing,
    D extends TSchema = Nothing,
    R extends RouteAccount | null = null,
    I = null,
  >(options: Steps<S, A, P, Q, B, R, I, Data<D>> & WithData<D>): Route<S> {
    const handle = options.handle as Route<S>['handle']
    return complete(options, options.data ?? Nothing, null, handle)
  }

  /**
   * Defines a route that answers with bytes of the type `media`, such as a download or a page. Its
   * refusals are envelopes.
   */
  function rawRoute<
    A extends Audience,
    P extends TSchema = Nothing,
    Q extends TSchema = Nothing,
    B extends TSchema = Nothing,
    R extends RouteAccount | null = null,
    I = null,
  >(options: Steps<S, A, P, Q, B, R, I, RawAnswer> & { readonly media: string }): Route<S> {
    return complete(options, Nothing, options.media, options.handle as Route<S>['handle'])
  }

  /** Defines a route with a multipart body. Its handler gets the stored file. */
  function uploadRoute<
    A extends SessionSide,
    P extends TSchema = Nothing,
    Q extends TSchema = Nothing,
    B extends TSchema = Nothing,
    D extends TSchema = Nothing,
    R extends RouteAccount | null = null,
    I = null,
  >(options: Steps<S, A, P, Q, B, R, I, Data<D>, WithFile> & WithUpload & WithData<D>): Route<S> {
    const { upload } = options
    checkUploadRule(`${options.method} ${options.path}`, upload)
    const body = { bodyMedia: [UPLOAD_MEDIA], bodyBytesMax: uploadBytesMax(upload) }
    const handle = options.handle as unknown as Route<S>['handle']
    return complete({ ...options, ...body }, options.data ?? Nothing, null, handle, upload)
  }
  return { route, rawRoute, uploadRoute }
}

interface WithData<D extends TSchema> {
  /** The schema of the answer's `data`. Omitted if `data` is null. */
  readonly data?: D
}

interface WithFile {
  /** It is deleted if the handler refuses or throws, and after one hour if nobody claims it. */
  readonly file: UploadedFile
}

/** A route that takes one file, with text fields as its body. */
type WithUpload = {
  readonly [name in 'bodyBytesMax' | 'bodyOptional' | 'bodyMedia' | 'places']?: never
} & {
  readonly upload: UploadRule
}

/** The route options that do not depend on the kind of route; `input` without its types. */
type CommonParts = SharedParts<Audience, TSchema, TSchema, TSchema> & {
  readonly account?: RouteAccount | null
  readonly input?: unknown
}

function complete<S>(
  options: CommonParts,
  data: TSchema,
  media: string | null,
  handle: Route<S>['handle'],
  upload: UploadRule | null = null,
): Route<S> {
  const isPublic = options.audience === 'public'
  const { bodyBytesMax = isPublic ? PUBLIC_BODY_BYTES_MAX : BODY_BYTES_MAX } = options
  const whole: Route<S> = {
    method: options.method,
    path: options.path,
    audience: options.audience,
    tag: options.tag ?? tagOf(options.path),
    summary: options.summary,
    description: options.description ?? '',
    rights: options.rights ?? [],
    anyOf: options.anyOf ?? [],
    account: options.account ?? null,
    restricted: options.restricted ?? 'refused',
    refusesReadOnly: options.refusesReadOnly ?? false,
    refusesKeys: options.refusesKeys ?? options.path.startsWith('/admin/v1/auth/'),
    accountHeader: options.accountHeader ?? false,
    proof: options.proof ?? 'access',
    idempotent: options.idempotent ?? false,
    besidesKey: options.besidesKey ?? [],
    changesState: options.method !== 'GET',
    alwaysOpen: options.alwaysOpen ?? false,
    isFencedList:
      options.audience === 'staff' &&
      options.method === 'GET' &&
      has(options.query, 'min_projection_seq') &&
      has(data, 'consistency'),
    cost: options.cost ?? 1,
    rate: options.rate ?? null,
    places: options.places ?? null,
    answersSecrets: options.answersSecrets ?? false,
    bodyBytesMax,
    bodyPartsMax: partsMaxOf(options, bodyBytesMax),
    bodyOptional: options.bodyOptional ?? false,
    bodyForm: options.bodyForm ?? null,
    bodyMedia: options.bodyMedia ?? null,
    upload,
    refusesEmptyQuery: options.refusesEmptyQuery ?? false,
    ignoresQuery: options.ignoresQuery ?? false,
    marksBadBytes: options.marksBadBytes ?? false,
    params: options.params ?? null,
    query: options.query ?? null,
    body: options.body ?? null,
    data,
    errors: options.errors ?? [],
    statuses: options.statuses ?? {},
    successes: options.successes ?? ['ok'],
    example: options.example ?? {},
    media,
    input: (options.input as Route<S>['input'] | undefined) ?? null,
    handle,
  }
  const named = options.rights !== undefined || options.anyOf !== undefined
  assert(options.audience !== 'staff' || named, `${nameOf(whole)} names its rights (R1)`)
  checkReach(whole)
  const mayConflict = whole.errors.includes('conflict')
  assert(!whole.idempotent || mayConflict, `${nameOf(whole)} may find its key used otherwise`)
  const isCounted = whole.places === null || !isPublic
  assert(isCounted, `${nameOf(whole)} counts its places by login`)
  assert(isUsable(whole), `${nameOf(whole)} has a rate that can be kept`)
  checkShapes(whole)
  return whole
}

/**
 * Twice what the schema allows, so that a body with slightly too much gets an error that names the
 * field. If the schema accepts any value or other forms, only the size of the body bounds its
 * parts.
 */
function partsMaxOf({ audience, body, bodyForm }: CommonParts, bytesMax: number): number {
  const taken = body === undefined ? 0 : 2 * partsOf(body)
  const isOpen = (body !== undefined && takesAnyValue(body)) || (bodyForm ?? null) !== null
  const least = isOpen && audience !== 'public' ? JSON_PARTS_MAX : PARTS_LEAST
  const fitting = Math.floor(bytesMax / PART_BYTES_MIN)
  return Math.max(least, Math.min(taken, fitting))
}

/** Checks R4. Only staff have a scope; traders use the account of their session. */
function checkReach(route: Route): void {
  const { audience, account, path } = route
  const isOfAccount = audience === 'staff' && path.startsWith('/admin/v1/accounts/{')
  assert(!isOfAccount || account !== null, `${nameOf(route)} names its account's reach (R4)`)
  if (account === null) return
  const isInPath = pathParameters(path).includes(account.param)
  assert(audience === 'staff' && isInPath, `${nameOf(route)} names an account in its path (R4)`)
}

/**
 * True if the route's rate limit is valid: within the limits, and by login only if callers have
 * one.
 */
function isUsable({ rate, audience }: Route): boolean {
  if (rate === null) return true
  const { per, max, seconds } = rate
  if (per === 'login' && audience === 'public') return false
  const isWithin = (n: number, most: number): boolean => Number.isInteger(n) && n >= 1 && n <= most
  return isWithin(max, ROUTE_RATE_REQUESTS_MAX) && isWithin(seconds, ROUTE_RATE_SECONDS_MAX)
}

export function nameOf(route: Route): string {
  return `${route.method} ${route.path}`
}

/** The parameter names of a path in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] as string)
}

function checkShapes(route: Route): void {
  const name = nameOf(route)
  const declared = Object.keys((route.params as { properties?: object } | null)?.properties ?? {})
  const inPath = pathParameters(route.path)
  assert(declared.sort().join() === inPath.sort().join(), `${name} declares its params (R3)`)
  assert(route.method !== 'GET' || route.body === null, `${name} has no body`)
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = route[part]
    const isBytes = part === 'body' && route.bodyMedia !== null && route.upload === null
    if (schema === null || isBytes) continue
    const open = openEnds(schema, part)
    assert(open.length === 0, `${name} is closed and bounded (R2): ${open.join('; ')}`)
  }
}

function tagOf(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '')
  return segments.find((segment) => !/^(admin|trader|v\d+)$/.test(segment)) ?? 'system'
}

function has(schema: TSchema | undefined, name: string): boolean {
  return name in ((schema as { properties?: object } | undefined)?.properties ?? {})
}
