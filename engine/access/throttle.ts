import type { UnixMs } from '../units.js'
import { addressBlock } from './address.js'

/**
 * Failed sign-ins, counted in memory.
 *
 *   T1. 5 failures of one login from one address, or 20 from one address, within 5 minutes start a
 *       block of 5 minutes. Every further block of the same pair or address doubles, up to 1 hour,
 *       until an hour has passed since its last block ended.
 *   T2. A failure seen while blocked counts for nothing; neither does it make the block longer.
 *   T3. Success clears the count of its login at its address, never that of the address: one known
 *       password buys no further guesses at others.
 *   T4. Memory is bounded: the entry not touched for longest makes room. IPv6 counts by /64.
 *
 * A caller asks `blockedFor` before it verifies a password AND again when the verification is done,
 * so that guesses sent in parallel learn nothing once the block stands.
 */
export const FAILURE_WINDOW_MS = 5 * 60_000
export const FAILURES_PER_PAIR = 5
export const FAILURES_PER_ADDRESS = 20
export const BLOCK_FIRST_MS = 5 * 60_000
export const BLOCK_MAX_MS = 60 * 60_000
export const THROTTLE_ENTRIES_MAX = 32_768

interface Entry {
  failures: UnixMs[]
  blockedUntil: UnixMs
  blockMs: number
}

export class SignInThrottle {
  readonly #pairs: FailureTable
  readonly #addresses: FailureTable

  constructor(entriesMax = THROTTLE_ENTRIES_MAX) {
    this.#pairs = new FailureTable(FAILURES_PER_PAIR, entriesMax)
    this.#addresses = new FailureTable(FAILURES_PER_ADDRESS, entriesMax)
  }

  /** Milliseconds until this login may try again from this address; 0 when it may now. */
  blockedFor(login: number, address: string, now: UnixMs): number {
    const block = addressBlock(address)
    const until = Math.max(
      this.#pairs.blockedUntil(`${login} ${block}`),
      this.#addresses.blockedUntil(block),
    )
    return Math.max(0, until - now)
  }

  failed(login: number, address: string, now: UnixMs): void {
    if (this.blockedFor(login, address, now) > 0) return
    const block = addressBlock(address)
    this.#pairs.failed(`${login} ${block}`, now)
    this.#addresses.failed(block, now)
  }

  succeeded(login: number, address: string): void {
    this.#pairs.clear(`${login} ${addressBlock(address)}`)
  }

  get size(): number {
    return this.#pairs.size + this.#addresses.size
  }
}

class FailureTable {
  readonly #entries = new Map<string, Entry>()
  readonly #limit: number
  readonly #entriesMax: number

  constructor(limit: number, entriesMax: number) {
    this.#limit = limit
    this.#entriesMax = entriesMax
  }

  get size(): number {
    return this.#entries.size
  }

  blockedUntil(key: string): UnixMs {
    return this.#entries.get(key)?.blockedUntil ?? 0
  }

  clear(key: string): void {
    this.#entries.delete(key)
  }

  failed(key: string, now: UnixMs): void {
    const entry = this.#touch(key)
    entry.failures = entry.failures.filter((at) => now - at < FAILURE_WINDOW_MS)
    entry.failures.push(now)
    if (entry.failures.length < this.#limit) return
    const isAfresh = entry.blockMs === 0 || now - entry.blockedUntil >= BLOCK_MAX_MS
    entry.blockMs = isAfresh ? BLOCK_FIRST_MS : Math.min(entry.blockMs * 2, BLOCK_MAX_MS)
    entry.blockedUntil = now + entry.blockMs
    entry.failures = []
  }

  /** Moves the entry to the young end of the map, whose order is the age since the last failure. */
  #touch(key: string): Entry {
    const entry = this.#entries.get(key) ?? { failures: [], blockedUntil: 0, blockMs: 0 }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size > this.#entriesMax) {
      const oldest = this.#entries.keys().next()
      if (!oldest.done) this.#entries.delete(oldest.value)
    }
    return entry
  }
}
