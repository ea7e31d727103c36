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
 * The account of what each address (IPv6: a /64) costs, whatever it is answered and with rates off, too.
 *   C1. Requests, frames, parts of bodies and bytes are paid for with points, of which an address has so many a second.
 *       Who cannot pay loses the connection.
 *   C2. An address whose connections end for floods again and again opens none for `BARRED_MS`. Those it has go on.
 *   C3. An address that stands for many people pays nothing and is never barred: what one of its connections may do in
 *       a turn of the loop is bounded elsewhere (http/server/turn-answers.ts, http/socket/frame-tolls.ts).
 */
export class FloodGuard {
  readonly #clock: Clock
  readonly #addresses: ClientAddress
  readonly #points = new RateLimiter({ ...ADDRESS_POINTS, keysMax: FLOOD_ADDRESSES_MAX })
  readonly #strikes = new RateLimiter({ ...FLOODED_CONNECTIONS, keysMax: FLOOD_ADDRESSES_MAX })
  /** Barred addresses, and until when; those whose time is over are removed when next looked up. */
  readonly #barred = new BoundedTable<{ until: number }>({ entriesMax: FLOOD_ADDRESSES_MAX })
  #unpaid = 0
  #ended = 0

  constructor(clock: Clock, addresses: ClientAddress) {
    this.#clock = clock
    this.#addresses = addresses
  }

  /** Connections that ended for a flood since the start. */
  get ended(): number {
    return this.#ended
  }

  /** Addresses that may open no connection now, or could not a moment ago. */
  get barred(): number {
    return this.#barred.size
  }

  /** Null when it may be served. Most requests pass without being asked for their address, which costs. */
  refusal(request: PlainRequest): Refusal | null {
    const mayBeBarred = this.#barred.size > 0 && this.#addresses.hasProxies
    if (mayBeBarred && this.isBarred(request.address)) return BARRED
    if (++this.#unpaid < REQUESTS_PER_PAYER) return null
    this.#unpaid = 0
    if (this.pays(request.address, REQUESTS_PER_PAYER * REQUEST_POINTS)) return null
    this.ends(request.address)
    return TOO_MUCH
  }

  /** False: it has not so many points. */
  pays(address: string, points: number): boolean {
    if (this.#addresses.isShared(address)) return true
    return this.#points.take(addressBlock(address), this.#clock.monotonic(), points)
  }

  /** Records that a connection of the address was ended for a flood; too many bar the address. */
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
