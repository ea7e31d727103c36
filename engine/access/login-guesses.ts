import { HOUR_MS } from '../calendar/durations.js'
import type { UnixMs } from '../units.js'
import { RateTable } from './attempt-rates.js'
import { BoundedTable } from './bounded-table.js'

/**
 * Counts wrong passwords of one login from all addresses: an attacker with a thousand addresses is
 * never blocked at any single one.
 *
 *   - After more than 100 in an hour, addresses without a recent sign-in to this login may try it
 *     only 5 times a minute, all together. Known addresses are unaffected, so the owner is not
 *     locked out.
 *   - The count falls by 100 an hour, from at most 200, so the restriction ends when guessing
 *     stops.
 *   - Memory is bounded, and the entry of an attacked login is not displaced.
 */
export const GUESSES_PER_HOUR = 100
export const SLOWED_TRIES_PER_MINUTE = 5
const COUNT_MAX = 2 * GUESSES_PER_HOUR

interface Guesses {
  count: number
  at: UnixMs
}

export class LoginGuesses {
  readonly #guesses: BoundedTable<Guesses>
  readonly #tries: RateTable

  constructor(entriesMax = 32_768) {
    this.#guesses = new BoundedTable({
      entriesMax,
      mayGo: (guesses, now) => countOf(guesses, now) < GUESSES_PER_HOUR,
    })
    this.#tries = new RateTable(SLOWED_TRIES_PER_MINUTE, entriesMax)
  }

  failed(login: number, now: UnixMs): void {
    const guesses = this.#guesses.touch(String(login), now, () => ({ count: 0, at: now }))
    guesses.count = Math.min(countOf(guesses, now) + 1, COUNT_MAX)
    guesses.at = now
  }

  /**
   * Counts an attempt from an address that is new to the login. The result is that of
   * `AttemptRates.take`.
   */
  take(login: number, now: UnixMs): number {
    const key = String(login)
    const guesses = this.#guesses.get(key)
    if (guesses === undefined || countOf(guesses, now) < GUESSES_PER_HOUR) return 0
    const wait = this.#tries.waitOf(key, now)
    if (wait === 0) this.#tries.add(key, now)
    return wait
  }

  get size(): number {
    return this.#guesses.size
  }
}

function countOf({ count, at }: Guesses, now: UnixMs): number {
  return Math.max(0, count - ((now - at) * GUESSES_PER_HOUR) / HOUR_MS)
}
