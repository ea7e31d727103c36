import type { ByteSource } from '../../wire/answer/byte-source.js'

/** A request as plain values, independent of the socket library and easy to create in tests. */
export interface PlainRequest {
  /** The method of the request, in upper case. */
  readonly method: string
  /** The path as sent, without the query. */
  readonly path: string
  /** The query as sent, without the question mark; empty if there is none. */
  readonly query: string
  /** Headers by name in lower case. For a repeated header, the first value. */
  readonly headers: Readonly<Record<string, string>>
  /** The client's address, or behind a trusted proxy the address that the proxy reports. */
  readonly address: string
  /** True if the client used TLS: to this server, or to a trusted proxy. */
  readonly secure: boolean
  readonly requestId: string
  /** Rate limit headers for the answer. The pipeline sets them when it knows the session. */
  rateLines?: string
}

export const NO_HEADERS: readonly (readonly [string, string])[] = []

/** An answer as plain values. For HEAD the body is not sent, but its length is. */
export interface PlainAnswer {
  readonly status: number
  readonly mediaType: string
  readonly body: string | Uint8Array
  /** Further headers in order. Only `set-cookie` may repeat. */
  readonly headers: readonly (readonly [string, string])[]
  /** True if the body is a buffer that many answers share. */
  readonly isShared?: boolean
  /**
   * True if the body contains no secret and so may be compressed (`http/server/packed-answers.ts`).
   */
  readonly mayPack?: boolean
  /** A stream to send instead of `body`, which is then empty. */
  readonly source?: ByteSource
  /** Whether to close the connection after the answer. */
  readonly closes?: boolean
}
