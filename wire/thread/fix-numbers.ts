/** Numbers of a FIX session's messages that a node keeps for itself (actors/links/fix/fix-reservations.ts). */
export interface FixReserved {
  /** The name of its file. */
  readonly session: string
  readonly node: string
  /** The first number that is not kept. */
  readonly upTo: number
  /** The number of the other side's message that is waited for; undefined where an older version of the server kept the numbers. */
  readonly nextIn: number | undefined
}
