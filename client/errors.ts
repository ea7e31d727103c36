import type { AnswerCode } from './generated/routes.js'

/**
 * The code of an error: one of the server's codes, or one of the client's own: `network` (no answer
 * arrived), `timeout` (none arrived in time), `protocol` (the answer is not from this server),
 * `signed_out` (there is no session) and `closed` (the client was stopped). `webhook_signature` and
 * `webhook_timestamp` mean that a webhook cannot be trusted.
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

/** A field that the server refused. */
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

/** The only class of errors that the client throws. */
export class OpenfloorError extends Error {
  override readonly name = 'OpenfloorError'
  readonly code: ErrorCode
  /** The HTTP status; 0 if no answer arrived, or over the WebSocket. */
  readonly status: number
  readonly fields: readonly WrongField[]
  /** The data of the refusal, as the server sent it. */
  readonly data: unknown
  /** The id of the request in the server's log. */
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

  /** The first wrong field; null if the refusal names none. */
  get field(): string | null {
    return this.fields[0]?.path ?? null
  }

  /** True if it is unknown whether the request was executed. */
  get isUnknown(): boolean {
    return ['network', 'timeout', 'protocol', 'trade.timeout'].includes(this.code)
  }

  /** True if the session has ended or is restricted. */
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
