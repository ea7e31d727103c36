import { addressBlock } from '../../engine/access/address.js'
import { BoundedTable } from '../../engine/access/bounded-table.js'
import type { Refusal } from '../../engine/code.js'
import { UNKNOWN_KEYS_MAX, UNKNOWN_KEYS_MS } from '../../engine/limits/rates.js'
import { because } from '../../engine/reasons/reasons.js'

/** Addresses that are counted, and those of one IPv6 network. */
const ADDRESSES_MAX = 16_384

interface Guesses {
  /** The times of the newest guesses, oldest first. */
  readonly times: number[]
  blockedUntil: number
}

/**
 * API keys that are not known, by address.
 *
 *   G1. After more than `UNKNOWN_KEYS_MAX` within `UNKNOWN_KEYS_MS`, unknown keys of the address are refused for as long.
 *   G2. A key that is known is never asked about here, so guesses of others at the same address do not harm it.
 *   G3. Memory is bounded: the address that guessed longest ago is forgotten.
 */
export class KeyGuesses {
  readonly #addresses = new BoundedTable<Guesses>({ entriesMax: ADDRESSES_MAX })
  #count = 0

  /** Guesses since the start. */
  get count(): number {
    return this.#count
  }

  /** Counts an unknown key; answers a refusal if the address has sent too many. */
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
