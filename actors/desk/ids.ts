import type { IdKind, IdRange } from '../../wire/thread/messages.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Desk } from './desk.js'
import { ID_RANGE_LENGTH } from './id-range.js'

export function idsDesk(desk: Desk) {
  const { counters, idRanges: ranges } = desk.tables
  return {
    /** Grants a shard a range of ids that was never granted before; it is on disk before it is answered. */
    'ids.grant': ({
      shard,
      kind,
    }: {
      readonly shard: number
      readonly kind: IdKind
    }): Outcome<IdRange> =>
      desk.change(() => {
        const next = counters.next(kind, 1)
        const range: IdRange = { kind, next, end: next + ID_RANGE_LENGTH }
        counters.setNext(kind, range.end)
        ranges.set(shard, range)
        return accept(range)
      }),
  }
}
