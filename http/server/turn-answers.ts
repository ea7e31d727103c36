import {
  ANSWER_WEIGHT_BYTES,
  ANSWERS_PER_TURN_MAX,
  TURN_WORK_MS,
} from '../../engine/limits/floods.js'

/**
 * The counter is reset at the end of the turn from this many answers on. Below, counting over
 * several turns is harmless and cheaper.
 */
const COUNTED_FROM = 32
/** The same limit for processing time, in milliseconds. */
const WORK_COUNTED_FROM_MS = 1

/**
 * Limits the answers written in one turn of the event loop over all connections. The library serves
 * everything that one connection has sent before it serves others, but it closes a connection that
 * sends requests while an answer is pending. Deferring answers to the next turn therefore stops a
 * flood without harming other clients. Expensive bodies also wait if the turn has taken too long
 * already.
 */
export class TurnAnswers {
  #count = 0
  #workMs = 0
  #isCounted = false

  /** Returns false if the answer has to wait for the next turn. */
  take(bytes: number): boolean {
    if (this.#count >= ANSWERS_PER_TURN_MAX) return false
    this.#count += 1 + Math.floor(bytes / ANSWER_WEIGHT_BYTES)
    if (this.#count >= COUNTED_FROM) this.#endWithTurn()
    return true
  }

  /** Adds the processing time of a request to the turn. */
  worked(ms: number): void {
    this.#workMs += ms
    if (this.#workMs >= WORK_COUNTED_FROM_MS) this.#endWithTurn()
  }

  get isOver(): boolean {
    return this.#count >= ANSWERS_PER_TURN_MAX || this.#workMs >= TURN_WORK_MS
  }

  #endWithTurn(): void {
    if (this.#isCounted) return
    this.#isCounted = true
    setImmediate(() => {
      this.#count = 0
      this.#workMs = 0
      this.#isCounted = false
    })
  }
}
