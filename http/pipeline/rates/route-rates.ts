import { addressBlock } from '../../../engine/access/address.js'
import { BoundedTable } from '../../../engine/access/bounded-table.js'
import { holderOf } from '../../../engine/access/session.js'
import type { Session } from '../../exchange/session.js'
import { rateLines } from './rate-lines.js'

/**
 * The rate limit of a route: at most `max` requests within any `seconds`, per address (IPv6 by /64)
 * or per login. Each password of a login has its own count.
 */
export interface RouteRate {
  readonly per: 'address' | 'login'
  readonly max: number
  readonly seconds: number
}

/** The caller of a route. If the route counts by login, the caller has a session. */
export interface RatedCaller {
  readonly address: string
  readonly session: Pick<Session, 'login' | 'readOnly' | 'terminal'> | null
}

/**
 * Limits of the rates that routes may define, because each counted request stays in memory until it
 * expires.
 */
export const ROUTE_RATE_REQUESTS_MAX = 100
export const ROUTE_RATE_SECONDS_MAX = 86_400

/** The maximum number of remembered callers, in total and for one route. */
export const RATED_CALLERS_MAX = 16_384
export const RATED_CALLERS_PER_ROUTE_MAX = 4096

/**
 * The counters for routes with their own rate limit.
 * - In any window of `seconds` at most `max` requests of a caller pass. Refused requests do not
 *   count, and the answer says when to try again.
 * T2. Shared addresses are not limited by address.
 * - Memory is bounded, in total and per route: the callers whose last request is oldest are
 *   forgotten. A flood on one route displaces only callers of that route.
 * T4. Sessions opened with the investor or API password are counted apart from those of the owner
 *     (`holderOf`), so that other people cannot use up the owner's limit.
 */
export class RouteRates {
  readonly #isShared: (address: string) => boolean
  readonly #callers = new BoundedTable<number[]>({
    entriesMax: RATED_CALLERS_MAX,
    groupMax: RATED_CALLERS_PER_ROUTE_MAX,
  })
  #refused = 0

  constructor(isShared: (address: string) => boolean) {
    this.#isShared = isShared
  }

  /**
   * Counts the request and returns 0 if it is allowed; otherwise the milliseconds until the next
   * one is.
   */
  take(route: string, rate: RouteRate, caller: RatedCaller, nowMs: number): number {
    const who = this.#nameOf(rate, caller)
    if (who === null) return 0
    const key = `${route} ${who}`
    const oldest = this.#callers.get(key)?.at(-rate.max)
    const wait = oldest === undefined ? 0 : oldest + rate.seconds * 1000 - nowMs
    if (wait > 0) {
      this.#refused++
      return wait
    }
    const times = this.#callers.touch(key, nowMs, () => [], route)
    if (times.length >= rate.max) times.shift()
    times.push(nowMs)
    return 0
  }

  /** The rate limit headers after `take`; undefined if no limit applies to the caller. */
  lines(route: string, rate: RouteRate, caller: RatedCaller, nowMs: number): string | undefined {
    const who = this.#nameOf(rate, caller)
    const times = who === null ? undefined : this.#callers.get(`${route} ${who}`)
    const newest = times?.at(-1)
    if (times === undefined || newest === undefined) return undefined
    const span = rate.seconds * 1000
    const counted = times.filter((at) => at + span > nowMs).length
    return rateLines(rate.max, rate.max - counted, newest + span - nowMs)
  }

  get size(): number {
    return this.#callers.size
  }

  /** The number of refused requests since the start. */
  get refused(): number {
    return this.#refused
  }

  /** The name under which a caller is counted (T2, T4); null if the caller is not limited. */
  #nameOf({ per }: RouteRate, { address, session }: RatedCaller): string | null {
    if (per === 'login') return session && `${session.login} ${holderOf(session)}`
    return this.#isShared(address) ? null : addressBlock(address)
  }
}

export function rateText({ per, max, seconds }: RouteRate): string {
  const spans: Readonly<Record<number, string>> = { 1: 'second', 60: 'minute', 3600: 'hour' }
  const span = spans[seconds] ?? `${seconds} seconds`
  return `At most ${max} times within ${spans[seconds] === undefined ? '' : 'a '}${span} by one ${per}`
}
