import { addressBlock } from '../../../engine/access/address.js'
import { BoundedTable } from '../../../engine/access/bounded-table.js'
import { holderOf } from '../../../engine/access/session.js'
import type { Session } from '../session.js'
import { rateLines } from './rate-lines.js'

/**
 * The requests that one address (IPv6: a /64) or one login may make of a route: `max` within any `seconds`. The holders of
 * a login's passwords have as many each.
 */
export interface RouteRate {
  readonly per: 'address' | 'login'
  readonly max: number
  readonly seconds: number
}

/** The caller; a route that counts by login has a session. */
export interface RatedCaller {
  readonly address: string
  readonly session: Pick<Session, 'login' | 'readOnly' | 'terminal'> | null
}

/** The bounds of a rate: each request that counts is a number in memory until it counts no more. */
export const ROUTE_RATE_REQUESTS_MAX = 100
export const ROUTE_RATE_SECONDS_MAX = 86_400

/** Callers remembered, of all routes and of one. */
export const RATED_CALLERS_MAX = 16_384
export const RATED_CALLERS_PER_ROUTE_MAX = 4096

/**
 * The rates that routes name, in one place.
 *   T1. In any span of so many seconds a caller is let through `max` times at most; who is not counts for
 *       nothing, and is told when it will be.
 *   T2. An address that many people share is held to none by its address.
 *   T3. Memory is bounded: of all callers, and of one route's, those that were let through longest ago are forgotten.
 *       A flood of addresses at one route takes the places of that route alone.
 *   T4. Who came with the password of investors, or of programs, counts apart from the login's owner (`holderOf`): often
 *       somebody else, who uses up nothing of the owner's, also where the handler refuses such sessions.
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

  /** 0 when the request is let through, which counts it; else the milliseconds until one would be. */
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

  /** The rate headers of an answer, after `take`; undefined where no rate applies to the caller. */
  lines(route: string, rate: RouteRate, caller: RatedCaller, nowMs: number): string | undefined {
    const who = this.#nameOf(rate, caller)
    const times = who === null ? undefined : this.#callers.get(`${route} ${who}`)
    const newest = times?.at(-1)
    if (times === undefined || newest === undefined) return undefined
    const span = rate.seconds * 1000
    const counted = times.filter((at) => at + span > nowMs).length
    return rateLines(rate.max, rate.max - counted, newest + span - nowMs)
  }

  /** Callers that are remembered. */
  get size(): number {
    return this.#callers.size
  }

  /** Requests that were refused since the start. */
  get refused(): number {
    return this.#refused
  }

  /** T2 and T4: null is nobody. */
  #nameOf({ per }: RouteRate, { address, session }: RatedCaller): string | null {
    if (per === 'login') return session && `${session.login} ${holderOf(session)}`
    return this.#isShared(address) ? null : addressBlock(address)
  }
}

/** The rate in words for people. */
export function rateText({ per, max, seconds }: RouteRate): string {
  const spans: Readonly<Record<number, string>> = { 1: 'second', 60: 'minute', 3600: 'hour' }
  const span = spans[seconds] ?? `${seconds} seconds`
  return `At most ${max} times within ${spans[seconds] === undefined ? '' : 'a '}${span} by one ${per}`
}
