import type { Code, RefusalNumbers } from '../../engine/code.js'
import type { RefusalParams } from '../../engine/reasons/keyed-text.js'
import type { Login, UnixMs } from '../../engine/units.js'

/** A refused trade request of an account, as staff can read it (docs/build/refused-requests.md). */
export interface RefusedRequest {
  readonly at: UnixMs
  readonly code: Code
  readonly message: string
  /** The key of the message files, and the parts of its text; empty where there is no key. */
  readonly reason: string
  readonly params: RefusalParams
  /** The numbers, prices and ids that the refusal brought; null is none. */
  readonly data: RefusalNumbers | null
  /** The request as it was sent, as JSON; empty if it was too long to keep or is not known. */
  readonly request: string
  readonly kind: string
  readonly symbol: string
  /** The routing rule, the dealer and the gateway that refused; 0 is none. */
  readonly rule: number
  readonly dealer: Login
  readonly gateway: number
  /** The market as the account's group saw it, and the time of that price; empty and 0 where there was none. */
  readonly bid: string
  readonly ask: string
  readonly quotedAt: UnixMs
  /** The terminal and the id of the session, as `desktop:ID`; empty where none is known. */
  readonly session: string
  readonly ip: string
  readonly clientOrderId: string
  readonly requestId: string
  /** The member of staff who asked for the account; 0 is the account itself. */
  readonly staff: Login
}

/** A row on its way to the desk. */
export interface RefusedOf extends RefusedRequest {
  readonly login: Login
  /** Whether the account is a demo one that somebody opened for themselves. */
  readonly selfOpened: boolean
}

/** Requests beyond what is kept, by account and code. */
export interface RefusedMore {
  readonly login: Login
  readonly at: UnixMs
  readonly code: Code
  readonly count: number
}

/** The refusals of a shard since it last told: rows, those beyond, and counts for the metrics. */
export interface RefusedNews {
  readonly rows: readonly RefusedOf[]
  readonly more: readonly RefusedMore[]
  readonly codes: readonly (readonly [code: Code, count: number])[]
  readonly rules: readonly (readonly [rule: number, count: number])[]
}

/** What the desk keeps at once; the same batch again changes nothing. */
export interface RefusedBatch {
  readonly run: string
  readonly number: number
  readonly rows: readonly RefusedOf[]
  readonly more: readonly RefusedMore[]
}
