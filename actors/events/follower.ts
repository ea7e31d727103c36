import type { Refusal } from '../../engine/code.js'
import { FOLLOW_READ_CHARACTERS, FOLLOW_READ_EVENTS } from '../../engine/limits/events.js'
import { because } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'
import type { JsonValue } from '../../wire/answer/json-parts.js'
import type { EventScope, EventsAsk, EventsPage } from '../../wire/thread/event-reads.js'
import { accept, type Outcome } from '../thread/ask.js'
import { type Clock, rest } from '../thread/clock.js'
import { UnacknowledgedEvents } from './unacknowledged-events.js'

/** The pause after a read that was refused because the server is busy. */
const BUSY_MS = 1000
/** The pause before checking again whether the receiver has room: a receiver that reads has it soon. */
const ROOM_MS = 10

/** The program that receives a follower's events over its live socket. */
export interface EventReceiver {
  /** The events that the receiver may see now. */
  scope(): EventScope | Refusal
  /** Changes when the receiver may see other events. */
  sight(): unknown
  /** False while the receiver has much to read; the server buffers no more for it. */
  hasRoom(): boolean
  take(items: readonly JsonValue[]): void
  /** The server sends no more events. */
  ended(refusal: Refusal): void
}

/** The event stream as a follower uses it. */
export interface FollowedStream {
  readonly clock: Clock
  /** Changes when there may be newer events. */
  readonly state: string
  /** The shortest time between two looks for new events. */
  readonly pauseMs: number
  /** One read without waiting. */
  look(ask: EventsAsk): Promise<Outcome<EventsPage>>
}

export interface FollowerOptions {
  readonly stream: FollowedStream
  readonly receiver: EventReceiver
  readonly keptFrom: () => UnixMs
  /** Called when a read has failed, which ends the follower. */
  readonly onFailure: (error: unknown) => void
  readonly onEnd: () => void
}

export interface FollowedFrom {
  /** Cursor of the last event that the receiver has. */
  readonly after?: string
  /** Without a cursor: begins after the newest event. */
  readonly isLatest: boolean
}

/**
 * Sends one receiver the events of the stream in order.
 *
 *   W1. It reads the next events only if the receiver has room and has acknowledged earlier ones,
 *       so the server buffers at most one read for it.
 *   W2. Events that were read before the receiver's rights changed are not sent, but read again.
 */
export class Follower {
  readonly #options: FollowerOptions
  #sent: UnacknowledgedEvents | undefined
  #next = ''
  #isOver = false

  constructor(options: FollowerOptions) {
    this.#options = options
  }

  /** Finds where to begin. Returns the cursor; events follow after the caller had a turn. */
  async begin({ after, isLatest }: FollowedFrom): Promise<Outcome<string>> {
    const found = await this.#look({ ...(after === undefined ? {} : { after }), isLatest }, 0)
    if (!found.ok) {
      this.stop()
      return found
    }
    this.#next = found.value.next
    this.#sent = new UnacknowledgedEvents(this.#next)
    void this.#run()
    return accept(this.#next)
  }

  /** False if no event with this id was sent. */
  acknowledge(id: string): boolean {
    return this.#sent?.acknowledge(id, this.#options.stream.clock.monotonic()) ?? false
  }

  stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#options.onEnd()
  }

  async #run(): Promise<void> {
    const { clock } = this.#options.stream
    // The receiver must get the start cursor before the first event.
    await rest(clock, 0)
    let [seen, hasMore] = ['', true]
    while (!this.#isOver) {
      const { state } = this.#options.stream
      const room = this.#room()
      if (room > 0 && (hasMore || state !== seen)) {
        seen = state
        hasMore = await this.#sendNext(room)
        if (hasMore) continue
      }
      const isFull = !this.#options.receiver.hasRoom()
      await rest(clock, isFull ? ROOM_MS : this.#options.stream.pauseMs)
    }
  }

  #room(): number {
    const { receiver, stream } = this.#options
    if (!receiver.hasRoom()) return 0
    const { clock } = stream
    return Math.min(FOLLOW_READ_EVENTS, this.#sent?.room(clock.monotonic()) ?? 0)
  }

  /** Reads and sends the next events; true if there are more. */
  async #sendNext(room: number): Promise<boolean> {
    const { receiver, stream } = this.#options
    const sight = receiver.sight()
    const found = await this.#look({ after: this.#next, isLatest: false }, room)
    if (this.#isOver) return false
    if (!found.ok) return this.#refused(found)
    if (receiver.sight() !== sight) return true
    const { items, lastId, next, hasMore } = found.value
    this.#next = next
    if (lastId === null) return hasMore
    this.#sent?.sent(items.length, lastId, stream.clock.monotonic())
    receiver.take(items)
    return hasMore
  }

  async #refused(refusal: Refusal): Promise<boolean> {
    if (refusal.code === 'unavailable') {
      await rest(this.#options.stream.clock, BUSY_MS)
      return true
    }
    this.stop()
    this.#options.receiver.ended(refusal)
    return false
  }

  async #look(from: FollowedFrom, limit: number): Promise<Outcome<EventsPage>> {
    const { stream, receiver, keptFrom, onFailure } = this.#options
    const scope = receiver.scope()
    if ('ok' in scope) return scope
    const characters = FOLLOW_READ_CHARACTERS
    try {
      return await stream.look({ ...from, limit, characters, scope, keptFrom: keptFrom() })
    } catch (error) {
      if (!this.#isOver) onFailure(error)
      return because('internal.unanswered')
    }
  }
}
