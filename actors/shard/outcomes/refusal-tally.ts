import type { UnixMs } from '../../../engine/units.js'
import type { RefusalCount } from '../../../wire/record/refusal-counts.js'
import type { ShardRecords } from '../log/records.js'

/**
 * Counts the refusals that clients received, for the tables (wire/record/refusal-counts.ts).
 *
 *   - Counts are written once a minute and before an hour ends. If the shard is killed, the last
 *     minute is lost.
 *   - Between two writes at most `KINDS_MAX` kinds are counted separately; further ones are counted
 *     only by code, of which there are few.
 */
export const KINDS_MAX = 256
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

type Kind = Omit<RefusalCount, 'count'>

export class RefusalTally {
  readonly #counts = new Map<string, Kind & { count: number }>()
  /** The time of the first refusal that is not written yet. */
  #since = 0

  count(kind: Kind, now: UnixMs): void {
    if (this.#counts.size === 0) this.#since = now
    const known = this.#counts.get(keyOf(kind))
    if (known !== undefined) known.count++
    else if (this.#counts.size < KINDS_MAX || kind.group === '') {
      this.#counts.set(keyOf(kind), { ...kind, count: 1 })
    } else this.count({ symbolId: 0, group: '', code: kind.code, dealer: 0, gatewayId: 0 }, now)
  }

  /** True if the counts are due to be written. */
  isDue(now: UnixMs): boolean {
    if (this.#counts.size === 0) return false
    const isOtherHour = Math.floor(now / HOUR_MS) !== Math.floor(this.#since / HOUR_MS)
    return isOtherHour || now - this.#since >= MINUTE_MS
  }

  /** Writes all counts among the records of the open turn. */
  write(records: Pick<ShardRecords, 'refusals'>, at: UnixMs): void {
    if (this.#counts.size === 0) return
    records.refusals(at, this.#since, [...this.#counts.values()])
    this.#counts.clear()
  }
}

function keyOf({ symbolId, group, code, dealer, gatewayId }: Kind): string {
  return `${symbolId} ${code} ${dealer} ${gatewayId} ${group}`
}
