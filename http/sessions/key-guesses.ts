import { addressBlock } from '../../engine/access/address.js'
import { BoundedTable } from '../../engine/access/bounded-table.js'
import type { Refusal } from '../../engine/code.js'
import { UNKNOWN_KEYS_MAX, UNKNOWN_KEYS_MS } from '../../engine/limits/rates.js'
import { because } from '../../engine/reasons/reasons.js'

/** The most addresses to track, in total and per IPv6 network. */
const ADDRESSES_MAX = 16_384

interface Guesses {
  /** The times of the latest attempts, oldest first. */
  readonly times: number[]
  blockedUntil: number
}

/**
 * Counts attempts with unknown API keys by address.
 *
 * - After more than `UNKNOWN_KEYS_MAX` attempts within `UNKNOWN_KEYS_MS`, further unknown keys from
 *   the address are refused for the same time.
 * - Known keys are never counted or refused here, so other people's attempts from the same address
 *   do not affect them.
 * - Memory is bounded: the address with the oldest attempt is forgotten.
 */
export class KeyGuesses {
  readonly #addresses = new BoundedTable<Guesses>({ entriesMax: ADDRESSES_MAX })
  #count = 0

  /** The number of attempts since the start. */
  get count(): number {
    return this.#count
  }

  /** Counts an attempt. Returns a refusal if the address has made too many. */
  guessed(address: string, nowMs: number): Refusal | null {
    this.#count++
    const made = () => ({ times: [], blockedUntil: 0 })
    const guesses: Guesses = this.#addresses.touch(addressBlock(address), nowMs, made)
    if (nowMs < guesses.blockedUntil) return refusal(guesses.blockedUntil - nowMs)
    const { times } = guesses
    times.push(nowMs)
    if (times.length <= UNKNOWN_KEYS_MAX) return null
    const first = times.shift() as number
    if (nowMs - first > UNKNOWN_KEYS_MS) return null
    guesses.blockedUntil = nowMs + UNKNOWN_KEYS_MS
    times.length = 0
    return refusal(UNKNOWN_KEYS_MS)
  }
}

function refusal(retryAfterMs: number): Refusal {
  return { ...because('auth.too_many_attempts.keys'), retryAfterMs }
}
