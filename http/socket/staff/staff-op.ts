import type { Refusal } from '../../../engine/code.js'
import type { SocketRequest } from '../../../wire/frame/socket-frame.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { LiveSockets } from '../live-sockets.js'
import type { StaffConnection } from './staff-connection.js'

/** The request that an operation of the staff socket is given. */
export interface StaffRequest extends SocketRequest {
  readonly connection: StaffConnection
  readonly session: LiveSession
  /** The size of its frame. */
  readonly sizeBytes: number
}

/** `answered` when the operation has sent its reply itself. */
export type StaffAnswer = { readonly ok: true; readonly data: unknown } | Refusal | 'answered'

export interface StaffOp {
  /** Rights that the operation needs, all of them; an empty list is for every staff session. */
  readonly rights: readonly string[]
  /** Rights of which it needs one. */
  readonly anyOf?: readonly string[]
  /** May not reject. What it waits for has a bound. */
  run(request: StaffRequest): StaffAnswer | Promise<StaffAnswer>
}

/** Operations that belong together, by name, with the events they ask for: one file each. */
export interface StaffOps {
  readonly ops: Readonly<Record<string, StaffOp>>
  /** An event that the desk tells by itself. */
  onDeskEvent?(event: DeskEvent): void
  /** A socket has signed in; again every two seconds, when its session may do other things. */
  enter?(connection: StaffConnection, session: LiveSession): void
  /** Its reader has taken something. */
  drained?(connection: StaffConnection): void
  /** The socket is closing, or gone. */
  leave?(connection: StaffConnection): void
}

export type StaffFamily = (sockets: LiveSockets<StaffConnection>) => StaffOps

export const DONE = { ok: true, data: null } as const
