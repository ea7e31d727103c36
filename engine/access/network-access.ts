import { HOUR_MS, MINUTE_MS } from '../calendar/durations.js'
import type { Refusal } from '../code.js'
import type { NetworkAccess } from '../config/records/network.js'
import { because } from '../reasons/reasons.js'
import type { UnixMs } from '../units.js'
import type { ServerAccess } from './server-access.js'
import type { Terminal } from './session.js'

/** True if users of this terminal may connect. */
export function letsIn(access: NetworkAccess | null | undefined, terminal: Terminal): boolean {
  if (access === null || access === undefined) return true
  switch (terminal) {
    case 'admin':
      return access.allow_administrators
    case 'manager':
      return access.allow_managers
    case 'api':
    case 'api_key':
      return access.allow_api
    default:
      return access.allow_clients
  }
}

interface Tries {
  count: number
  last: UnixMs
}

interface Block {
  until: UnixMs
  /** How long the next block will last. */
  nextMs: number
}

const TRIES_WITHIN_MS = 3_000
const ERRORS_WITHIN_MS = 5 * MINUTE_MS
const FIRST_BLOCK_MS = 5 * MINUTE_MS
const LONGEST_BLOCK_MS = HOUR_MS
/**
 * Maximum number of counted addresses. A further one displaces the address that was added first.
 */
const ADDRESSES_MAX = 50_000

/**
 * The access rules of the `api` server.
 *
 *   - Attempts of an address count while each follows the previous one within three seconds, wrong
 *     passwords and codes within five minutes. At the limit the address is blocked for five
 *     minutes, then twice as long each time, up to an hour.
 *   - Shared addresses (this machine, a proxy that does not name clients) are not counted, because
 *     their block would affect everybody.
 *   - A block is forgotten an hour after its end.
 */
export class LiveNetworkAccess implements ServerAccess {
  readonly #isShared: (address: string) => boolean
  readonly #under: ServerAccess
  readonly #tries = new Map<string, Tries>()
  readonly #errors = new Map<string, Tries>()
  readonly #blocks = new Map<string, Block>()
  #access: NetworkAccess | null = null

  /** `under` restricts access further. Drills use it. */
  constructor(under: ServerAccess, isShared: (address: string) => boolean) {
    this.#under = under
    this.#isShared = isShared
  }

  set(access: NetworkAccess | null): void {
    this.#access = access
  }

  isOpen(terminal: Terminal): boolean {
    return this.#under.isOpen(terminal) && letsIn(this.#access, terminal)
  }

  refuseTry(address: string, now: UnixMs): Refusal | null {
    const access = this.#access
    if (access?.antiflood_enabled !== true || this.#isShared(address)) return null
    const block = this.#blocks.get(address)
    if (block !== undefined && now < block.until) return refuseUntil(block.until, now)
    const count = counted(this.#tries, address, now, TRIES_WITHIN_MS)
    return count >= access.antiflood_connections ? this.#block(address, now) : null
  }

  failed(address: string, now: UnixMs): void {
    const access = this.#access
    if (access?.antiflood_enabled !== true || this.#isShared(address)) return
    const count = counted(this.#errors, address, now, ERRORS_WITHIN_MS)
    if (count >= access.antiflood_errors) this.#block(address, now)
  }

  #block(address: string, now: UnixMs): Refusal {
    const before = this.#blocks.get(address)
    const isForgotten = before === undefined || now > before.until + LONGEST_BLOCK_MS
    const ms = isForgotten ? FIRST_BLOCK_MS : before.nextMs
    const block = { until: now + ms, nextMs: Math.min(2 * ms, LONGEST_BLOCK_MS) }
    put(this.#blocks, address, block)
    this.#tries.delete(address)
    this.#errors.delete(address)
    return refuseUntil(block.until, now)
  }
}

function counted(
  counts: Map<string, Tries>,
  address: string,
  now: UnixMs,
  withinMs: number,
): number {
  const known = counts.get(address)
  const goesOn = known !== undefined && now - known.last <= withinMs
  const tries = { count: goesOn ? known.count + 1 : 1, last: now }
  put(counts, address, tries)
  return tries.count
}

function put<Value>(map: Map<string, Value>, address: string, value: Value): void {
  map.delete(address)
  map.set(address, value)
  const [oldest] = map.keys()
  if (map.size > ADDRESSES_MAX && oldest !== undefined) map.delete(oldest)
}

function refuseUntil(until: UnixMs, now: UnixMs): Refusal {
  const refusal = because('auth.too_many_attempts.address')
  return { ...refusal, retryAfterMs: until - now }
}
