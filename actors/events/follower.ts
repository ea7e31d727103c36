import type { Refusal } from '../../engine/code.js'
import { FOLLOW_READ_CHARACTERS, FOLLOW_READ_EVENTS } from '../../engine/limits/events.js'
import { because } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'
import type { PackedFrames } from '../../wire/frame/packed-frames.js'
import type { SocketCodec } from '../../wire/frame/socket-frame.js'
import type { EventFramesPage, EventScope, EventsAsk } from '../../wire/thread/event-reads.js'
import { accept, type Outcome } from '../thread/ask.js'
import { type Clock, rest } from '../thread/clock.js'
import type { FollowerPace } from './follower-pace.js'
import { UnacknowledgedEvents } from './unacknowledged-events.js'

/** The pause after a read that was refused because the server is busy. */
const BUSY_MS = 1000
/** The longest pause before checking again whether the receiver has room; `wake` ends it. */
const ROOM_MS = 1000

/** The program that receives a follower's events over its live socket. */
export interface EventReceiver {
  readonly codec: SocketCodec
  scope(): EventScope | Refusal
  /** A value that changes when the receiver may see other events. */
  sight(): unknown
  /** False while the receiver has much to read; the server buffers no more for it. */
  hasRoom(): boolean
  take(frames: PackedFrames): void
  /** Called when the server sends no more events. */
  ended(refusal: Refusal): void
}

export interface FollowedStream {
  readonly clock: Clock
  /** A text that changes when there may be newer events. */
  readonly state: string
  /** The minimum time between two checks for new events. */
  readonly pauseMs: number
  readonly pace: Pick<FollowerPace, 'restMs' | 'count'>
  /** Reads once, without waiting, and returns frames. */
  frames(ask: EventsAsk, codec: SocketCodec): Promise<Outcome<EventFramesPage>>
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
  /** The cursor of the last event that the receiver has. */
  readonly after?: string
  /** True to begin after the newest event if there is no cursor. */
  readonly isLatest: boolean
}

/**
 * Sends one receiver the events of the stream in order.
 *
 *   - It reads the next events only if the receiver has room and has acknowledged earlier ones, so
 *     the server buffers at most one read for it.
 *   - Events that were read before the receiver's rights changed are not sent, but read again.
 *   - A receiver that does not read or acknowledge costs a check in `ROOM_MS`.
 *   - While orders keep the thread busy, `FollowerPace` decides when it reads.
 */
export class Follower {
  readonly #options: FollowerOptions
  #sent: UnacknowledgedEvents | undefined
  #next = ''
  #isOver = false
  #endRest: () => void = () => undefined

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

  /** Acknowledges events. False if no event with this id was sent. */
  acknowledge(id: string): boolean {
    const isKnown = this.#sent?.acknowledge(id, this.#options.stream.clock.monotonic()) ?? false
    this.wake()
    return isKnown
  }

  /** Called when the receiver has read something: it may have room. */
  wake(): void {
    this.#endRest()
  }

  stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.wake()
    this.#options.onEnd()
  }

  async #run(): Promise<void> {
    const { stream } = this.#options
    // The receiver must get the start cursor before the first event.
    await rest(stream.clock, 0)
    let [seen, hasMore] = ['', true]
    while (!this.#isOver) {
      const { state, pauseMs } = stream
      const { restMs } = stream.pace
      const room = this.#room()
      if (room === 0) await this.#rest(ROOM_MS)
      else if (!hasMore && state === seen) await this.#rest(pauseMs)
      else if (restMs > 0) await this.#rest(restMs)
      else {
        seen = state
        hasMore = await this.#sendNext(room)
        if (!hasMore) await this.#rest(pauseMs)
      }
    }
  }

  /** Pauses until the time is over or `wake` is called. */
  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#options.stream.clock.after(ms, resolve)
      this.#endRest = () => {
        timer.cancel()
        resolve()
      }
    })
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
    const { frames, lastId, next, hasMore } = found.value
    this.#next = next
    if (lastId === null) return hasMore
    this.#sent?.sent(frames.ends.length, lastId, stream.clock.monotonic())
    stream.pace.count(() => receiver.take(frames))
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

  async #look(from: FollowedFrom, limit: number): Promise<Outcome<EventFramesPage>> {
    const { stream, receiver, keptFrom, onFailure } = this.#options
    const characters = FOLLOW_READ_CHARACTERS
    try {
      return await stream.pace.count(() => {
        const scope = receiver.scope()
        if ('ok' in scope) return scope
        const ask = { ...from, limit, characters, scope, keptFrom: keptFrom() }
        return stream.frames(ask, receiver.codec)
      })
    } catch (error) {
      if (!this.#isOver) onFailure(error)
      return because('internal.unanswered')
    }
  }
}
