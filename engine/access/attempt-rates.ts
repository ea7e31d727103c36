import type { UnixMs } from '../units.js'
import { addressBlock, addressNetwork } from './address.js'
import { BoundedTable } from './bounded-table.js'

/**
 * Rate limits for sign-in attempts, successful or not, because each costs the server a slow hash.
 *
 *   - Per minute 10 attempts of one login from one address, 60 from one address (IPv6: a /64) and
 *     600 from one IPv6 /48. Refused attempts do not count.
 *   - For an address that many people share, only attempts per login count.
 *   - Memory is bounded: the least recently used entries are dropped.
 */
export const ATTEMPT_WINDOW_MS = 60_000
export const ATTEMPTS_PER_PAIR = 10
export const ATTEMPTS_PER_ADDRESS = 60
export const ATTEMPTS_PER_NETWORK = 600
const PAIRS_MAX = 32_768
const ADDRESSES_MAX = 16_384
const NETWORKS_MAX = 2048

export class AttemptRates {
  readonly #pairs = new RateTable(ATTEMPTS_PER_PAIR, PAIRS_MAX)
  readonly #addresses = new RateTable(ATTEMPTS_PER_ADDRESS, ADDRESSES_MAX)
  readonly #networks = new RateTable(ATTEMPTS_PER_NETWORK, NETWORKS_MAX)

  /**
   * Counts the attempt. Returns 0 if it is allowed, otherwise the milliseconds until the next one
   * is.
   */
  take(login: number, address: string, isShared: boolean, now: UnixMs): number {
    const pair = [this.#pairs, `${login} ${addressBlock(address)}`] as const
    return counted([pair, ...this.#ofAddress(address, isShared)], now)
  }

  /** The same for an attempt whose login is unknown. */
  takeAddress(address: string, isShared: boolean, now: UnixMs): number {
    return counted(this.#ofAddress(address, isShared), now)
  }

  #ofAddress(address: string, isShared: boolean): Counted[] {
    if (isShared) return []
    const network = addressNetwork(address)
    const own: Counted = [this.#addresses, addressBlock(address)]
    return network === null ? [own] : [own, [this.#networks, network]]
  }

  get size(): number {
    return this.#pairs.size + this.#addresses.size + this.#networks.size
  }
}

type Counted = readonly [RateTable, string]

function counted(all: readonly Counted[], now: UnixMs): number {
  const wait = Math.max(0, ...all.map(([table, key]) => table.waitOf(key, now)))
  if (wait > 0) return wait
  for (const [table, key] of all) table.add(key, now)
  return 0
}

/** The times of the last attempts of each key, up to the limit per minute. */
export class RateTable {
  readonly #limit: number
  readonly #tries: BoundedTable<UnixMs[]>

  constructor(limit: number, entriesMax: number) {
    this.#limit = limit
    this.#tries = new BoundedTable({ entriesMax })
  }

  get size(): number {
    return this.#tries.size
  }

  waitOf(key: string, now: UnixMs): number {
    const tries = this.#tries.get(key)
    const first = tries?.[tries.length - this.#limit]
    return first === undefined ? 0 : Math.max(0, first + ATTEMPT_WINDOW_MS - now)
  }

  add(key: string, now: UnixMs): void {
    const tries = this.#tries.touch(key, now, () => [])
    if (tries.length >= this.#limit) tries.shift()
    tries.push(now)
  }
}
