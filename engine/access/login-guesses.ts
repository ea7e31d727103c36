import { HOUR_MS } from '../calendar/durations.js'
import type { UnixMs } from '../units.js'
import { RateTable } from './attempt-rates.js'
import { BoundedTable } from './bounded-table.js'

/**
 * Wrong passwords of one login, from wherever they come: who guesses from a thousand addresses is never
 * blocked at any of them.
 *
 *   G1. More than 100 in an hour, and addresses where nobody has signed in to this login lately try it
 *       5 times a minute, all together. Its known addresses go on as ever, so its owner is not shut out.
 *   G2. It is over once fewer come: the count falls by 100 an hour, from 200 at the most.
 *   G3. Memory is bounded, and a login that is guessed at makes no room for others.
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

  /** Counts a try from an address that is new to the login; answers as `AttemptRates.take` does. */
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
