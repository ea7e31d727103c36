import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net'

/**
 * The address of the client. A forwarded address is believed only from a proxy that the operator named, and
 * of a chain the right-most address that is not such a proxy: everything left of it is hearsay.
 *
 *   C1. A port behind an address is no part of it.
 *   C2. A proxy that names its client in a way that cannot be read is told of once, and is one address from then on:
 *       what is counted by address counts for all behind it together, and not for nobody.
 */
export class ClientAddress {
  readonly #proxies: BlockList | null
  /** Socket text to canonical text; the same few thousand connections ask again and again. */
  readonly #known = new Map<string, string>()

  /** Proxies of C2, and the number of names that could not be read. */
  readonly #unread = new Set<string>()
  #unreadNames = 0
  readonly #onUnread: (proxy: string) => void

  /** `trusted` are addresses and CIDR blocks. Throws on anything else, naming it. `onUnread` hears of a proxy once. */
  constructor(trusted: readonly string[], onUnread: (proxy: string) => void = () => undefined) {
    this.#onUnread = onUnread
    this.#proxies = trusted.length === 0 ? null : proxiesOf(trusted)
  }

  get hasProxies(): boolean {
    return this.#proxies !== null
  }

  /** Names of clients that proxies sent and that could not be read. */
  get unreadNames(): number {
    return this.#unreadNames
  }

  /** `socketAddress` is the peer's, `forwarded` the whole `X-Forwarded-For`. */
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
   * A resolved address that stands for many people: this machine, or a proxy that named nobody. What is
   * counted by address does not count for it.
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

  /** True when the peer itself counts as a proxy whose `X-Forwarded-Proto` is believed. */
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
/** What a proxy writes when it does not know its client's address. */
const NOBODY: ReadonlySet<string> = new Set(['', 'unknown'])
const WITH_PORT = /^(\[[^\]]*\]|[\d.]+):\d{1,5}$/

/** `203.0.113.6:4711` and `[2001:db8::1]:80` are how some proxies name a client. */
function withoutPort(text: string): string {
  return WITH_PORT.exec(text)?.[1] ?? text
}

/** One spelling per address; IPv4 inside IPv6 reads as IPv4. Null when it is no address. */
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
