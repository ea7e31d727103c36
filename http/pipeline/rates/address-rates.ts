import { addressBlock } from '../../../engine/access/address.js'
import { RateLimiter, type RateLimits } from './rate.js'

/**
 * Rates of those who have not signed in, by address (IPv6 by /64). An address that stands for many
 * people is held to none of them.
 */
export const STRANGER_RATE: RateLimits = { perSecond: 20, burst: 100, keysMax: 65_536 }
export const CONNECTION_RATE: RateLimits = { perSecond: 20, burst: 200, keysMax: 65_536 }
/** The rate of all addresses together, shared ones too. */
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

/** The rates of strangers' requests. */
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

  /** A public route: its work is done for anybody, so all of them together are bounded too. */
  mayAsk(address: string, nowMs: number, cost: number): boolean {
    return this.#address.take(address, nowMs, cost) && this.#everybody.take(EVERYBODY, nowMs, cost)
  }

  /** A request that was refused before anybody was known: it cost little, but costs every time. */
  mayErr(address: string, nowMs: number): boolean {
    return this.#address.take(address, nowMs)
  }
}
