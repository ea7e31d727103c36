/**
 * Heartbeats and timeouts of a connection. After one interval without sending, a Heartbeat is sent.
 * After 1.2 intervals without receiving, a TestRequest is sent, and after 2.4 the peer counts as
 * disconnected.
 */
const TEST_AFTER = 1.2
const DEAD_AFTER = 2.4

export class FixSilence {
  readonly #intervalMs: number
  #heardAt: number
  #tests = 0
  #isTesting = false

  constructor(heartBtSec: number, steady: number) {
    this.#intervalMs = heartBtSec * 1_000
    this.#heardAt = steady
  }

  /** The id that the next TestRequest gets. */
  get testId(): string {
    return `test-${this.#tests}`
  }

  heard(steady: number): void {
    this.#heardAt = steady
    this.#isTesting = false
  }

  due(steady: number, sentAt: number): 'dead' | 'test' | 'heartbeat' | 'nothing' {
    if (this.#intervalMs === 0) return 'nothing'
    const silentMs = steady - this.#heardAt
    if (silentMs >= DEAD_AFTER * this.#intervalMs) return 'dead'
    if (silentMs >= TEST_AFTER * this.#intervalMs && !this.#isTesting) {
      this.#isTesting = true
      this.#tests++
      return 'test'
    }
    return steady - sentAt >= this.#intervalMs ? 'heartbeat' : 'nothing'
  }
}
