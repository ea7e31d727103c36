/** How long a request waits: 30 s from its coming, 20 s from its taking, each from its own start. */
const QUEUE_MS = 30_000
const ANSWER_MS = 20_000
/** From here on its time is told to be short. */
export const SHORT_MS = 10_000

interface Timed {
  readonly id: number
  readonly taken_by: number | null
  readonly expires_at: string
}

export function leftMs({ expires_at }: Timed, now: number): number {
  return Math.max(0, Date.parse(expires_at) - now)
}

/** The share of its time that is left, from 0 to 1. */
export function leftShare(row: Timed, now: number): number {
  return Math.min(1, leftMs(row, now) / (row.taken_by === null ? QUEUE_MS : ANSWER_MS))
}

/** The queue: what one has taken oneself, what waits, what others have taken; each by what is left of its time. */
export function inOrder<Row extends Timed>(rows: Iterable<Row>, own: number): Row[] {
  const rank = ({ taken_by }: Row) => (taken_by === own ? 0 : taken_by === null ? 1 : 2)
  return [...rows].sort(
    (a, b) =>
      rank(a) - rank(b) || Date.parse(a.expires_at) - Date.parse(b.expires_at) || a.id - b.id,
  )
}
