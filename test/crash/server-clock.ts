/**
 * The clock of all servers started here. It goes on while they are down, and it can be put on: the next
 * server starts with it, and the days that have gone by end.
 */
const DAY_MS = 86_400_000
/** A Wednesday, at ten. */
const FIRST_START_MS = Date.parse('2026-03-04T10:00:00Z')
let skippedMs = 0

export function serverNow(): number {
  return FIRST_START_MS + skippedMs + Math.round(performance.now())
}

/** Never back. */
export function skipTo(at: number): void {
  skippedMs += Math.max(0, at - serverNow())
}

/** The midnight that comes after so many others; the given server's days are those of UTC. */
export function midnightAfter(others = 0): number {
  return (Math.floor(serverNow() / DAY_MS) + 1 + others) * DAY_MS
}

/** Days since 1970 by the number of the newest that is over. */
export function endedDay(): number {
  return Math.floor(serverNow() / DAY_MS) - 1
}

export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}
