import type { TSchema } from '../scalars.js'

/** The operations and events of the live sockets, described for the document at `/asyncapi.json` and for clients. */

/** An operation: what it takes, and the `data` of its reply where that is a success. */
export interface LiveOp {
  readonly says: string
  readonly args: TSchema
  readonly data: TSchema
  /** The rights that a staff session needs for it, all of them. */
  readonly rights?: readonly string[]
  /** Rights of which a staff session needs one. */
  readonly anyOf?: readonly string[]
}

export interface LiveEvent {
  readonly says: string
  readonly data: TSchema
  /** Whether it is one of the account's own events: each has the next `seq`. */
  readonly isCounted?: boolean
}

export type LiveOps = Readonly<Record<string, LiveOp>>
export type LiveEvents = Readonly<Record<string, LiveEvent>>
