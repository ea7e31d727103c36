import type { FixMessage } from '../codec/message.js'
import { FIX_LIMITS } from './settings.js'

/**
 * Messages that came before their turn, while what is missing is asked for.
 *
 *   Q1. It holds `queuedMax` messages and `queuedBytesMax` bytes at most.
 *   Q2. The same messages are asked for `resendRequestsMax` times at most without a step forward.
 */
export class FixGap {
  readonly #queue = new Map<number, FixMessage>()
  #bytes = 0
  /** The first number that was asked for again; 0 while nothing is missing. */
  #asked = 0
  #times = 0
  /** The highest number that was seen. */
  #upTo = 0
  /** When messages were asked for again, or the last step forward after that. */
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

  /** False where there is no room. */
  hold(seq: number, message: FixMessage): boolean {
    if (this.#queue.has(seq)) return true
    const { queuedMax, queuedBytesMax } = FIX_LIMITS
    if (this.#queue.size >= queuedMax || this.#bytes + message.bytes > queuedBytesMax) return false
    this.#queue.set(seq, message)
    this.#bytes += message.bytes
    return true
  }

  /** The message whose turn it is. Those that are passed are dropped. */
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
   * True when messages that are missing from `nextIn` on are to be asked for, now that `seq` has come. A
   * repeated message that is ahead, after a step forward, says that one of the others was lost on its way.
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
