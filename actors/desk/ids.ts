import { assert } from '../../engine/assert.js'
import type { ShardRange } from '../../storage/repos/id-ranges.js'
import type { IdKind, IdRange, NextFreeId } from '../../wire/thread/messages.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Desk } from './desk.js'
import { ID_GRANT_LENGTH, ID_RANGE_LENGTH } from './id-range.js'

/**
 * The numbers of orders and deals. Each shard has its own range and is granted parts of it. The end
 * of the newest part is stored before the part is granted; a restarted shard continues there, or
 * where it stopped. A shard near the end of its range has the rest of it and the next range.
 */
export function idsDesk(desk: Desk) {
  const { counters, idRanges: ranges } = desk.tables

  /** The ids that the shard was not granted yet; a new range if none are left. */
  const restOf = (shard: number, kind: IdKind): ShardRange => {
    const rest = ranges.get(shard, kind)
    if (rest !== undefined && (rest.next < rest.end || hasEarlier(rest))) return rest
    const next = counters.next(kind, 1)
    const end = next + ID_RANGE_LENGTH
    counters.setNext(kind, end)
    return { kind, next, end, earlierNext: 0, earlierEnd: 0 }
  }

  return {
    /**
     * Grants a shard ids that were never granted before. The new mark is on disk before the answer.
     */
    'ids.grant': ({
      shard,
      kind,
    }: {
      readonly shard: number
      readonly kind: IdKind
    }): Outcome<IdRange> =>
      desk.change(() => {
        const rest = restOf(shard, kind)
        const { next, end } = hasEarlier(rest)
          ? { next: rest.earlierNext, end: rest.earlierEnd }
          : rest
        const mark = next + partOf(end - next)
        ranges.set(shard, {
          ...rest,
          ...(hasEarlier(rest) ? { earlierNext: mark } : { next: mark }),
        })
        return accept({ kind, next, end: mark })
      }),

    /** Returns the ids that a stopping shard did not use, so that its next start skips none. */
    'ids.leave': ({
      shard,
      left,
    }: {
      readonly shard: number
      readonly left: readonly NextFreeId[]
    }): Outcome<null> =>
      desk.change(() => {
        for (const { kind, next } of left) {
          const rest = ranges.get(shard, kind)
          assert(rest !== undefined, 'it was granted numbers')
          ranges.set(shard, withLeft(rest, next))
        }
        return accept(null)
      }),
  }
}

/** The number of ids in one grant. The rest is never too short for one decision. */
function partOf(rest: number): number {
  return rest <= ID_GRANT_LENGTH ? rest : Math.min(ID_GRANT_LENGTH, Math.ceil(rest / 2))
}

/** The remaining ids with all from `next` on, including grants that never reached the shard. */
function withLeft(rest: ShardRange, next: number): ShardRange {
  const begin = rest.end - ID_RANGE_LENGTH
  if (next >= begin) {
    assert(next <= rest.next, 'ids that were not given out')
    return { ...rest, next }
  }
  if (hasEarlier(rest)) return { ...rest, earlierNext: next }
  // All ranges begin at the same remainder, which gives the end of the previous one.
  const earlierEnd = rest.end - Math.floor((rest.end - next) / ID_RANGE_LENGTH) * ID_RANGE_LENGTH
  return { ...rest, next: begin, earlierNext: next, earlierEnd }
}

function hasEarlier({ earlierNext, earlierEnd }: ShardRange): boolean {
  return earlierNext < earlierEnd
}
