import type { HttpResponse } from 'uWebSockets.js'
import { readFileSync } from 'node:fs'
import type { Clock } from '../../actors/thread/clock.js'
import { DESCRIPTORS_OWN, PLAIN_CONNECTIONS_MAX } from '../../engine/limits/front.js'
import { LIVE_SOCKETS_MAX, STAFF_SOCKETS_PART } from '../../engine/limits/sockets.js'
import type { AddressRate } from '../pipeline/rates/address-rates.js'
import type { ClientAddress } from './client-address.js'
import type { FloodGuard } from './flood-guard.js'

/** The numbers of connections there may be, by the number of files that the system lets this process open. */
export interface ConnectionBounds {
  /** Connections that speak HTTP: however many live sockets there are, staff can ask and sign in. */
  readonly plain: number
  /** Live sockets of both sides, and how many of them only staff may take. */
  readonly live: number
  readonly liveKept: number
}

const DESCRIPTORS_LEAST = 256

export function connectionBounds(descriptors: number): ConnectionBounds {
  const usable = Math.max(DESCRIPTORS_LEAST, descriptors - DESCRIPTORS_OWN)
  const plain = Math.min(PLAIN_CONNECTIONS_MAX, Math.floor(usable / 4))
  const live = Math.min(LIVE_SOCKETS_MAX, usable - plain)
  return { plain, live, liveKept: Math.floor(live / STAFF_SOCKETS_PART) }
}

/** Files and connections that this process may have open; where the system does not say, few. */
export function openFilesMax(limits: () => string = () => readFileSync(LIMITS, 'utf8')): number {
  try {
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits())?.[1]
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft ?? DESCRIPTORS_LEAST)
  } catch {
    return DESCRIPTORS_LEAST
  }
}

const LIMITS = '/proc/self/limits'

/**
 * The connections that speak HTTP, which are counted from their first byte on.
 *   N1. At `max` the next one is closed at once; from half of it on none is kept after its answer, so
 *       that places become free as fast as answers are given.
 *   N2. An address opens so many a second and no more. The library closes those that ask nothing for ten
 *       seconds, and what they ask is held to a rate as well: so an address has some hundreds at most.
 *   N3. An address that floods opens none for a while.
 */
export class Connections {
  readonly #max: number
  readonly #clock: Clock
  readonly #addresses: ClientAddress
  readonly #rate: AddressRate | null
  readonly #floods: Pick<FloodGuard, 'isBarred'> | null
  #open = 0
  #refused = 0

  constructor(
    max: number,
    clock: Clock,
    addresses: ClientAddress,
    /** Null: an address opens as many as it likes. */
    rate: AddressRate | null,
    /** Null: no address is barred. */
    floods: Pick<FloodGuard, 'isBarred'> | null = null,
  ) {
    this.#max = max
    this.#clock = clock
    this.#addresses = addresses
    this.#rate = rate
    this.#floods = floods
  }

  get open(): number {
    return this.#open
  }

  /** Closed at once, since the start. */
  get refused(): number {
    return this.#refused
  }

  get isCrowded(): boolean {
    return this.#open > this.#max / 2
  }

  came(response: HttpResponse): void {
    this.#open++
    if (this.#open <= this.#max && this.#mayOpen(response)) return
    this.#refused++
    response.close()
  }

  /** Counts a connection out: it has closed, or has become a live socket. */
  left(): void {
    this.#open--
  }

  #mayOpen(response: HttpResponse): boolean {
    if (this.#rate === null && this.#floods === null) return true
    const peer = Buffer.from(response.getRemoteAddressAsText()).toString('latin1')
    const address = this.#addresses.resolve(peer, undefined)
    if (this.#floods?.isBarred(address) === true) return false
    return this.#rate?.take(address, this.#clock.monotonic()) ?? true
  }
}
