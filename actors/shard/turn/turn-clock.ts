import type { UnixMs } from '../../../engine/units.js'
import { NOBODY, type TurnTimes } from '../../../wire/record/turn-times.js'
import type { IdAllocator } from '../id-allocator.js'
import type { ShardRecords } from '../log/records.js'

/**
 * Measures the times of a shard's turns. They are written with the records of a later turn, because
 * only then all of them are known.
 *
 *   - A turn that gave out no order or deal number has no times, because nothing would be found by
 *     them.
 *   - If the shard ends before the next turn is written, the times of its last turn are lost.
 *   - One turn is open, one may be on its way to the disk, and only a few wait for their times to
 *     be written.
 */
export interface TurnClockParts {
  /** The time of a monotonic clock that all threads share, in milliseconds. */
  readonly monotonic: () => number
  readonly ids: Readonly<Record<'order' | 'deal', Pick<IdAllocator, 'next' | 'taken'>>>
  readonly shard: number
  readonly shards: number
}

const US_PER_MS = 1000
/**
 * The maximum number of turns whose times wait. While nothing can be written, older ones are
 * dropped.
 */
const WAITING_MAX = 8

/** Times that are set one after the other. One object is reused for many turns. */
class TakenTimes implements TurnTimes {
  at = 0
  firstOrder = 0
  firstDeal = 0
  orders = 0
  deals = 0
  decided = 0
  durable = 0
  told = 0
  /** The monotonic time at which the turn began. */
  begun = 0
  /** The number of ids given out before the turn, and whether the turn gave out any. */
  takenBefore = 0
  hasTaken = false
  runs: number[] = []
  /** The time when the front received the batches of `runs`. */
  readonly received: number[] = []

  after(now: number): number {
    return Math.max(0, Math.round((now - this.begun) * US_PER_MS))
  }
}

export class TurnClock {
  readonly #parts: TurnClockParts
  #open = new TakenTimes()
  #handed: TakenTimes | undefined
  readonly #waiting: TakenTimes[] = []
  readonly #spare: TakenTimes[] = []
  /** The time when the front received the current request; 0 for work without a request. */
  #received = 0

  constructor(parts: TurnClockParts) {
    this.#parts = parts
  }

  /** True if the times of a turn wait to be written. */
  get owes(): boolean {
    return this.#waiting.length > 0
  }

  begin(at: UnixMs): void {
    const open = this.#open
    const { ids, monotonic } = this.#parts
    open.at = at
    open.begun = monotonic()
    open.firstOrder = ids.order.next
    open.firstDeal = ids.deal.next
    open.takenBefore = ids.order.taken + ids.deal.taken
    open.runs.length = 0
    open.received.length = 0
    if (this.#received !== 0) this.#run()
  }

  /**
   * Work from here on is for a request that the front received at that monotonic time; 0 if there
   * is no request.
   */
  came(received: number): void {
    if (received === this.#received) return
    this.#received = received
    this.#run()
  }

  /** The wall time at which the front received the current request; 0 if there is none. */
  get receivedAt(): UnixMs {
    const { at, begun } = this.#open
    return this.#received === 0 ? 0 : at + this.#received - begun
  }

  #run(): void {
    const { runs, received, firstOrder, firstDeal } = this.#open
    const { ids } = this.#parts
    const [order, deal] = [ids.order.next - firstOrder, ids.deal.next - firstDeal]
    const last = runs.length - 3
    // Replaces the previous run, because it assigned no id.
    if (last >= 0 && runs[last] === order && runs[last + 1] === deal) {
      received[received.length - 1] = this.#received
      return
    }
    runs.push(order, deal, NOBODY)
    received.push(this.#received)
  }

  /** Notes that all requests of the open turn are decided. */
  decided(): void {
    const open = this.#open
    const { ids, monotonic } = this.#parts
    open.orders = ids.order.next - open.firstOrder
    open.deals = ids.deal.next - open.firstDeal
    open.hasTaken = ids.order.taken + ids.deal.taken > open.takenBefore
    open.decided = open.after(monotonic())
  }

  /** Writes the waiting times among the records of the open turn. */
  write(records: Pick<ShardRecords, 'turn'>, at: UnixMs): void {
    const { shard, shards } = this.#parts
    for (const waiting of this.#waiting) {
      records.turn({ at, shard, shards }, waiting)
      this.#spare.push(waiting)
    }
    this.#waiting.length = 0
  }

  /** Notes that the open turn is on its way to the disk. */
  handedOver(): void {
    this.#handed = this.#open
    this.#open = this.#spare.pop() ?? new TakenTimes()
  }

  /** Notes that the turn which was handed over, or else the open one, is on disk. */
  durable(): void {
    const turn = this.#handed ?? this.#open
    turn.durable = turn.after(this.#parts.monotonic())
  }

  /** Notes that the answers of that turn are sent, so that its times are complete. */
  told(): void {
    const turn = this.#handed ?? this.#open
    if (turn === this.#handed) this.#handed = undefined
    else this.#open = this.#spare.pop() ?? new TakenTimes()
    if (!turn.hasTaken) {
      this.#spare.push(turn)
      return
    }
    const now = this.#parts.monotonic()
    turn.told = turn.after(now)
    turn.received.forEach((received, i) => {
      if (received === 0) return
      turn.runs[i * 3 + 2] = 1 + Math.max(0, Math.round((now - received) * US_PER_MS))
    })
    this.#waiting.push(turn)
    if (this.#waiting.length > WAITING_MAX) this.#spare.push(this.#waiting.shift() as TakenTimes)
  }
}
