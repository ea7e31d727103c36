import type { UnixMs } from '../units.js'
import { addressBlock, addressNetwork } from './address.js'
import { BoundedTable } from './bounded-table.js'

/**
 * Counts failed sign-ins in memory.
 *
 *   - 5 failures of one login from one address, or 20 from one address, within 5 minutes start a
 *     block of 5 minutes. Each further block of the same pair or address lasts twice as long, up to
 *     1 hour, until an hour has passed since the last one ended.
 *   - Failures during a block do not count and do not extend it.
 *   - A success clears the count of its login at its address, but not that of the address: one
 *     known password allows no further guesses at others.
 *   - Memory is bounded: the least recently used entry makes room, but an active block only if
 *     there is no other entry. IPv6 counts by /64, and each /48 has its own share of the room.
 *
 * Call `blockedFor` before a password check AND after it, so that guesses sent in parallel learn
 * nothing once a block is active.
 */
export const FAILURE_WINDOW_MS = 5 * 60_000
export const FAILURES_PER_PAIR = 5
export const FAILURES_PER_ADDRESS = 20
export const BLOCK_FIRST_MS = 5 * 60_000
export const BLOCK_MAX_MS = 60 * 60_000
export const THROTTLE_ENTRIES_MAX = 32_768
export const THROTTLE_NETWORK_MAX = 1024

interface Entry {
  failures: UnixMs[]
  blockedUntil: UnixMs
  blockMs: number
}

export class SignInThrottle {
  readonly #pairs: FailureTable
  readonly #addresses: FailureTable

  constructor(entriesMax = THROTTLE_ENTRIES_MAX, networkMax = THROTTLE_NETWORK_MAX) {
    this.#pairs = new FailureTable(FAILURES_PER_PAIR, entriesMax, networkMax)
    this.#addresses = new FailureTable(FAILURES_PER_ADDRESS, entriesMax, networkMax)
  }

  /** Milliseconds until this login may try again from this address; 0 when it may now. */
  blockedFor(login: number, address: string, now: UnixMs): number {
    const until = this.#pairs.blockedUntil(`${login} ${addressBlock(address)}`)
    return Math.max(0, until - now, this.addressBlockedFor(address, now))
  }

  /** Milliseconds until anyone may try again from this address; 0 when they may now. */
  addressBlockedFor(address: string, now: UnixMs): number {
    return Math.max(0, this.#addresses.blockedUntil(addressBlock(address)) - now)
  }

  failed(login: number, address: string, now: UnixMs): void {
    if (this.blockedFor(login, address, now) > 0) return
    const block = addressBlock(address)
    const network = addressNetwork(address)
    this.#pairs.failed(`${login} ${block}`, network, now)
    this.#addresses.failed(block, network, now)
  }

  /** Counts a failed attempt whose login is unknown. */
  addressFailed(address: string, now: UnixMs): void {
    if (this.addressBlockedFor(address, now) > 0) return
    this.#addresses.failed(addressBlock(address), addressNetwork(address), now)
  }

  succeeded(login: number, address: string): void {
    this.#pairs.clear(`${login} ${addressBlock(address)}`)
  }

  get size(): number {
    return this.#pairs.size + this.#addresses.size
  }
}

class FailureTable {
  readonly #entries: BoundedTable<Entry>
  readonly #limit: number

  constructor(limit: number, entriesMax: number, groupMax: number) {
    this.#limit = limit
    this.#entries = new BoundedTable({
      entriesMax,
      groupMax,
      mayGo: ({ blockedUntil }, now) => blockedUntil <= now,
    })
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

  failed(key: string, network: string | null, now: UnixMs): void {
    const entry = this.#entries.touch(key, now, noFailures, network)
    entry.failures = entry.failures.filter((at) => now - at < FAILURE_WINDOW_MS)
    entry.failures.push(now)
    if (entry.failures.length < this.#limit) return
    const isAfresh = entry.blockMs === 0 || now - entry.blockedUntil >= BLOCK_MAX_MS
    entry.blockMs = isAfresh ? BLOCK_FIRST_MS : Math.min(entry.blockMs * 2, BLOCK_MAX_MS)
    entry.blockedUntil = now + entry.blockMs
    entry.failures = []
  }
}

function noFailures(): Entry {
  return { failures: [], blockedUntil: 0, blockMs: 0 }
}
