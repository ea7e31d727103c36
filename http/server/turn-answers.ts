import {
  ANSWER_WEIGHT_BYTES,
  ANSWERS_PER_TURN_MAX,
  TURN_WORK_MS,
} from '../../engine/limits/floods.js'

/** The answers of a turn from which on its end is waited for; before it a count of several turns does no harm. */
const COUNTED_FROM = 32
/** The same of the work that requests took, in milliseconds. */
const WORK_COUNTED_FROM_MS = 1

/**
 * The answers that are given in one turn of the loop, by all connections together. The library serves what it has read
 * of a connection to its end before anybody else; but while an answer is owed it ends a connection that has sent on. So
 * an answer that waits for the next turn takes the turn from a flood, and from nobody else. A turn takes so many
 * answers. A body that is dear to read waits if the turn has also taken so many milliseconds: it costs nobody a connection.
 */
export class TurnAnswers {
  #count = 0
  #workMs = 0
  #isCounted = false

  /** False: it waits for the next turn. */
  take(bytes: number): boolean {
    if (this.#count >= ANSWERS_PER_TURN_MAX) return false
    this.#count += 1 + Math.floor(bytes / ANSWER_WEIGHT_BYTES)
    if (this.#count >= COUNTED_FROM) this.#endWithTurn()
    return true
  }

  /** Counts the time that a request took the thread. */
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
