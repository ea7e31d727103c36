import { familyOf } from '../../../actors/sign-in/session-tokens.js'
import { tokenDigest } from '../../../actors/thread/random.js'
import { AddressRate, CONNECTION_RATE, StrangerRates } from './address-rates.js'
import { RateLimiter, type RateLimits, SESSION_RATE } from './rate.js'
import { RouteRates } from './route-rates.js'

/** Every rate that the front holds its callers to; with rates off there are none. */
export interface FrontRates {
  /** New connections. */
  readonly connections: AddressRate | null
  readonly strangers: StrangerRates | undefined
  /** Requests of a session. */
  readonly session: RateLimits | null
  /** The counts of the rates that routes have of their own. */
  readonly routes: RouteRates | undefined
  /** Whether a session may refresh again now: each refresh is a write on the desk's disk, so it has few of them. */
  mayRefresh(refreshToken: string, nowMs: number): boolean
}

/** A terminal refreshes every quarter of an hour; the pages of one browser may all do it at once. */
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
      // By its digest: a part of a text keeps the whole text in memory.
      return family === null || refreshes.take(tokenDigest(family), nowMs)
    },
  }
}
