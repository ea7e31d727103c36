/**
 * Measures how long a disk write takes, and decides whether to hand writes to another thread. A
 * handover costs two wake-ups. On a fast disk that is more than the write takes (6 % slower at 0.1
 * ms a write); on a slow disk it hides the wait.
 */
const SLOW_MS = 0.5
/** The newest write contributes one part in this many to the mean. */
const MEMORY = 8
/**
 * One write in this many stays on the calling thread while the disk is slow, to measure the disk
 * again.
 */
const LOOK_EVERY = 64

export class DiskPace {
  #meanMs: number | undefined
  #handed = 0

  took(ms: number): void {
    this.#meanMs = this.#meanMs === undefined ? ms : this.#meanMs + (ms - this.#meanMs) / MEMORY
  }

  /** True if the next write should be handed over. */
  handsOver(): boolean {
    if ((this.#meanMs ?? 0) < SLOW_MS) return false
    this.#handed++
    return this.#handed % LOOK_EVERY !== 0
  }
}
