/**
 * Sequence numbers of a FIX session that a node has reserved
 * (actors/links/fix/fix-reservations.ts).
 */
export interface FixReservation {
  /** The name of the session, which is also the name of its file. */
  readonly session: string
  readonly node: string
  /** The first number that is not reserved. */
  readonly upTo: number
  /**
   * The next number expected from the peer; undefined if an older server version stored the
   * numbers.
   */
  readonly nextIn: number | undefined
}
