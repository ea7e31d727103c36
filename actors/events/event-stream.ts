import { Piscina } from 'piscina'
import type { Refusal } from '../../engine/code.js'
import { EVENT_READS_QUEUED_MAX, EVENT_WAITS_MAX } from '../../engine/limits/events.js'
import { because } from '../../engine/reasons/reasons.js'
import type { EventScope, EventsAsk, EventsPage } from '../../wire/thread/event-reads.js'
import type { Outcome } from '../thread/ask.js'
import { type Clock, rest } from '../thread/clock.js'
import type { EventTask } from './events.task.js'

const LOOK_MS = 50
const IDLE_MS = 30_000

/** What `EventStream` takes from the server. */
export interface EventStreamOptions {
  readonly dataDir: string
  readonly shards: number
  readonly clock: Clock
  /** The newest record in the tables. */
  readonly projectionSeq: () => number
}

/** A read. `scope` is called before each look, since rights may change while the read waits. */
export type EventsRead = Omit<EventsAsk, 'scope'> & {
  readonly scope: () => EventScope | Refusal
  readonly waitMs: number
}

/**
 * The stream of events as the front reads it.
 *
 *   S1. Its thread starts with the first read, and ends when nobody has read for a while.
 *   S2. A read that waits looks again when the tables have newer records or the desk has written a line, at most once in
 *       `LOOK_MS`: while accounts trade, the tables have newer records at every moment.
 */
export class EventStream {
  readonly #options: EventStreamOptions
  readonly #pool: Piscina<EventTask, Outcome<EventsPage>>
  #waiting = 0
  #reads = 0
  #lines = 0
  #isStopped = false

  constructor(options: EventStreamOptions) {
    this.#options = options
    this.#pool = new Piscina<EventTask, Outcome<EventsPage>>({
      filename: new URL('./events.task.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      maxQueue: EVENT_READS_QUEUED_MAX,
      idleTimeout: IDLE_MS,
    })
  }

  /** Reads that wait for an event. */
  get waiting(): number {
    return this.#waiting
  }

  /** Reads since the start. */
  get reads(): number {
    return this.#reads
  }

  /** Another text whenever there may be new events. */
  get newest(): string {
    return `${this.#options.projectionSeq()} ${this.#lines}`
  }

  /** The desk has written a line of the journal. */
  heardLine(): void {
    this.#lines++
  }

  async read({ waitMs, scope, ...asked }: EventsRead): Promise<Outcome<EventsPage>> {
    const { clock } = this.#options
    const until = clock.monotonic() + waitMs
    let ask: Omit<EventsAsk, 'scope'> = asked
    for (;;) {
      const seen = this.newest
      const seenBy = scope()
      if ('ok' in seenBy) return seenBy
      const found = await this.#look({ ...ask, scope: seenBy })
      if (!found.ok || found.value.items.length > 0 || found.value.hasMore) return found
      if (clock.monotonic() >= until) return found
      if (this.#waiting >= EVENT_WAITS_MAX) return TOO_MANY_WAITS
      if (!(await this.#isNewer(seen, until))) return found
      ask = { ...ask, after: found.value.next, isLatest: false }
    }
  }

  /** Ends the waits: their reads answer what they have. */
  endWaits(): void {
    this.#isStopped = true
  }

  stop(): Promise<void> {
    this.endWaits()
    return this.#pool.destroy()
  }

  async #look(ask: EventsAsk): Promise<Outcome<EventsPage>> {
    if (this.#pool.queueSize >= EVENT_READS_QUEUED_MAX) return TOO_MANY_READS
    const { dataDir, shards } = this.#options
    this.#reads++
    return this.#pool.run({ dataDir, shards, ask })
  }

  /** Waits until there may be new events; false if the time ends first. */
  async #isNewer(seen: string, until: number): Promise<boolean> {
    const { clock } = this.#options
    this.#waiting++
    try {
      while (!this.#isStopped && clock.monotonic() < until) {
        await rest(clock, LOOK_MS)
        if (this.newest !== seen) return true
      }
      return false
    } finally {
      this.#waiting--
    }
  }
}

const TOO_MANY_WAITS = because('too_many_requests.event_waits', { max: EVENT_WAITS_MAX })
const TOO_MANY_READS = because('unavailable.event_reads')
