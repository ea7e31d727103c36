import type { UnixMs } from '../units.js'
import { addressBlock } from './address.js'
import { BoundedTable } from './bounded-table.js'

/**
 * The addresses from which logins have signed in within the last 30 days: IPv4 addresses and IPv6
 * /64, the newest 8 per login. At most `loginsMax` logins are stored, those with the newest
 * sign-ins.
 */
export const KNOWN_MS = 30 * 24 * 3_600_000
export const KNOWN_PER_LOGIN = 8
const LOGINS_MAX = 65_536

export class KnownAddresses {
  readonly #logins: BoundedTable<Map<string, UnixMs>>

  constructor(loginsMax = LOGINS_MAX) {
    this.#logins = new BoundedTable({ entriesMax: loginsMax })
  }

  add(login: number, address: string, now: UnixMs): void {
    const blocks = this.#logins.touch(String(login), now, () => new Map())
    const block = addressBlock(address)
    blocks.delete(block)
    blocks.set(block, now)
    const [oldest] = blocks.keys()
    if (blocks.size > KNOWN_PER_LOGIN && oldest !== undefined) blocks.delete(oldest)
  }

  has(login: number, address: string, now: UnixMs): boolean {
    const at = this.#logins.get(String(login))?.get(addressBlock(address))
    return at !== undefined && now - at < KNOWN_MS
  }
}
