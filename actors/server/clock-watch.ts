import {
  CLOCK_JUMP_MS,
  type Clock,
  type ClockReadings,
  type Timer,
  type TrustedTime,
} from '../thread/clock.js'

/**
 * Compares the machine's wall clock with its monotonic clock once a second.
 *
 *   - The server trusts the wall clock while it differs from the expected time by at most
 *     `CLOCK_JUMP_MS`. The expected time moves towards the wall clock by up to `FOLLOW_MS` at each
 *     check, so a corrected clock is adopted gradually, and several small jumps count as one.
 *   - After a larger jump no thread trusts the wall clock (`systemClock`): time continues by the
 *     monotonic clock. So nothing happens at a wrong time, not even before the next check.
 *   - The server trusts the wall clock again when it returns to the expected time, or when an
 *     operator has confirmed it.
 */
export interface ClockWatchOptions {
  readonly readings: ClockReadings
  readonly trust: TrustedTime
  /** True if an operator has confirmed the clock since the last call. Removes the confirmation. */
  takeConfirmation(): Promise<boolean>
  changed(change: ClockChange): void
}

export interface ClockChange {
  readonly what: 'jumped' | 'back' | 'confirmed'
  /** The wall clock's time, and the time `expected` according to the monotonic clock. */
  readonly wall: number
  readonly expected: number
}

const EVERY_MS = 1_000
const FOLLOW_MS = 1_000

export class ClockWatch {
  readonly #options: ClockWatchOptions
  #isTrusted = true
  #isAsking = false
  #timer: Timer | undefined

  constructor(options: ClockWatchOptions) {
    this.#options = options
  }

  /** Accepts the current wall clock as correct and starts the checks. */
  start(clock: Pick<Clock, 'every'>): void {
    const { readings, trust } = this.#options
    trust.base = readings.wall() - readings.monotonic()
    this.#timer = clock.every(EVERY_MS, () => void this.look())
  }

  stop(): void {
    this.#timer?.cancel()
  }

  get isTrusted(): boolean {
    return this.#isTrusted
  }

  async look(): Promise<void> {
    if (this.#isAsking) return
    const { trust } = this.#options
    const { wall, base, expected } = this.#read()
    const by = base - trust.base
    if (Math.abs(by) <= CLOCK_JUMP_MS) {
      trust.base += Math.max(-FOLLOW_MS, Math.min(FOLLOW_MS, by))
      if (!this.#isTrusted) this.#become(true, { what: 'back', wall, expected })
      return
    }
    const wasTrusted = this.#isTrusted
    this.#isTrusted = false
    // Discards a confirmation from before the jump, because it was given for an earlier jump.
    const isConfirmed = await this.#confirmed()
    if (wasTrusted) this.#options.changed({ what: 'jumped', wall, expected })
    else if (isConfirmed) this.#confirm()
  }

  async #confirmed(): Promise<boolean> {
    this.#isAsking = true
    try {
      return await this.#options.takeConfirmation()
    } finally {
      this.#isAsking = false
    }
  }

  #confirm(): void {
    const { wall, base, expected } = this.#read()
    this.#options.trust.base = base
    this.#become(true, { what: 'confirmed', wall, expected })
  }

  #become(isTrusted: boolean, change: ClockChange): void {
    this.#isTrusted = isTrusted
    this.#options.changed(change)
  }

  #read(): { wall: number; base: number; expected: number } {
    const { readings, trust } = this.#options
    const [wall, monotonic] = [readings.wall(), readings.monotonic()]
    return { wall, base: wall - monotonic, expected: trust.base + monotonic }
  }
}
