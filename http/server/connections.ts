import type { HttpResponse } from 'uWebSockets.js'
import { readFileSync } from 'node:fs'
import type { Clock } from '../../actors/thread/clock.js'
import { DESCRIPTORS_OWN, PLAIN_CONNECTIONS_MAX } from '../../engine/limits/front.js'
import { LIVE_SOCKETS_MAX, STAFF_SOCKETS_PART } from '../../engine/limits/sockets.js'
import type { AddressRate } from '../pipeline/rates/address-rates.js'
import type { ClientAddress } from './client-address.js'
import type { FloodGuard } from './flood-guard.js'

/** The most connections of each kind, derived from the number of files that the process may open. */
export interface ConnectionBounds {
  /**
   * The number of HTTP connections. They are limited separately, so that sign-in and requests work
   * however many WebSockets are open.
   */
  readonly plain: number
  /**
   * The number of WebSocket connections of both sides, and how many of them are reserved for staff.
   */
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

/**
 * The most files and connections that this process may open. A small number if the system does not
 * report it.
 */
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
 * Counts HTTP connections from their first byte.
 * - Beyond `max`, new connections are closed at once. From half of it, connections are closed after
 *   each answer, so that places become free quickly.
 * - Each address may open a limited number of connections per second. Idle connections are closed
 *   after ten seconds and requests are rate limited, so an address holds at most a few hundred.
 * - An address that floods the server may open no connections for a while.
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
    /** The rate limit per address; null disables it. */
    rate: AddressRate | null,
    /** Knows the addresses that are barred after a flood; null bars none. */
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

  /** The number of connections closed at once since the start. */
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

  /** Called when a connection has closed or has become a WebSocket. */
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
