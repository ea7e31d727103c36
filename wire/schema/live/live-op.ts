import type { TSchema } from '../../types/scalars.js'

/** The types that describe WebSocket operations and events, for `/asyncapi.json` and for clients. */

/** An operation: its arguments, and the `data` of a successful reply. */
export interface LiveOp {
  /** Sentences that say what the operation does, answers and refuses. */
  readonly says: string
  readonly args: TSchema
  /**
   * Valid arguments as an example for the documents; undefined for an operation without arguments.
   */
  readonly example?: Readonly<Record<string, unknown>>
  readonly data: TSchema
  /** The rights that a staff session needs. It must have all of them. */
  readonly rights?: readonly string[]
  /** Rights of which a staff session needs at least one. */
  readonly anyOf?: readonly string[]
}

export interface LiveEvent {
  readonly says: string
  readonly data: TSchema
  /** Whether it is an event of the account, which has the next `seq`. */
  readonly isCounted?: boolean
}

export type LiveOps = Readonly<Record<string, LiveOp>>
export type LiveEvents = Readonly<Record<string, LiveEvent>>
