import type { Clock } from '../../actors/thread/clock.js'
import { addressBlock } from '../../engine/access/address.js'
import { BoundedTable } from '../../engine/access/bounded-table.js'
import { type Refusal, refuseFor } from '../../engine/code.js'
import {
  ADDRESS_POINTS,
  BARRED_MS,
  FLOOD_ADDRESSES_MAX,
  FLOODED_CONNECTIONS,
  REQUEST_POINTS,
  REQUESTS_PER_PAYER,
} from '../../engine/limits/floods.js'
import type { PlainRequest } from '../exchange/request.js'
import { RateLimiter } from '../pipeline/rates/rate.js'
import type { ClientAddress } from './client-address.js'

/**
 * Limits what each address (IPv6 by /64) may cost, independent of rate limits.
 * - Requests, frames, body chunks and bytes cost points, and each address gets a number of points
 *   per second. A connection whose address runs out of points is closed.
 * - If connections of an address are closed for flooding repeatedly, it may open none for
 *   `BARRED_MS`. Its other connections stay open.
 * - Shared addresses, which stand for many people, pay nothing and are never barred. Their
 *   connections are limited by other means (http/server/turn-answers.ts,
 *   http/socket/frame-tolls.ts).
 */
export class FloodGuard {
  readonly #clock: Clock
  readonly #addresses: ClientAddress
  readonly #points = new RateLimiter({ ...ADDRESS_POINTS, keysMax: FLOOD_ADDRESSES_MAX })
  readonly #strikes = new RateLimiter({ ...FLOODED_CONNECTIONS, keysMax: FLOOD_ADDRESSES_MAX })
  /** The barred addresses with the end of the bar. Expired entries are removed on lookup. */
  readonly #barred = new BoundedTable<{ until: number }>({ entriesMax: FLOOD_ADDRESSES_MAX })
  #unpaid = 0
  #ended = 0

  constructor(clock: Clock, addresses: ClientAddress) {
    this.#clock = clock
    this.#addresses = addresses
  }

  /** The number of connections closed for flooding since the start. */
  get ended(): number {
    return this.#ended
  }

  /** The number of barred addresses, including some whose bar has just expired. */
  get barred(): number {
    return this.#barred.size
  }

  /**
   * Returns null if the request may be served. It avoids reading the address where possible,
   * because that is expensive.
   */
  refusal(request: PlainRequest): Refusal | null {
    const mayBeBarred = this.#barred.size > 0 && this.#addresses.hasProxies
    if (mayBeBarred && this.isBarred(request.address)) return BARRED
    if (++this.#unpaid < REQUESTS_PER_PAYER) return null
    this.#unpaid = 0
    if (this.pays(request.address, REQUESTS_PER_PAYER * REQUEST_POINTS)) return null
    this.ends(request.address)
    return TOO_MUCH
  }

  /** Returns false if the address has too few points. */
  pays(address: string, points: number): boolean {
    if (this.#addresses.isShared(address)) return true
    return this.#points.take(addressBlock(address), this.#clock.monotonic(), points)
  }

  /** Records that a connection of the address was closed for flooding. Too many bar the address. */
  ends(address: string): void {
    this.#ended++
    if (this.#addresses.isShared(address)) return
    const now = this.#clock.monotonic()
    const block = addressBlock(address)
    if (this.#strikes.take(block, now)) return
    this.#barred.touch(block, now, () => ({ until: 0 })).until = now + BARRED_MS
  }

  isBarred(address: string): boolean {
    if (this.#barred.size === 0) return false
    const block = addressBlock(address)
    const found = this.#barred.get(block)
    if (found === undefined) return false
    if (this.#clock.monotonic() < found.until) return true
    this.#barred.delete(block)
    return false
  }
}

const TOO_MUCH = refuseFor(
  1000,
  'too_many_requests',
  'Your address asks more than anybody has a use for. Wait a second, then ask less.',
)
const BARRED = refuseFor(
  BARRED_MS,
  'too_many_requests',
  `Your address floods this server: it is not heard for ${BARRED_MS / 1000} s. Then ask less.`,
)
