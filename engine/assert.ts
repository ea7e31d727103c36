/**
 * Two kinds of wrong, never mixed: an expected failure is a refusal (engine/code.ts), a broken
 * invariant throws here and takes down the unit that owns the state, which rebuilds from the log.
 */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

export function assert(claim: boolean, invariant: string): asserts claim {
  if (!claim) throw new InvariantError(invariant)
}

export function unreachable(value: never, where: string): never {
  throw new InvariantError(`${where}: unexpected ${String(value)}`)
}
