import type { Code, RefusalNumbers } from '../../engine/code.js'
import type { RefusalParams } from '../../engine/reasons/keyed-text.js'
import type { Login, UnixMs } from '../../engine/units.js'

/** A refused trade request, as staff can read it (docs/build/refused-requests.md). */
export interface RefusedRequest {
  readonly at: UnixMs
  readonly code: Code
  readonly message: string
  /** The key in the message files and the parameters of its text; empty if there is none. */
  readonly reason: string
  readonly params: RefusalParams
  /** The numbers, prices and ids in the refusal; null means none. */
  readonly data: RefusalNumbers | null
  /** The request as JSON; empty if it was too long or is unknown. */
  readonly request: string
  readonly kind: string
  readonly symbol: string
  /** The routing rule, dealer or gateway that refused it; 0 means none. */
  readonly rule: number
  readonly dealer: Login
  readonly gateway: number
  /** The market with the group's markup, and the time of the price; empty and 0 if there was none. */
  readonly bid: string
  readonly ask: string
  readonly quotedAt: UnixMs
  /** The terminal and the id of the session, as `desktop:ID`; empty if unknown. */
  readonly session: string
  readonly ip: string
  readonly clientOrderId: string
  readonly requestId: string
  /** The staff member who traded for the account; 0 means the client. */
  readonly staff: Login
}

/** A refused request on its way to the desk. */
export interface RefusedOf extends RefusedRequest {
  readonly login: Login
  /** True for a demo account that its owner opened. */
  readonly selfOpened: boolean
}

/** The number of requests that were not stored individually, by account and code. */
export interface RefusedMore {
  readonly login: Login
  readonly at: UnixMs
  readonly code: Code
  readonly count: number
}

/** A shard's refusals since its last report: rows, further counts, and counts for metrics. */
export interface RefusedNews {
  readonly rows: readonly RefusedOf[]
  readonly more: readonly RefusedMore[]
  readonly codes: readonly (readonly [code: Code, count: number])[]
  readonly rules: readonly (readonly [rule: number, count: number])[]
}

/** A batch for the desk to store. A repeat of the same batch changes nothing. */
export interface RefusedBatch {
  readonly run: string
  readonly number: number
  readonly rows: readonly RefusedOf[]
  readonly more: readonly RefusedMore[]
}
