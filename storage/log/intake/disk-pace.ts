/**
 * How long the disk takes for a write, and whether it pays to hand one to another thread: that costs a wake-up each way,
 * which is more than a write takes on a fast disk (P1 1.06 times as fast without, at 0.1 ms a write), and hides the
 * wait of a slow one.
 */
const SLOW_MS = 0.5
/** The newest write counts for one part of so many. */
const MEMORY = 8
/** While the disk is slow, one write of so many is waited for, to see if it still is. */
const LOOK_EVERY = 64

export class DiskPace {
  #meanMs: number | undefined
  #handed = 0

  took(ms: number): void {
    this.#meanMs = this.#meanMs === undefined ? ms : this.#meanMs + (ms - this.#meanMs) / MEMORY
  }

  /** Whether the next write is one to hand over. */
  handsOver(): boolean {
    if ((this.#meanMs ?? 0) < SLOW_MS) return false
    this.#handed++
    return this.#handed % LOOK_EVERY !== 0
  }
}
