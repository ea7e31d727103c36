import type { Refusal } from '../../../engine/code.js'
import type { SocketRequest } from '../../../wire/frame/socket-frame.js'
import type { STAFF_OPS } from '../../../wire/schema/live/staff-socket.js'
import type { Static } from '../../../wire/schema/scalars.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { LiveSockets } from '../live-sockets.js'
import type { StaffConnection } from './staff-connection.js'

export type StaffOpName = keyof typeof STAFF_OPS
/** The arguments of an operation in `wire/schema/live/staff-socket.ts`; `StaffSockets` has checked them. */
export type StaffArgs<Name extends StaffOpName> = Static<(typeof STAFF_OPS)[Name]['args']>

/** The socket and the session that sent the frame, and the frame's id. */
export interface StaffAsker extends Pick<SocketRequest, 'id'> {
  readonly connection: StaffConnection
  readonly session: LiveSession
}

/** `answered` when the operation has sent its reply itself. */
export type StaffAnswer = { readonly ok: true; readonly data: unknown } | Refusal | 'answered'

/** Carries out an operation. May not reject. What it waits for has a bound. */
export type StaffOp<Args> = (asker: StaffAsker, args: Args) => StaffAnswer | Promise<StaffAnswer>

/** Operations that belong together and the events they subscribe to, one file a family. `STAFF_OPS` holds the rights and arguments. */
export interface StaffOps {
  readonly ops: { readonly [Name in StaffOpName]?: StaffOp<StaffArgs<Name>> }
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
