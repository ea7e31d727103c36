import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net'

/**
 * Determines the client's address. Forwarding headers are trusted only from configured proxies. In
 * a chain, the right-most address that is not a trusted proxy counts, because everything left of it
 * could be forged.
 *
 * - A port after an address is ignored.
 * C2. If a proxy sends an address that cannot be parsed, this is logged once and the proxy's own
 *     address is used from then on. All its clients then share that address in rate limits, instead
 *     of being exempt.
 */
export class ClientAddress {
  readonly #proxies: BlockList | null
  /**
   * A cache from socket text to canonical text, since the same few thousand clients return again
   * and again.
   */
  readonly #known = new Map<string, string>()

  /** Proxies that sent an invalid address (C2), and the number of such requests. */
  readonly #unread = new Set<string>()
  #unreadNames = 0
  readonly #onUnread: (proxy: string) => void

  /**
   * `trusted` holds addresses and CIDR blocks; an invalid one throws an error that names it.
   * `onUnread` is called once for each proxy that sends invalid addresses.
   */
  constructor(trusted: readonly string[], onUnread: (proxy: string) => void = () => undefined) {
    this.#onUnread = onUnread
    this.#proxies = trusted.length === 0 ? null : proxiesOf(trusted)
  }

  get hasProxies(): boolean {
    return this.#proxies !== null
  }

  /** The number of invalid client addresses received from proxies. */
  get unreadNames(): number {
    return this.#unreadNames
  }

  /** `socketAddress` is the peer's address, `forwarded` the whole `X-Forwarded-For` header. */
  resolve(socketAddress: string, forwarded: string | undefined): string {
    let client = this.#canonical(socketAddress)
    if (this.#proxies === null || forwarded === undefined) return client
    const chain = forwarded.split(',')
    for (let i = chain.length - 1; i >= 0 && this.isProxy(client); i--) {
      const text = (chain[i] as string).trim()
      const named = canonicalAddress(withoutPort(text))
      if (named === null) {
        if (!NOBODY.has(text.toLowerCase())) this.#notRead(client)
        break
      }
      client = named
    }
    return client
  }

  isProxy(address: string): boolean {
    return this.#proxies?.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') ?? false
  }

  /**
   * True if many people share an address: this machine, or a proxy that did not name the client.
   * Limits by address do not apply to it.
   */
  isShared(address: string): boolean {
    return (isLoopback(address) || this.isProxy(address)) && !this.#unread.has(address)
  }

  #notRead(proxy: string): void {
    this.#unreadNames++
    if (this.#unread.has(proxy)) return
    if (this.#unread.size >= KNOWN_MAX) this.#unread.clear()
    this.#unread.add(proxy)
    this.#onUnread(proxy)
  }

  /** True if the peer is a proxy whose `X-Forwarded-Proto` is trusted. */
  isTrustedPeer(socketAddress: string): boolean {
    return this.#proxies !== null && this.isProxy(this.#canonical(socketAddress))
  }

  #canonical(socketAddress: string): string {
    const known = this.#known.get(socketAddress)
    if (known !== undefined) return known
    const canonical = canonicalAddress(socketAddress) ?? socketAddress
    if (this.#known.size >= KNOWN_MAX) this.#known.clear()
    this.#known.set(socketAddress, canonical)
    return canonical
  }
}

const KNOWN_MAX = 4096
/** The values that proxies send if they do not know the client's address. */
const NOBODY: ReadonlySet<string> = new Set(['', 'unknown'])
const WITH_PORT = /^(\[[^\]]*\]|[\d.]+):\d{1,5}$/

/** Removes a port, as in `203.0.113.6:4711` or `[2001:db8::1]:80`. */
function withoutPort(text: string): string {
  return WITH_PORT.exec(text)?.[1] ?? text
}

/**
 * The canonical form of an address; IPv4 mapped into IPv6 becomes IPv4. Null if the text is not an
 * address.
 */
export function canonicalAddress(text: string): string | null {
  if (isIPv4(text)) return text
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (!isIPv6(bare) || bare.includes('%')) return null
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

export function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1'
}

function proxiesOf(trusted: readonly string[]): BlockList {
  const proxies = new BlockList()
  for (const entry of trusted) {
    const [base = '', bits, ...rest] = entry.split('/')
    const address = canonicalAddress(base)
    const family = address !== null && isIPv4(address) ? 'ipv4' : 'ipv6'
    const bitsMax = family === 'ipv4' ? 32 : 128
    const prefix = bits === undefined ? bitsMax : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
    if (address === null || rest.length > 0 || prefix < 0 || prefix > bitsMax) {
      throw new Error(`TRUST_PROXY: "${entry}" is not an address or a CIDR block`)
    }
    proxies.addSubnet(address, prefix, family)
  }
  return proxies
}
