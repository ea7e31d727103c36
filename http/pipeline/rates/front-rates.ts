import { familyOf } from '../../../actors/sign-in/session-tokens.js'
import { tokenDigest } from '../../../actors/thread/random.js'
import { AddressRate, CONNECTION_RATE, StrangerRates } from './address-rates.js'
import { RateLimiter, type RateLimits, SESSION_RATE } from './rate.js'
import { RouteRates } from './route-rates.js'

/** The rate limits of the front. If rate limits are disabled, none apply. */
export interface FrontRates {
  /** The rate limit of new connections per address. */
  readonly connections: AddressRate | null
  readonly strangers: StrangerRates | undefined
  /** The rate limit of requests per session. */
  readonly session: RateLimits | null
  /** The counters of routes with their own limit. */
  readonly routes: RouteRates | undefined
  /**
   * True if the session may refresh its tokens now. Each refresh is a disk write at the desk, so
   * few are allowed.
   */
  mayRefresh(refreshToken: string, nowMs: number): boolean
}

/**
 * The limit of refreshes. A terminal refreshes every 15 minutes, but all tabs of a browser may do
 * so at once.
 */
export const REFRESH_RATE: RateLimits = { perSecond: 0.2, burst: 5, keysMax: 65_536 }

export function frontRates(isOn: boolean, isShared: (address: string) => boolean): FrontRates {
  if (!isOn) {
    return {
      connections: null,
      strangers: undefined,
      session: null,
      routes: undefined,
      mayRefresh: () => true,
    }
  }
  const refreshes = new RateLimiter(REFRESH_RATE)
  return {
    connections: new AddressRate(isShared, CONNECTION_RATE),
    strangers: new StrangerRates(isShared),
    session: SESSION_RATE,
    routes: new RouteRates(isShared),
    mayRefresh: (token, nowMs) => {
      const family = familyOf(token)
      // Stores a digest, because a substring would keep the whole token text in memory.
      return family === null || refreshes.take(tokenDigest(family), nowMs)
    },
  }
}
