import {
  CLOCK_JUMP_MS,
  type Clock,
  type ClockReadings,
  type Timer,
  type TrustedTime,
} from '../thread/clock.js'

/**
 * Compares the machine's wall clock with its monotonic one, once a second.
 *
 *   C1. The wall clock is followed as long as it stays within `CLOCK_JUMP_MS` of what the monotonic one
 *       makes of the time that was believed before. That comes after it by `FOLLOW_MS` a look, so that
 *       a clock which is set right is believed wholly after a while, and small jumps in a row are one.
 *   C2. Beyond it no thread believes the wall clock (`systemClock`): time goes on by the monotonic one.
 *       So nothing is done by a time that nobody knows to be true, not even before the next look.
 *   C3. It is believed again when it is back, or when a person has confirmed it.
 */
export interface ClockWatchOptions {
  readonly readings: ClockReadings
  readonly trust: TrustedTime
  /** Answers whether a person has confirmed since the last time; takes it away. */
  takeConfirmation(): Promise<boolean>
  changed(change: ClockChange): void
}

export interface ClockChange {
  readonly what: 'jumped' | 'back' | 'confirmed'
  /** The time that the wall clock says; `expected` is the time that it was expected to say. */
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

  /** Starts with the time that the wall clock says now, which is believed. */
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
    // One that lay there before the jump was about something else.
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
