import type { Fault, KeyedText, RefusalParams } from './reasons/keyed-text.js'

/** Every code an answer can carry. `wire/answer/errors.ts` gives each its HTTP status, exhaustively. */
export const CODES = [
  'ok',
  'invalid_input',
  'not_found',
  'method_not_allowed',
  'too_large',
  'unsupported_media',
  'too_many_requests',
  'unavailable',
  'internal',
  'forbidden',
  'confirmation_required',
  'conflict',
  'resume_gone',
  'auth.invalid_credentials',
  'auth.session_expired',
  'auth.refresh_reused',
  'auth.csrf_invalid',
  'auth.invalid_terminal',
  'auth.otp_required',
  'auth.otp_invalid',
  'auth.otp_not_set',
  'auth.code_invalid',
  'auth.password_change_required',
  'auth.otp_enrol_required',
  'auth.account_disabled',
  'auth.ip_not_allowed',
  'auth.not_staff',
  'auth.terminal_not_allowed',
  'auth.account_changed',
  'auth.password_same',
  'auth.password_weak',
  'auth.password_change_not_allowed',
  'auth.too_many_attempts',
  'trade.placed',
  'trade.partial',
  'trade.pending',
  'trade.requote',
  'trade.price_changed',
  'trade.rejected',
  'trade.off_quotes',
  'trade.market_closed',
  'trade.no_money',
  'trade.invalid_volume',
  'trade.invalid_price',
  'trade.invalid_stops',
  'trade.invalid_expiration',
  'trade.invalid_filling',
  'trade.symbol_unknown',
  'trade.close_only',
  'trade.long_only',
  'trade.short_only',
  'trade.limit_orders',
  'trade.limit_positions',
  'trade.limit_volume',
  'trade.frozen',
  'trade.position_unknown',
  'trade.order_unknown',
  'trade.busy',
  'trade.too_many_requests',
  'trade.no_connection',
  'trade.cancelled',
  'trade.expired',
  'trade.disabled',
  'trade.read_only',
  'trade.timeout',
] as const

export type Code = (typeof CODES)[number]

/** An expected failure, as a value. `message` says what is wrong and what to do. */
export interface Refusal {
  readonly ok: false
  readonly code: Code
  readonly message: string
  /** The offered prices of a requote, valid for some time under its id. */
  readonly offer?: {
    readonly bid: string
    readonly ask: string
    readonly quote_id: string
    readonly until: string
  }
  /** The order and the position of a request that waited; 0 if none. */
  readonly ids?: {
    readonly order_id: number
    readonly deal_id: number
    readonly position_id: number
  }
  /** The exact numbers, as text, that explain the refusal to programs. */
  readonly numbers?: RefusalNumbers
  /** The refusal's data from another thread, used instead of the other fields. */
  readonly told?: Readonly<Record<string, unknown>>
  /** How long the same request will be refused: REST sends it as `Retry-After`. */
  readonly retryAfterMs?: number
  /** The reason as a key of the message files (engine/reasons/), and the parameters of its text. */
  readonly reason?: string
  readonly params?: RefusalParams
  /** The wrong fields, if the refusal is about single fields. */
  readonly fields?: readonly Fault[]
  /** The rule, dealer or provider that refused; for staff only. */
  readonly by?: RefusedBy
  /** True if this repeats the stored answer to the same request. */
  readonly isRepeat?: true
}

/** Ids of the rule and the gateway, and the login of the dealer, that refused a request. */
export interface RefusedBy {
  readonly rule?: number
  readonly dealer?: number
  readonly gateway?: number
}

/** The limits of a volume. `nearest` is the allowed volume closest to the requested one. */
export type VolumeNumbers = {
  readonly min: string
  readonly max: string
  readonly step: string
  readonly nearest: string | null
}

/** The invalid field, and the nearest valid value. */
export type PriceNumbers = {
  readonly field: string
  readonly distance_pts: number | null
  readonly nearest: string | null
}

export type MoneyNumbers = {
  readonly needed: string
  readonly free: string
  readonly currency: string
}

/** The numbers of each code; other codes have none. */
export type NumbersOf = {
  readonly 'trade.no_money': MoneyNumbers
  readonly 'trade.invalid_volume': VolumeNumbers
  readonly 'trade.limit_volume': VolumeNumbers
  readonly 'trade.invalid_stops': PriceNumbers
  readonly 'trade.invalid_price': PriceNumbers
  readonly 'trade.frozen': PriceNumbers
  readonly 'trade.limit_orders': { readonly limit: number }
  readonly 'trade.limit_positions': { readonly limit: number }
  readonly 'trade.market_closed': { readonly opens_at: string | null }
  readonly 'trade.too_many_requests': { readonly retry_after_ms: number | null }
  readonly conflict: { readonly field: string; readonly now: string | number | null }
  readonly resume_gone: { readonly oldest: string }
}

/**
 * Prices, volumes, money and names are text, counts are numbers, and null means no value. `params`
 * contains the reason's parameters by name.
 */
export type RefusalNumbers = Readonly<
  Record<string, string | number | null | RefusalParams | readonly Fault[]>
>

/** The refusal's data besides its text; undefined if there is none. */
export function refusalData({
  ids,
  offer,
  numbers,
  fields,
  reason,
  params = {},
}: Refusal): RefusalNumbers | undefined {
  if (reason !== undefined) {
    return { ...ids, ...offer, ...numbers, ...(fields && { fields }), reason, params }
  }
  const only = ids ?? offer ?? numbers
  if (only === undefined || Number(!!ids) + Number(!!offer) + Number(!!numbers) === 1) return only
  return { ...ids, ...offer, ...numbers }
}

/**
 * The numbers and reason of a refusal in the form that the log stores; undefined if it has neither.
 */
export function keptNumbers(refusal: Refusal): RefusalNumbers | undefined {
  const { numbers, fields, reason, params = {} } = refusal
  if (reason === undefined) return numbers
  return { ...numbers, ...(fields && { fields }), reason, params }
}

/** The refusal of a request with the rule, dealer or provider that refused it. */
export function refusedBy(refusal: Refusal, by: RefusedBy): Refusal {
  return { ...refusal, by: { ...refusal.by, ...by } }
}

/**
 * True if nothing happened and a repeat may succeed: the refusal is not stored under its request
 * id.
 */
export function isPassing({ code }: { readonly code: Code }): boolean {
  return PASSING.has(code)
}

const PASSING: ReadonlySet<Code> = new Set([
  'trade.requote',
  'trade.price_changed',
  'trade.busy',
  'trade.too_many_requests',
])

/** The codes that answer an accepted request. */
export const SUCCESS_CODES = ['ok', 'trade.placed', 'trade.partial', 'trade.pending'] as const
export type SuccessCode = (typeof SUCCESS_CODES)[number]

export function isSuccess(code: Code): code is SuccessCode {
  return (SUCCESS_CODES as readonly Code[]).includes(code)
}

/**
 * The one test of an outcome: events, waits and data never have `ok: false` together with a code.
 */
export function isRefusal(value: unknown): value is Refusal {
  // Lists are events. This check is faster than reading a field of objects with many shapes.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const candidate = value as { readonly ok?: unknown; readonly code?: unknown }
  return candidate.ok === false && typeof candidate.code === 'string'
}

/** A text in English, or the text of a reason. */
type Words = string | KeyedText

export function refuse(code: Code, words: Words): Refusal {
  return typeof words === 'string'
    ? { ok: false, code, message: words }
    : { ok: false, code, ...words }
}

/** The refusal by a rate limit: `retryAfterMs` is null if its duration is unknown. */
export function refuseTooMany(retryAfterMs: number | null, words: Words): Refusal {
  const refusal = refuseWith({ retry_after_ms: retryAfterMs }, 'trade.too_many_requests', words)
  return retryAfterMs === null ? refusal : { ...refusal, retryAfterMs }
}

/** A refusal, and the numbers that explain it. */
export function refuseWith<C extends keyof NumbersOf>(
  numbers: NumbersOf[C],
  code: C,
  words: Words,
): Refusal {
  return { ...refuse(code, words), numbers }
}

/** A temporary refusal, and how long it lasts. */
export function refuseFor(retryAfterMs: number, code: Code, words: Words): Refusal {
  return { ...refuse(code, words), retryAfterMs }
}
