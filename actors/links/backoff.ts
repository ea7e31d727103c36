/**
 * When to dial again. A series of failures ends in a rest; the decision is a value, so that the
 * actor only has to wait and a test only has to look.
 */
export interface BackoffPolicy {
  readonly reconnectSec: number
  readonly failuresBeforeRest: number
  readonly restSec: number
}

export interface BackoffDecision {
  readonly kind: 'retry' | 'rest'
  readonly afterMs: number
  /** To be handed in with the next failure. */
  readonly failures: number
}

/** A connection that held this long ends a series; a provider that accepts and drops does not. */
export const STEADY_MS = 10_000

/** `failures` before this one; `heldMs` is how long the connection was online, 0 when it never was. */
export function afterFailure(
  policy: BackoffPolicy,
  failures: number,
  heldMs: number,
): BackoffDecision {
  const count = heldMs >= STEADY_MS ? 1 : failures + 1
  if (count < policy.failuresBeforeRest) {
    return { kind: 'retry', afterMs: policy.reconnectSec * 1_000, failures: count }
  }
  return { kind: 'rest', afterMs: policy.restSec * 1_000, failures: 0 }
}
