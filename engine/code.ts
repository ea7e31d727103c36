/** Every code an answer can carry. `wire/errors.ts` gives each its HTTP status, exhaustively. */
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
  'trade.requote',
  'trade.rejected',
  'trade.off_quotes',
  'trade.market_closed',
  'trade.no_money',
  'trade.invalid_volume',
  'trade.invalid_filling',
  'trade.symbol_unknown',
  'trade.close_only',
  'trade.long_only',
  'trade.short_only',
  'trade.limit_positions',
  'trade.limit_volume',
  'trade.position_unknown',
  'trade.too_many_requests',
  'trade.no_connection',
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
}

export function refuse(code: Code, message: string): Refusal {
  return { ok: false, code, message }
}
