import type { FixMessage } from '../codec/message.js'
import { FIX_LIMITS } from './settings.js'

/**
 * Messages that arrived too early, while missing ones are requested again.
 *
 * - It stores at most `queuedMax` messages and `queuedBytesMax` bytes.
 * - The same messages are requested at most `resendRequestsMax` times without progress.
 */
export class FixGap {
  readonly #queue = new Map<number, FixMessage>()
  #bytes = 0
  /** The first sequence number requested again; 0 if nothing is missing. */
  #asked = 0
  #times = 0
  /** The highest sequence number received so far. */
  #upTo = 0
  /** The time of the last request or progress. */
  #movedAt = 0

  get isOpen(): boolean {
    return this.#asked > 0
  }

  get size(): number {
    return this.#queue.size
  }

  isHeld(seq: number): boolean {
    return this.#queue.has(seq)
  }

  /** Stores a message that arrived too early. False if there is no space. */
  hold(seq: number, message: FixMessage): boolean {
    if (this.#queue.has(seq)) return true
    const { queuedMax, queuedBytesMax } = FIX_LIMITS
    if (this.#queue.size >= queuedMax || this.#bytes + message.bytes > queuedBytesMax) return false
    this.#queue.set(seq, message)
    this.#bytes += message.bytes
    return true
  }

  /** Takes the message with the next number, and drops older messages. */
  take(nextIn: number, steady: number): FixMessage | undefined {
    this.#movedAt = steady
    for (const [seq, message] of this.#queue) {
      if (seq < nextIn) this.#drop(seq, message)
    }
    const message = this.#queue.get(nextIn)
    if (message !== undefined) this.#drop(nextIn, message)
    if (nextIn > this.#upTo) this.#asked = 0
    return message
  }

  /**
   * Notes that `seq` has arrived. True if the messages from `nextIn` on must be requested. A resent
   * message that is still too early after some progress means that another one was lost.
   */
  see(seq: number, isRepeated: boolean, nextIn: number, steady: number): boolean {
    this.#upTo = Math.max(this.#upTo, seq)
    if (this.isOpen && (!isRepeated || this.#asked === nextIn)) return false
    return this.ask(nextIn, steady)
  }

  ask(nextIn: number, steady: number): true {
    this.#times = this.#asked === nextIn ? this.#times + 1 : 1
    this.#asked = nextIn
    this.#movedAt = steady
    return true
  }

  get isHopeless(): boolean {
    return this.#times > FIX_LIMITS.resendRequestsMax
  }

  isOverdue(steady: number): boolean {
    return this.isOpen && steady - this.#movedAt >= FIX_LIMITS.resendWaitMs
  }

  clear(): void {
    this.#queue.clear()
    this.#bytes = 0
    this.#asked = 0
    this.#times = 0
    this.#upTo = 0
  }

  #drop(seq: number, message: FixMessage): void {
    this.#queue.delete(seq)
    this.#bytes -= message.bytes
  }
}
