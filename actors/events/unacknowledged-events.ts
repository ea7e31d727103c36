import { assert } from '../../engine/assert.js'
import { UNACKNOWLEDGED_MAX, UNACKNOWLEDGED_MS } from '../../engine/limits/events.js'
import { placeIn } from '../../storage/events/event-cursor.js'
import { type EventPlace, isAfter } from '../../storage/events/event-place.js'

/** Events that were sent in sequence, up to the one at `last`. */
interface Batch {
  last: EventPlace
  count: number
}

/** The size of a batch. Small reads share one, so that a follower has few batches. */
const BATCH_EVENTS = 500

/**
 * The events that a follower has not acknowledged.
 *
 *   - An acknowledgement covers an event and all before it. The events of a batch count until its
 *     last one is acknowledged.
 *   - The time limit starts at the last acknowledgement; if everything was acknowledged, at the
 *     next sent event.
 */
export class UnacknowledgedEvents {
  readonly #batches: Batch[] = []
  #stream = ''
  #sent: EventPlace
  #acknowledged: EventPlace
  #count = 0
  #since = 0

  /** `start` is the cursor after which the follower begins. */
  constructor(start: string) {
    const { stream, place } = knownPlace(start)
    this.#stream = stream
    this.#sent = place
    this.#acknowledged = place
  }

  room(now: number): number {
    if (this.#count > 0 && now - this.#since >= UNACKNOWLEDGED_MS) return 0
    return UNACKNOWLEDGED_MAX - this.#count
  }

  sent(count: number, lastId: string, now: number): void {
    const { place } = knownPlace(lastId)
    if (this.#count === 0) this.#since = now
    this.#sent = place
    this.#count += count
    const newest = this.#batches.at(-1)
    if (newest === undefined || newest.count + count > BATCH_EVENTS) {
      this.#batches.push({ last: place, count })
    } else {
      newest.last = place
      newest.count += count
    }
  }

  /** Acknowledges events. False if no event with this id was sent. */
  acknowledge(id: string, now: number): boolean {
    const found = placeIn(id)
    if (found?.stream !== this.#stream || isAfter(found.place, this.#sent)) return false
    if (!isAfter(found.place, this.#acknowledged)) return true
    this.#acknowledged = found.place
    this.#since = now
    for (let first = this.#batches[0]; first !== undefined; first = this.#batches[0]) {
      if (isAfter(first.last, found.place)) break
      this.#count -= first.count
      this.#batches.shift()
    }
    return true
  }
}

function knownPlace(cursor: string): NonNullable<ReturnType<typeof placeIn>> {
  const found = placeIn(cursor)
  assert(found !== undefined, 'the stream made the cursor')
  return found
}
