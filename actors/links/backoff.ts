/**
 * Decides when to dial again after failures; a series of failures is followed by a longer pause.
 * The decision is returned as a value, so the caller only waits and tests need no clock.
 */
export interface BackoffPolicy {
  readonly reconnectSec: number
  readonly failuresBeforeRest: number
  readonly restSec: number
}

export interface BackoffDecision {
  readonly kind: 'retry' | 'rest'
  readonly afterMs: number
  /** The number of failures so far, to pass in with the next failure. */
  readonly failures: number
}

/**
 * A connection that lasted this long ends a series of failures; a provider that accepts and drops
 * does not.
 */
export const STEADY_MS = 10_000

/**
 * Computes the next dial. `failures` is the count before this failure, and `heldMs` is how long the
 * connection was online, 0 if it never was.
 */
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
