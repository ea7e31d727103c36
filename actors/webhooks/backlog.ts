import { WEBHOOK_LAG_MAX } from '../../engine/limits/webhooks.js'
import { placeIn } from '../../storage/events/event-cursor.js'
import { isAfter } from '../../storage/events/event-place.js'
import type { StreamPage } from '../../wire/thread/event-reads.js'

const READS_AT_ONCE = 2

/**
 * The number of events after a webhook's cursor. It is counted over several parts, a few reads at a
 * time, so it may be too low at first.
 */
export class Backlog {
  #to = ''
  #count = 0

  /**
   * Counts further events. `passed` events were attempted since the last count, and `read` returns
   * the page after a cursor.
   */
  async count(
    cursor: string,
    passed: readonly string[],
    read: (after: string) => Promise<StreamPage | undefined>,
  ): Promise<number> {
    if (this.#to === '' || isBehind(this.#to, cursor)) {
      this.#to = cursor
      this.#count = 0
    } else {
      const counted = passed.filter((id) => !isBehind(this.#to, id)).length
      this.#count = Math.max(0, this.#count - counted)
    }
    for (let i = 0; i < READS_AT_ONCE && this.#count < WEBHOOK_LAG_MAX; i++) {
      const page = await read(this.#to)
      if (page === undefined) break
      this.#to = page.next
      this.#count += page.items.length
      if (!page.hasMore) break
    }
    return this.#count
  }
}

function isBehind(one: string, other: string): boolean {
  const [a, b] = [placeIn(one), placeIn(other)]
  return a !== undefined && b !== undefined && isAfter(b.place, a.place)
}
