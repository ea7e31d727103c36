import type { AnswerCode } from './generated/routes.js'

/**
 * Why something was not done. Beside the codes of the server there are those of the way to it: `network` (no answer
 * came), `timeout` (none came in time), `protocol` (what came is no answer of this server), `signed_out` (there is no
 * session) and `closed` (the client was stopped). `webhook_signature` and `webhook_timestamp` are of a webhook that
 * must not be trusted.
 */
export type ErrorCode =
  | AnswerCode
  | 'network'
  | 'timeout'
  | 'protocol'
  | 'signed_out'
  | 'closed'
  | 'webhook_signature'
  | 'webhook_timestamp'

/** A field that the server found wrong. */
export interface WrongField {
  readonly path: string
  readonly message: string
}

export interface ErrorFacts {
  readonly status?: number
  readonly data?: unknown
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/** The one kind of error that the client throws. */
export class OpenfloorError extends Error {
  override readonly name = 'OpenfloorError'
  readonly code: ErrorCode
  /** The HTTP status; 0 where no answer came, or it came over the live socket. */
  readonly status: number
  readonly fields: readonly WrongField[]
  /** What the request came up against: the data of the refusal. */
  readonly data: unknown
  /** The name of the request in the server's log. */
  readonly requestId: string | null
  readonly retryAfterMs: number | null

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = code
    this.status = facts.status ?? 0
    this.data = facts.data ?? null
    this.fields = fieldsIn(this.data)
    this.requestId = facts.requestId ?? null
    this.retryAfterMs = facts.retryAfterMs ?? null
  }

  /** The first field that is wrong; null where none is named. */
  get field(): string | null {
    return this.fields[0]?.path ?? null
  }

  /** True where nobody knows whether it was done: the request may have come through. */
  get isUnknown(): boolean {
    return ['network', 'timeout', 'protocol', 'trade.timeout'].includes(this.code)
  }

  /** True where the session is over or must do something first. */
  get isAboutSession(): boolean {
    return this.code === 'signed_out' || this.code.startsWith('auth.')
  }
}

function fieldsIn(data: unknown): readonly WrongField[] {
  if (typeof data !== 'object' || data === null) return []
  const { fields } = data as { readonly fields?: readonly WrongField[] }
  return Array.isArray(fields) ? fields : []
}

export function isError(error: unknown, ...codes: readonly ErrorCode[]): error is OpenfloorError {
  return error instanceof OpenfloorError && codes.includes(error.code)
}
