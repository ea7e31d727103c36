import type { UnixMs } from '../units.js'

/**
 * The rules by which a user counts as online.
 *
 *   P1. A session is in use while it has an open socket, and for 90 seconds after its last request
 *       or socket.
 *   - Without evidence a user counts as offline.
 */
export const IN_USE_MS = 90_000

/**
 * Whether the user is online (P1). If the clock was set back meanwhile, a user counts as online for
 * at most twice `IN_USE_MS`.
 */
export function isInUse(sockets: number, lastSeenAt: UnixMs, now: UnixMs): boolean {
  return sockets > 0 || Math.abs(now - lastSeenAt) <= IN_USE_MS
}
