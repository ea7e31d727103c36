import { because } from '../../engine/reasons/reasons.js'
import { comparisonRepo } from '../../storage/repos/comparison.js'
import type { Starts, TableDigests } from '../../storage/row-images/table-digests.js'
import { type Copying, HAS_COPY, NEEDS_COPY } from '../shared/copying.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Desk } from './desk.js'

/**
 * The desk's part in comparing its tables with those of following nodes. Changes of the desk begin
 * and end a comparison, so they reach a standby node at the same place.
 *
 *   C1. A comparison uses the tables just before the change that begins it. That change holds the
 *       write lock, so a thread that takes a snapshot then sees exactly what a standby node sees when
 *       it reaches this change.
 */
export interface BegunComparison {
  readonly id: number
  readonly starts: Starts
}

export function comparisonDesk(desk: Desk) {
  const comparisons = comparisonRepo(desk.db)
  return {
    'comparison.begin': ({ words }: Copying): Outcome<BegunComparison> =>
      desk.change(() => {
        const before = comparisons.get()
        const begun = { id: (before?.id ?? 0) + 1, starts: before?.ends ?? {} }
        comparisons.set(begun)
        if (!hasCopy(words)) return because('unavailable.tables')
        return accept(begun)
      }),
    'comparison.end': ({ id, digests, ends }: { readonly id: number } & TableDigests) =>
      desk.change((): Outcome<null> => {
        const begun = comparisons.get()
        if (begun?.id !== id) return because('conflict.comparison')
        comparisons.set({ ...begun, digests, ends })
        return accept(null)
      }),
  }
}

const COPY_MAX_MS = 2_000

/** See C1. */
function hasCopy(words: Int32Array): boolean {
  Atomics.store(words, NEEDS_COPY, 1)
  Atomics.notify(words, NEEDS_COPY)
  Atomics.wait(words, HAS_COPY, 0, COPY_MAX_MS)
  return Atomics.load(words, HAS_COPY) === 1
}
