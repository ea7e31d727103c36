/**
 * Two kinds of errors, never mixed: an expected failure is a refusal (engine/code.ts). A broken
 * invariant throws here and ends the unit that owns the state, which is rebuilt from the log.
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
