import type { Refusal } from '../../../engine/code.js'
import type { SocketRequest } from '../../../wire/frame/socket-frame.js'
import type { LiveOp } from '../../../wire/schema/live/live-op.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import type { Static, TSchema } from '../../../wire/types/scalars.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { LiveSockets } from '../live-sockets.js'
import type { StaffConnection } from './staff-connection.js'

/**
 * An operation of the staff socket is one object: the check of rights and arguments, the handler's types, AsyncAPI, the
 * client library and the tests' lists of operations all read it. Operations that share state are a family: one file,
 * with the list of its operations and a function that makes the state.
 */

/** The socket and session that sent the frame, with the frame's id. */
export interface StaffAsker extends Pick<SocketRequest, 'id'> {
  readonly connection: StaffConnection
  readonly session: LiveSession
}

/** `answered` means that the operation has sent its reply itself. */
export type StaffAnswer = { readonly ok: true; readonly data: unknown } | Refusal | 'answered'

interface StaffOpOf<State, Args> extends LiveOp {
  readonly name: string
  /**
   * Executes the operation. `state` is the state of its family, and `args` match the schema. The
   * promise must not reject, and its waits must have a time limit.
   */
  handle(state: State, asker: StaffAsker, args: Args): StaffAnswer | Promise<StaffAnswer>
}

/** An operation of a family whose state is `State`. */
export type StaffOp<State> = StaffOpOf<State, unknown>

export function staffOp<State, Args extends TSchema>(
  op: { readonly args: Args } & StaffOpOf<State, Static<Args>>,
): StaffOp<State> {
  return op as StaffOp<State>
}

/** The state that the operations of a family share, such as the sockets that watch something. */
export interface StaffState {
  /** Handles an event that the desk sends without a request. */
  onDeskEvent?(event: DeskEvent): void
  /** Called after sign-in, every two seconds, and when the session's permissions may have changed. */
  enter?(connection: StaffConnection, session: LiveSession): void
  /** Called when the client has read something. */
  drained?(connection: StaffConnection): void
  /** Called when the socket is closing or closed. */
  leave?(connection: StaffConnection): void
}

/** The operations of a family, together with their state. */
export interface ServedFamily {
  readonly ops: readonly StaffOp<unknown>[]
  readonly state: StaffState
}

/** Creates a family for the sockets that it will serve. */
export type StaffFamily = (sockets: LiveSockets<StaffConnection>) => ServedFamily

export function served<State extends StaffState>(
  ops: readonly StaffOp<State>[],
  state: State,
): ServedFamily {
  return { ops: ops as readonly StaffOp<unknown>[], state }
}

export const DONE = { ok: true, data: null } as const
