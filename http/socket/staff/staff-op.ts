import type { Refusal } from '../../../engine/code.js'
import type { SocketRequest } from '../../../wire/frame/socket-frame.js'
import type { STAFF_OPS } from '../../../wire/schema/live/staff-socket.js'
import type { Static } from '../../../wire/schema/scalars.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { LiveSockets } from '../live-sockets.js'
import type { StaffConnection } from './staff-connection.js'

export type StaffOpName = keyof typeof STAFF_OPS
/**
 * The arguments of an operation in `wire/schema/live/staff-socket.ts`, already validated by
 * `StaffSockets`.
 */
export type StaffArgs<Name extends StaffOpName> = Static<(typeof STAFF_OPS)[Name]['args']>

/** The socket and session that sent the frame, with the frame's id. */
export interface StaffAsker extends Pick<SocketRequest, 'id'> {
  readonly connection: StaffConnection
  readonly session: LiveSession
}

/** `answered` means that the operation has sent its reply itself. */
export type StaffAnswer = { readonly ok: true; readonly data: unknown } | Refusal | 'answered'

/** Executes an operation. Must not reject, and must answer in bounded time. */
export type StaffOp<Args> = (asker: StaffAsker, args: Args) => StaffAnswer | Promise<StaffAnswer>

/**
 * A family of operations with the events that they subscribe to; one file each. `STAFF_OPS` defines
 * their rights and arguments.
 */
export interface StaffOps {
  readonly ops: { readonly [Name in StaffOpName]?: StaffOp<StaffArgs<Name>> }
  /** Called for events of the desk. */
  onDeskEvent?(event: DeskEvent): void
  /** Called after sign-in, every two seconds, and when the session's permissions may have changed. */
  enter?(connection: StaffConnection, session: LiveSession): void
  /** Called when the client has read something. */
  drained?(connection: StaffConnection): void
  /** Called when the socket is closing or gone. */
  leave?(connection: StaffConnection): void
}

export type StaffFamily = (sockets: LiveSockets<StaffConnection>) => StaffOps

export const DONE = { ok: true, data: null } as const
