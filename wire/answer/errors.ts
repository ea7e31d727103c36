import { type Code, type Refusal, refuse } from '../../engine/code.js'

/** The HTTP status of every code. A code without a status does not compile. */
const STATUS: Readonly<Record<Code, number>> = {
  ok: 200,
  invalid_input: 400,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media: 415,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
  forbidden: 403,
  confirmation_required: 403,
  conflict: 409,
  resume_gone: 409,
  'auth.invalid_credentials': 401,
  'auth.session_expired': 401,
  'auth.refresh_reused': 401,
  'auth.csrf_invalid': 403,
  'auth.invalid_terminal': 403,
  'auth.otp_required': 401,
  'auth.otp_invalid': 401,
  'auth.otp_not_set': 401,
  'auth.code_invalid': 400,
  'auth.password_change_required': 403,
  'auth.otp_enrol_required': 403,
  'auth.account_disabled': 403,
  'auth.ip_not_allowed': 403,
  'auth.not_staff': 403,
  'auth.terminal_not_allowed': 403,
  'auth.account_changed': 409,
  'auth.password_same': 400,
  'auth.password_weak': 400,
  'auth.password_change_not_allowed': 403,
  'auth.too_many_attempts': 429,
  'trade.placed': 200,
  'trade.partial': 200,
  'trade.pending': 200,
  'trade.requote': 409,
  'trade.price_changed': 409,
  'trade.rejected': 409,
  'trade.off_quotes': 409,
  'trade.market_closed': 409,
  'trade.no_money': 409,
  'trade.invalid_volume': 409,
  'trade.invalid_price': 409,
  'trade.invalid_stops': 409,
  'trade.invalid_expiration': 409,
  'trade.invalid_filling': 409,
  'trade.symbol_unknown': 409,
  'trade.close_only': 409,
  'trade.long_only': 409,
  'trade.short_only': 409,
  'trade.limit_orders': 409,
  'trade.limit_positions': 409,
  'trade.limit_volume': 409,
  'trade.frozen': 409,
  'trade.position_unknown': 409,
  'trade.order_unknown': 409,
  'trade.busy': 409,
  'trade.too_many_requests': 429,
  'trade.no_connection': 409,
  'trade.cancelled': 409,
  'trade.expired': 409,
  'trade.disabled': 403,
  'trade.read_only': 403,
  'trade.timeout': 504,
}

export function statusOf(code: Code): number {
  return STATUS[code]
}

/** The same table for tests that check it in both directions. */
export function statusTable(): Readonly<Record<string, number>> {
  return STATUS
}

/** One wrong place of a request: `path` is like `items[0].amount`, or the parameter's name. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

/** `invalid_input` that says which fields are wrong. */
export interface InputRefusal extends Refusal {
  readonly fields: readonly FieldError[]
}

export function refuseInput(fields: readonly FieldError[]): InputRefusal {
  const first = fields[0]
  const rest = fields.length - 1
  const more = rest > 0 ? ` (and ${rest} more, see fields)` : ''
  const place = first === undefined || first.path === '' ? '' : `${first.path}: `
  const message = `${place}${first?.message ?? 'the request is not valid'}${more}`
  return { ...refuse('invalid_input', message), fields }
}

export function refuseField(path: string, message: string): InputRefusal {
  return refuseInput([{ path, message }])
}

const FIELD_CODES: ReadonlySet<Code> = new Set(['invalid_input', 'auth.password_weak'])
const ONE_FIELD = /^([a-z][a-z0-9_]*(?:[.[][a-z0-9_.\]]*)?): (.+)$/s

/**
 * The fields that a refusal is about. The engine and the shards refuse a single field by its name before the message.
 */
export function fieldsOf(refusal: Refusal | InputRefusal): readonly FieldError[] | undefined {
  if ('fields' in refusal) return refusal.fields
  if (!FIELD_CODES.has(refusal.code)) return undefined
  const [, path, message] = ONE_FIELD.exec(refusal.message) ?? []
  return path === undefined || message === undefined ? undefined : [{ path, message }]
}
