import type { ByteSource } from '../../wire/answer/byte-source.js'

/** A request as plain values: copied out of the socket library, or made by a test. */
export interface PlainRequest {
  /** Upper case. */
  readonly method: string
  /** The path as sent, without the query. */
  readonly path: string
  /** The query as sent, without the question mark; empty when there is none. */
  readonly query: string
  /** Names in lower case; of a repeated header the first value. */
  readonly headers: Readonly<Record<string, string>>
  /** The client's address: behind a trusted proxy the one it names. */
  readonly address: string
  /** TLS ends here, or a trusted proxy says that the client used https. */
  readonly secure: boolean
  readonly requestId: string
  /** Header lines of its answer that tell the caller's rate: the pipeline sets them once it knows the session. */
  rateLines?: string
}

export const NO_HEADERS: readonly (readonly [string, string])[] = []

/** An answer as plain values. HEAD leaves the body out and keeps its length. */
export interface PlainAnswer {
  readonly status: number
  readonly mediaType: string
  readonly body: string | Uint8Array
  /** Further headers in order; `set-cookie` may repeat. */
  readonly headers: readonly (readonly [string, string])[]
  /** The body is kept anyway, for every answer like this one. */
  readonly isShared?: boolean
  /** No secret is in it: it may be packed on its way (`http/server/packed-answers.ts`). */
  readonly mayPack?: boolean
  /** The source in place of the body, which is empty then. */
  readonly source?: ByteSource
  /** The connection is not worth another request. */
  readonly closes?: boolean
}
