import { addressBlock } from '../../../engine/access/address.js'
import { RateLimiter, type RateLimits } from './rate.js'

/**
 * Rate limits of callers without a session, by address (IPv6 by /64). Shared addresses, which stand
 * for many people, are exempt.
 */
export const STRANGER_RATE: RateLimits = { perSecond: 20, burst: 100, keysMax: 65_536 }
export const CONNECTION_RATE: RateLimits = { perSecond: 20, burst: 200, keysMax: 65_536 }
/** The rate limit of all addresses together, including shared ones. */
const EVERYBODY_RATE: RateLimits = { perSecond: 500, burst: 2000, keysMax: 1 }
const EVERYBODY = ''

export class AddressRate {
  readonly #isShared: (address: string) => boolean
  readonly #limiter: RateLimiter

  constructor(isShared: (address: string) => boolean, limits: RateLimits) {
    this.#isShared = isShared
    this.#limiter = new RateLimiter(limits)
  }

  take(address: string, nowMs: number, cost = 1): boolean {
    return this.#isShared(address) || this.#limiter.take(addressBlock(address), nowMs, cost)
  }
}

/** The rate limits of requests without a session. */
export class StrangerRates {
  readonly #address: AddressRate
  readonly #everybody: RateLimiter

  constructor(
    isShared: (address: string) => boolean,
    address: RateLimits = STRANGER_RATE,
    everybody: RateLimits = EVERYBODY_RATE,
  ) {
    this.#address = new AddressRate(isShared, address)
    this.#everybody = new RateLimiter(everybody)
  }

  /** Limits public routes. Anybody can use them, so all callers together have a limit, too. */
  mayAsk(address: string, nowMs: number, cost: number): boolean {
    return this.#address.take(address, nowMs, cost) && this.#everybody.take(EVERYBODY, nowMs, cost)
  }

  /** Limits requests that fail authentication. Each costs little, but a client can repeat them. */
  mayErr(address: string, nowMs: number): boolean {
    return this.#address.take(address, nowMs)
  }
}
