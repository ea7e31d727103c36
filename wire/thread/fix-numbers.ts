/** Numbers of a FIX session's messages that a node keeps for itself (actors/links/fix/fix-reservations.ts). */
export interface FixReserved {
  /** The name of its file. */
  readonly session: string
  readonly node: string
  /** The first number that is not kept. */
  readonly upTo: number
}
