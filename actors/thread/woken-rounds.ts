import type { Clock, Timer } from './clock.js'

export interface WokenRoundsOptions {
  readonly clock: Clock
  /** Runs one round. It may request the next one, at once or later. */
  readonly round: () => Promise<void>
}

/**
 * Runs work in rounds, one at a time, each started by a wake-up; a wake-up during a round causes
 * one more.
 */
export class WokenRounds {
  readonly #options: WokenRoundsOptions
  #timer: Timer | undefined
  #work: Promise<void> | undefined
  #isWoken = false
  #isRunning = false

  constructor(options: WokenRoundsOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  start(): void {
    this.#isRunning = true
    this.wake()
  }

  wake(): void {
    if (!this.#isRunning) return
    this.#isWoken = true
    this.#work ??= this.#rounds().finally(() => {
      this.#work = undefined
      if (this.#isWoken) this.wake()
    })
  }

  /** Requests a round later, replacing the previous time; null cancels it. */
  wakeAfter(ms: number | null): void {
    this.#timer?.cancel()
    if (!this.#isRunning) return
    this.#timer = ms === null ? undefined : this.#options.clock.after(ms, () => this.wake())
  }

  /** Starts no further round and resolves when the current one has ended. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#isWoken = false
    this.#timer?.cancel()
    await this.#work
  }

  async #rounds(): Promise<void> {
    while (this.#isWoken && this.#isRunning) {
      this.#isWoken = false
      await this.#options.round()
    }
  }
}
