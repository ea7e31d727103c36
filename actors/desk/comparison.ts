import { because } from '../../engine/reasons/reasons.js'
import { comparisonRepo } from '../../storage/repos/comparison.js'
import type { Starts, TableDigests } from '../../storage/row-images/table-digests.js'
import { type Copying, HAS_COPY, NEEDS_COPY } from '../cluster/comparing/copying.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Desk } from './desk.js'

/**
 * The desk's part of a comparison of its tables with those of nodes that follow: it is begun and ended by changes, which come to them at
 * their place.
 *
 *   C1. A comparison is of the tables as they are just before the change that begins it. While that holds the tables nobody else writes
 *       them, so a thread that looks at them then sees what a node that follows sees when it comes to this change.
 */
export interface Begun {
  readonly id: number
  readonly starts: Starts
}

export function comparisonDesk(desk: Desk) {
  const comparisons = comparisonRepo(desk.db)
  return {
    'comparison.begin': ({ words }: Copying): Outcome<Begun> =>
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

/** C1. */
function hasCopy(words: Int32Array): boolean {
  Atomics.store(words, NEEDS_COPY, 1)
  Atomics.notify(words, NEEDS_COPY)
  Atomics.wait(words, HAS_COPY, 0, COPY_MAX_MS)
  return Atomics.load(words, HAS_COPY) === 1
}
