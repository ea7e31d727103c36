import { ANSWER_WEIGHT_BYTES, ANSWERS_PER_TURN_MAX } from '../../engine/limits/floods.js'

/** The answers of a turn from which on its end is waited for; before it a count of several turns does no harm. */
const COUNTED_FROM = 32

/**
 * The answers that are given in one turn of the loop, by all connections together. The library serves what it has read
 * of a connection to its end before anybody else; but while an answer is owed it ends a connection that has sent on. So
 * an answer that waits for the next turn takes the turn from a flood, and from nobody else.
 */
export class TurnAnswers {
  #count = 0
  #isCounted = false

  /** False: it waits for the next turn. */
  take(bytes: number): boolean {
    if (this.#count >= ANSWERS_PER_TURN_MAX) return false
    this.#count += 1 + Math.floor(bytes / ANSWER_WEIGHT_BYTES)
    if (!this.#isCounted && this.#count >= COUNTED_FROM) {
      this.#isCounted = true
      setImmediate(() => {
        this.#count = 0
        this.#isCounted = false
      })
    }
    return true
  }
}
