import type { Refusal } from '../../engine/code.js'
import { SOCKET_PING_MS, SOCKET_SILENT_MS } from '../../engine/limits/sockets.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Session } from '../exchange/session.js'
import type { LiveSession } from '../sessions/live-session.js'
import type { SessionStore } from '../sessions/session-store.js'
import type { Connection } from './connection.js'

/** Checks that are repeated for every open WebSocket. */

/** Refuses sockets of sessions that first have to change their password or set up one-time codes. */
export function refuseRestricted(session: Session): Refusal | null {
  if (session.mustChangePassword) {
    return because('auth.password_change_required.first')
  }
  if (!session.mustEnrolOtp) return null
  return because('auth.otp_enrol_required.group')
}

/** The reason to close the socket, as in the event `session_closed`; null if it may stay open. */
export function reasonToEnd(
  sessions: Pick<SessionStore, 'refuseUse'>,
  session: LiveSession,
  from: { readonly address: string },
): string | null {
  if (session.isClosed) return 'closed'
  const refusal = sessions.refuseUse(session, from) ?? refuseRestricted(session)
  return refusal === null ? null : refusal.code
}

export type Heartbeat = 'quiet' | 'ping' | 'silent'

/** The action after a silence of the socket, at time `now`. */
export function heartbeat(connection: Connection, now: number): Heartbeat {
  const silentMs = now - connection.heardAt
  if (silentMs >= SOCKET_SILENT_MS) return 'silent'
  return silentMs >= SOCKET_PING_MS && !connection.isPinged ? 'ping' : 'quiet'
}
