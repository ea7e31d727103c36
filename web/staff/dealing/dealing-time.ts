/**
 * How long a request waits: 30 s in the queue after it arrives, then 20 s after a dealer takes it.
 */
const QUEUE_MS = 30_000
const ANSWER_MS = 20_000
/** The remaining time below which the desk warns that time is running out. */
export const SHORT_MS = 10_000

interface Timed {
  readonly id: number
  readonly taken_by: number | null
  readonly expires_at: string
}

export function leftMs({ expires_at }: Timed, now: number): number {
  return Math.max(0, Date.parse(expires_at) - now)
}

/** The fraction of its waiting time that a request has left, from 0 to 1. */
export function leftShare(row: Timed, now: number): number {
  return Math.min(1, leftMs(row, now) / (row.taken_by === null ? QUEUE_MS : ANSWER_MS))
}

/**
 * Sorts the queue: the dealer's own requests first, then those nobody has taken, then those of
 * other dealers; within each, the least time left first.
 */
export function inOrder<Row extends Timed>(rows: Iterable<Row>, own: number): Row[] {
  const rank = ({ taken_by }: Row) => (taken_by === own ? 0 : taken_by === null ? 1 : 2)
  return [...rows].sort(
    (a, b) =>
      rank(a) - rank(b) || Date.parse(a.expires_at) - Date.parse(b.expires_at) || a.id - b.id,
  )
}
