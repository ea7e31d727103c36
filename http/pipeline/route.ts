import type { Actor } from '../../actors/desk/actor.js'
import type { SessionSide } from '../../engine/access/session.js'
import { assert } from '../../engine/assert.js'
import type { Code, Refusal, SuccessCode } from '../../engine/code.js'
import type { ByteSource } from '../../wire/answer/byte-source.js'
import type { JsonText } from '../../wire/answer/envelope.js'
import { JSON_PARTS_MAX } from '../../wire/check/json.js'
import { type DeepReadonly, Nothing, type Static, type TSchema } from '../../wire/schema/scalars.js'
import type { StoredAccount } from '../../wire/stored/stored-account.js'
import type { PlainRequest } from '../exchange/request.js'
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
import type { FrontServices } from './services.js'
import type { Proof, Session } from './session.js'
import {
  checkUploadRule,
  UPLOAD_MEDIA,
  type UploadedFile,
  type UploadRule,
  uploadBytesMax,
} from './uploads/upload-rule.js'

/**
 * A route is one object: guards, limits, the handler's types, OpenAPI and the tests' list of routes
 * all read it.
 *   R1. A staff route names its rights, if only as an empty list: nothing is open by forgetting.
 *   R2. What comes in is closed and bounded: unknown fields, endless text and lists do not pass.
 *   R3. Names between braces in the path are exactly the properties of `params`.
 *   R4. A staff route below an account's path names its reach: no account is open by forgetting its scope.
 *   R5. What belongs to a person who signed in is closed to API keys, unless the route says otherwise.
 */
export type Audience = SessionSide | 'public'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const BODY_BYTES_MAX = 1_048_576
/** A body of a stranger: the longest that a public route asks for, written with escapes alone, is smaller. */
export const PUBLIC_BODY_BYTES_MAX = 16_384
/** Whoever sends a small body of wrong fields is told which they are. */
const PARTS_LEAST = 64
/** A part of JSON that says something is no shorter: so many of them fit into a body. */
const PART_BYTES_MIN = 6

/**
 * Which restricted sessions may call a route: none, any (`open`), or those that must change their
 * password or set up one-time codes. With both restrictions the password goes first.
 */
export type RestrictedAccess = 'refused' | 'open' | 'password' | 'otp'

export interface Context<A extends Audience, Params, Query, Body, Account = null, Input = null> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly session: A extends 'public' ? null : Session
  /** The account that the route is about, which the caller reaches; null where it names none. */
  readonly account: Account
  /** What the route's `input` function made of the request. */
  readonly input: Input
  readonly address: string
  readonly requestId: string
  /** The caller as the journal names them, for whoever is asked to change something. */
  readonly actor: A extends 'public' ? Actor : KnownActor
  readonly request: PlainRequest
  readonly services: FrontServices
  /** The key of a request to a route that is `idempotent`, to be handed to the desk. */
  readonly keyed: KeyedRequest
  /** The place of a request to a route that has `places`; null elsewhere. */
  readonly place: RoutePlace | null
  /** Adds a whole `Set-Cookie` line; it travels with refusals too. */
  setCookie(line: string): void
}

/** An answer that is bytes, not an envelope. */
export interface RawAnswer {
  readonly status?: number
  readonly mediaType: string
  readonly body: string | Uint8Array
  readonly headers?: readonly (readonly [string, string])[]
  /** The body is kept anyway, for every answer like this one. */
  readonly isShared?: boolean
  /** Whether this answer holds a secret, unlike others of its route: it is never packed. */
  readonly isSecret?: boolean
  /** The body in parts, sent as they are taken; `body` itself is empty then. */
  readonly source?: ByteSource
}

type Statuses = Readonly<Partial<Record<Code, number>>>

type HandlerAnswer<Data> = Data | JsonText | Refusal
type MaybeLater<Value> = Value | Promise<Value>

interface SharedParts<A extends Audience, P, Q, B> {
  readonly method: Method
  /** Parameters between braces: `/admin/v1/accounts/{login}`. */
  readonly path: string
  readonly audience: A
  /** OpenAPI's group; the first segment after the version when left out. */
  readonly tag?: string
  readonly summary: string
  readonly description?: string
  /** Rights that a caller needs, all of them. */
  readonly rights?: readonly string[]
  /** Rights of which a caller needs at least one, in addition to `rights`. */
  readonly anyOf?: readonly string[]
  readonly restricted?: RestrictedAccess
  /** A read-only session gets 403 `trade.read_only`. */
  readonly refusesReadOnly?: boolean
  /** An API key gets 403 `forbidden`; left out, that is so of routes below `/auth` (R5). */
  readonly refusesKeys?: boolean
  /** `X-APP-Account` is compared with the session's login. */
  readonly accountHeader?: boolean
  readonly proof?: Proof
  /** Takes an `Idempotency-Key`: a repeat under it is answered as the first, and changes nothing. */
  readonly idempotent?: boolean
  /** Fields of its body in which a repeat may differ. */
  readonly besidesKey?: readonly string[]
  /** Answered while the server recovers and drains, too. */
  readonly alwaysOpen?: boolean
  /**
   * The requests that a public route counts as in its caller's rate and in that of everybody. 0 is one in its caller's
   * alone: a probe.
   */
  readonly cost?: number
  /** The rate of one address or login, beside the rates that all routes share. */
  readonly rate?: RouteRate
  /** Bounds the requests that are under way at a time; one takes its place before its body is read. */
  readonly places?: PlaceRule
  /**
   * True when the answer opens something to whoever has it (tokens, secrets that are shown once): it is never
   * packed, since how far a secret shrinks beside text that somebody else chose tells of it.
   */
  readonly answersSecrets?: boolean
  readonly bodyBytesMax?: number
  /** The body may be missing; the handler then gets null. */
  readonly bodyOptional?: boolean
  /** Makes the body that the schema describes out of other forms in which people send it. */
  readonly bodyForm?: (sent: unknown) => unknown
  /** Media types of a body of bytes; its schema is `Bytes`. */
  readonly bodyMedia?: readonly string[]
  /** Bytes in a text that are no UTF-8 reach the handler as half a character: it says where they are. */
  readonly marksBadBytes?: boolean
  /** An empty query value is 400 here instead of reading as omitted. */
  readonly refusesEmptyQuery?: boolean
  /** Whatever stands behind the `?` of a page's address is somebody else's (a campaign's, say), or the page's own. */
  readonly ignoresQuery?: boolean
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** Codes of refusals, beyond the common ones that the pipeline answers. */
  readonly errors?: readonly Code[]
  /** HTTP statuses of codes that have another one elsewhere. */
  readonly statuses?: Statuses
  /** The codes of a success; `ok` alone when left out. */
  readonly successes?: readonly SuccessCode[]
  readonly example?: RouteExample
}

export interface RouteExample {
  readonly params?: object
  readonly body?: unknown
  /** Several example bodies by name, where one does not show it all; `body` is one of them. */
  readonly bodies?: Readonly<Record<string, unknown>>
  readonly data?: unknown
}

/** The steps before the handler, beside guards and schemas. */
interface Steps<
  A extends Audience,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  R extends RouteAccount | null,
  I,
> {
  /** The account that the path names: out of the caller's scope it is refused before the handler. */
  readonly account?: R
  /**
   * Reads what schemas cannot say (days of the calendar, lists without repeats), and refuses it before the account is
   * looked for: a mistake is 400 whosever the account is. Comes before `handle`, which has it as `context.input`.
   */
  input?(context: Context<A, Static<P>, Static<Q>, Static<B>>): I
}

/** The context of a handler, after all steps. */
type Handled<
  A extends Audience,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  R extends RouteAccount | null,
  I,
> = Context<
  A,
  Static<P>,
  Static<Q>,
  Static<B>,
  R extends RouteAccount ? StoredAccount : null,
  Exclude<I, Refusal>
>

export interface RouteOptions<
  A extends Audience,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  D extends TSchema,
  R extends RouteAccount | null,
  I,
> extends SharedParts<A, P, Q, B>,
    Steps<A, P, Q, B, R, I> {
  /** The schema of the answer's `data`; left out for null. */
  readonly data?: D
  handle(context: Handled<A, P, Q, B, R, I>): MaybeLater<HandlerAnswer<DeepReadonly<Static<D>>>>
}

export interface RawRouteOptions<
  A extends Audience,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  R extends RouteAccount | null,
  I,
> extends SharedParts<A, P, Q, B>,
    Steps<A, P, Q, B, R, I> {
  /** Media type of the answer, for OpenAPI. */
  readonly media: string
  handle(context: Handled<A, P, Q, B, R, I>): MaybeLater<RawAnswer | Refusal>
}

/** A route that takes one file, with a body of text fields beside it. */
export interface UploadRouteOptions<
  A extends SessionSide,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  D extends TSchema,
  R extends RouteAccount | null,
  I,
> extends Omit<SharedParts<A, P, Q, B>, 'bodyBytesMax' | 'bodyOptional' | 'bodyMedia' | 'places'>,
    Steps<A, P, Q, B, R, I> {
  readonly upload: UploadRule
  readonly data?: D
  /**
   * Handles the request. The file goes where this refuses or throws, and where nobody claims it, an hour
   * later.
   */
  handle(
    context: Handled<A, P, Q, B, R, I> & { readonly file: UploadedFile },
  ): MaybeLater<HandlerAnswer<DeepReadonly<Static<D>>>>
}

export type AnyContext = Context<Audience, unknown, unknown, unknown, StoredAccount | null, unknown>

/** A route with its types forgotten, as the pipeline and the documents read it. */
export interface Route {
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
  /** A list of staff that takes `min_projection_seq` and tells how far it is: a node that follows another one answers it, too. */
  readonly isFencedList: boolean
  readonly cost: number
  readonly rate: RouteRate | null
  readonly places: PlaceRule | null
  readonly answersSecrets: boolean
  readonly bodyBytesMax: number
  /** Fields, lists and objects together that a body of JSON may have. */
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
  /** Media type of a raw answer; null when the answer is an envelope. */
  readonly media: string | null
  readonly input: ((context: AnyContext) => unknown) | null
  handle(context: AnyContext): unknown
}

/** A route whose answer is an envelope. */
export function route<
  A extends Audience,
  P extends TSchema = Nothing,
  Q extends TSchema = Nothing,
  B extends TSchema = Nothing,
  D extends TSchema = Nothing,
  R extends RouteAccount | null = null,
  I = null,
>(options: RouteOptions<A, P, Q, B, D, R, I>): Route {
  const handle = options.handle as Route['handle']
  return complete(options, options.data ?? Nothing, null, handle)
}

/** A route whose answer is bytes: a download, a page, metrics. Its refusals are envelopes. */
export function rawRoute<
  A extends Audience,
  P extends TSchema = Nothing,
  Q extends TSchema = Nothing,
  B extends TSchema = Nothing,
  R extends RouteAccount | null = null,
  I = null,
>(options: RawRouteOptions<A, P, Q, B, R, I>): Route {
  return complete(options, Nothing, options.media, options.handle as Route['handle'])
}

/** A route whose body is multipart: its handler is given the stored file. */
export function uploadRoute<
  A extends SessionSide,
  P extends TSchema = Nothing,
  Q extends TSchema = Nothing,
  B extends TSchema = Nothing,
  D extends TSchema = Nothing,
  R extends RouteAccount | null = null,
  I = null,
>(options: UploadRouteOptions<A, P, Q, B, D, R, I>): Route {
  const { upload } = options
  checkUploadRule(`${options.method} ${options.path}`, upload)
  const body = { bodyMedia: [UPLOAD_MEDIA], bodyBytesMax: uploadBytesMax(upload) }
  const handle = options.handle as unknown as Route['handle']
  return complete({ ...options, ...body }, options.data ?? Nothing, null, handle, upload)
}

/** The parts of a route's options that do not depend on its kind; `input` with its types forgotten. */
type CommonParts = SharedParts<Audience, TSchema, TSchema, TSchema> & {
  readonly account?: RouteAccount | null
  readonly input?: unknown
}

function complete(
  options: CommonParts,
  data: TSchema,
  media: string | null,
  handle: Route['handle'],
  upload: UploadRule | null = null,
): Route {
  const isPublic = options.audience === 'public'
  const { bodyBytesMax = isPublic ? PUBLIC_BODY_BYTES_MAX : BODY_BYTES_MAX } = options
  const whole: Route = {
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
    input: (options.input as Route['input'] | undefined) ?? null,
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
 * Twice what the schema takes, so that who sends somewhat too much is told which field is wrong, as far as so many
 * parts fit into the body. A schema that takes any value, or a body in another form, says nothing of its parts.
 */
function partsMaxOf({ audience, body, bodyForm }: CommonParts, bytesMax: number): number {
  const taken = body === undefined ? 0 : 2 * partsOf(body)
  const isOpen = (body !== undefined && takesAnyValue(body)) || (bodyForm ?? null) !== null
  const least = isOpen && audience !== 'public' ? JSON_PARTS_MAX : PARTS_LEAST
  const fitting = Math.floor(bytesMax / PART_BYTES_MIN)
  return Math.max(least, Math.min(taken, fitting))
}

/** R4. Scope is of staff alone: traders have the account of their session. */
function checkReach(route: Route): void {
  const { audience, account, path } = route
  const isOfAccount = audience === 'staff' && path.startsWith('/admin/v1/accounts/{')
  assert(!isOfAccount || account !== null, `${nameOf(route)} names its account's reach (R4)`)
  if (account === null) return
  const isInPath = pathParameters(path).includes(account.param)
  assert(audience === 'staff' && isInPath, `${nameOf(route)} names an account in its path (R4)`)
}

/** Whether the route's rate is valid: within its bounds, and by login only where callers have one. */
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

/** The names between braces, in order. */
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
