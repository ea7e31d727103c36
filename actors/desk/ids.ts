import { assert } from '../../engine/assert.js'
import type { IdKind, IdRange } from '../../wire/thread/messages.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Desk } from './desk.js'
import { ID_GRANT_LENGTH, ID_RANGE_LENGTH } from './id-range.js'

/**
 * The numbers of orders and deals. A shard has a range of its own and is granted a part of it at a time. The end of the
 * newest part is its mark, on disk before the part is granted: a shard that starts again goes on there.
 */
export function idsDesk(desk: Desk) {
  const { counters, idRanges: ranges } = desk.tables

  /** The rest of the shard's range, or a new one where nothing is left of it. */
  const restOf = (shard: number, kind: IdKind): IdRange => {
    const rest = ranges.get(shard, kind)
    if (rest !== undefined && rest.next < rest.end) return rest
    const next = counters.next(kind, 1)
    const end = next + ID_RANGE_LENGTH
    counters.setNext(kind, end)
    return { kind, next, end }
  }

  return {
    /** Grants a shard ids that were never granted before; the mark behind them is on disk before it is answered. */
    'ids.grant': ({
      shard,
      kind,
    }: {
      readonly shard: number
      readonly kind: IdKind
    }): Outcome<IdRange> =>
      desk.change(() => {
        const { next, end } = restOf(shard, kind)
        const mark = Math.min(end, next + ID_GRANT_LENGTH)
        ranges.set(shard, { kind, next: mark, end })
        return accept({ kind, next, end: mark })
      }),

    /** Takes back what a shard that stops has left of its grants, so that its next start skips no number. */
    'ids.leave': ({
      shard,
      left,
    }: {
      readonly shard: number
      readonly left: readonly IdRange[]
    }): Outcome<null> =>
      desk.change(() => {
        for (const { kind, next, end } of left) {
          const rest = ranges.get(shard, kind)
          // Another range was begun: what is left of the one before it is skipped.
          if (rest === undefined || rest.next !== end) continue
          assert(next <= end, 'ids that were not given out')
          ranges.set(shard, { kind, next, end: rest.end })
        }
        return accept(null)
      }),
  }
}
