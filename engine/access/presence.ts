import type { UnixMs } from '../units.js'

/**
 * The rules by which somebody counts as there.
 *
 *   P1. A session is in use while it has an open socket, and for 90 seconds after its last request or after its
 *       last socket was there.
 *   P2. What is not known to have happened did not: nobody is there because it could be so.
 */
export const IN_USE_MS = 90_000

/** A clock that was set back makes nobody stay longer than twice that. */
export function isInUse(sockets: number, lastSeenAt: UnixMs, now: UnixMs): boolean {
  return sockets > 0 || Math.abs(now - lastSeenAt) <= IN_USE_MS
}
