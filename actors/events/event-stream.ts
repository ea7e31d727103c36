import { Piscina } from 'piscina'
import type { Refusal } from '../../engine/code.js'
import {
  EVENT_READS_QUEUED_MAX,
  EVENT_WAITS_MAX,
  FOLLOWERS_MAX,
} from '../../engine/limits/events.js'
import { because } from '../../engine/reasons/reasons.js'
import type { SocketCodec } from '../../wire/frame/socket-frame.js'
import type {
  EventFramesPage,
  EventScope,
  EventsAsk,
  EventsPage,
} from '../../wire/thread/event-reads.js'
import type { Outcome } from '../thread/ask.js'
import { type Clock, rest } from '../thread/clock.js'
import type { EventTask } from './events.task.js'
import { Follower, type FollowerOptions } from './follower.js'
import { FollowerPace } from './follower-pace.js'

const LOOK_MS = 50
const LOOK_MS_MAX = 1000
/** How often the standby node looks for new events. */
const STANDBY_LOOK_MS = 1000
const IDLE_MS = 30_000

/** The parts of the server that `EventStream` uses. */
export interface EventStreamOptions {
  readonly dataDir: string
  readonly shards: number
  readonly clock: Clock
  /** The newest record in the tables. */
  readonly projectionSeq: () => number
  /** True on a standby node, which gets no notice of new records in its tables. */
  readonly isStandby?: () => boolean
  /** The time that the calling thread has worked since its start. */
  readonly activeMs: () => number
}

/**
 * A read. `scope` is called before each attempt, because rights may change while the read waits.
 */
export type EventsRequest = Omit<EventsAsk, 'scope'> & {
  readonly scope: () => EventScope | Refusal
  readonly waitMs: number
}

/**
 * The event stream as the front reads it.
 *
 *   - Its thread starts with the first read, and ends when nobody has read for a while.
 *   - A waiting read tries again when the tables have newer records or the desk has written a line,
 *     at most once in `pauseMs`: during trading the tables always have newer records. The standby
 *     node tries once a second.
 *   - The waits of followers (follower.ts) do not count as waits of reads.
 */
export class EventStream {
  readonly #options: EventStreamOptions
  readonly #pool: Piscina<EventTask, unknown>
  readonly #followers = new Set<Follower>()
  readonly pace: FollowerPace
  #waiting = 0
  #reads = 0
  #lines = 0
  #isStopped = false

  constructor(options: EventStreamOptions) {
    this.#options = options
    this.pace = new FollowerPace(options.clock, options.activeMs)
    this.#pool = new Piscina<EventTask, unknown>({
      filename: new URL('./events.task.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      maxQueue: EVENT_READS_QUEUED_MAX,
      idleTimeout: IDLE_MS,
    })
  }

  get waiting(): number {
    return this.#waiting
  }

  /** The number of reads since the start. */
  get reads(): number {
    return this.#reads
  }

  get followers(): number {
    return this.#followers.size
  }

  /**
   * The more readers wait, the longer each pauses, so that together they do not load the processor.
   */
  get pauseMs(): number {
    const readers = Math.max(1, this.#waiting + this.#followers.size)
    return Math.min(readers * LOOK_MS, LOOK_MS_MAX)
  }

  get clock(): Clock {
    return this.#options.clock
  }

  /** A text that changes when there may be newer events. */
  get state(): string {
    const { projectionSeq, isStandby, clock } = this.#options
    const second = isStandby?.() === true ? Math.floor(clock.monotonic() / STANDBY_LOOK_MS) : 0
    return `${projectionSeq()} ${this.#lines} ${second}`
  }

  /** Called when the desk has written a line of the journal. */
  heardLine(): void {
    this.#lines++
  }

  async read({ waitMs, scope, ...asked }: EventsRequest): Promise<Outcome<EventsPage>> {
    const { clock } = this.#options
    const until = clock.monotonic() + waitMs
    let ask: Omit<EventsAsk, 'scope'> = asked
    for (;;) {
      const seen = this.state
      const seenBy = scope()
      if ('ok' in seenBy) return seenBy
      const found = await this.look({ ...ask, scope: seenBy })
      if (!found.ok || found.value.items.length > 0 || found.value.hasMore) return found
      if (clock.monotonic() >= until) return found
      if (this.#waiting >= EVENT_WAITS_MAX) return TOO_MANY_WAITS
      if (!(await this.#isNewer(seen, until))) return found
      ask = { ...ask, after: found.value.next, isLatest: false }
    }
  }

  /** Adds a follower of the stream, which counts for the limit until it ends. */
  follower(options: Omit<FollowerOptions, 'stream' | 'onEnd'>): Follower | Refusal {
    if (this.#followers.size >= FOLLOWERS_MAX) return TOO_MANY_FOLLOWERS
    const follower: Follower = new Follower({
      ...options,
      stream: this,
      onEnd: () => this.#followers.delete(follower),
    })
    this.#followers.add(follower)
    return follower
  }

  /** Reads once and does not wait for further events. */
  async look(ask: EventsAsk): Promise<Outcome<EventsPage>> {
    return (await this.#run({ ask })) as Outcome<EventsPage>
  }

  /** Reads once, without waiting, and returns frames. */
  async frames(ask: EventsAsk, codec: SocketCodec): Promise<Outcome<EventFramesPage>> {
    return (await this.#run({ ask, codec })) as Outcome<EventFramesPage>
  }

  async #run(task: Pick<EventTask, 'ask' | 'codec'>): Promise<unknown> {
    if (this.#pool.queueSize >= EVENT_READS_QUEUED_MAX) return TOO_MANY_READS
    const { dataDir, shards } = this.#options
    this.#reads++
    return this.#pool.run({ dataDir, shards, ...task })
  }

  /** Ends all waits. Their reads return what they have. */
  endWaits(): void {
    this.#isStopped = true
  }

  stop(): Promise<void> {
    this.endWaits()
    return this.#pool.destroy()
  }

  /** Waits until there may be new events. False if the time ends first. */
  async #isNewer(seen: string, until: number): Promise<boolean> {
    const { clock } = this.#options
    this.#waiting++
    try {
      while (!this.#isStopped && clock.monotonic() < until) {
        await rest(clock, this.pauseMs)
        if (this.state !== seen) return true
      }
      return false
    } finally {
      this.#waiting--
    }
  }
}

const TOO_MANY_WAITS = because('too_many_requests.event_waits', { max: EVENT_WAITS_MAX })
const TOO_MANY_READS = because('unavailable.event_reads')
const TOO_MANY_FOLLOWERS = because('too_many_requests.followers', { max: FOLLOWERS_MAX })
