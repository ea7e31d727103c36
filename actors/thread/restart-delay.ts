/**
 * The delays before a failed thread is restarted; after a long life they begin with the first one
 * again.
 */
const DELAYS_MS = [100, 200, 500, 1000, 2000, 5000]
const LONG_LIFE_MS = 60_000

export class RestartDelay {
  #failures = 0
  #startedAt = 0

  started(nowMs: number): void {
    this.#startedAt = nowMs
  }

  afterFailure(nowMs: number): number {
    if (nowMs - this.#startedAt > LONG_LIFE_MS) this.#failures = 0
    const delay = DELAYS_MS[Math.min(this.#failures, DELAYS_MS.length - 1)] as number
    this.#failures++
    return delay
  }
}

export class RestartDelays {
  readonly #byPart = new Map<string, RestartDelay>()

  of(part: string): RestartDelay {
    const known = this.#byPart.get(part) ?? new RestartDelay()
    this.#byPart.set(part, known)
    return known
  }
}
