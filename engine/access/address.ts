/**
 * Network addresses as text. IPv4 in IPv6 (`::ffff:1.2.3.4`) is treated as the IPv4 address, so
 * that each host has one name.
 */
export interface Address {
  readonly bits: 32 | 128
  readonly value: bigint
}

/** Parses an IP address; null when `text` is not one. */
export function parseAddress(text: string): Address | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (!bare.includes(':')) return parseIpv4(bare)
  const value = parseIpv6(bare.split('%')[0] ?? '')
  if (value === null) return null
  if (value >> 32n === 0xffffn) return { bits: 32, value: value & 0xffffffffn }
  return { bits: 128, value }
}

/**
 * The block of addresses that counts as one client: an IPv4 address or an IPv6 /64, the usual size
 * of one household.
 */
export function addressBlock(text: string): string {
  const address = parseAddress(text)
  if (address === null) return text
  const counted = address.bits === 32 ? address.value : address.value >> 64n
  return `${address.bits === 32 ? '4' : '6'}:${counted.toString(16)}`
}

/** The /48 of an IPv6 address, because one household may own many /64; null for IPv4. */
export function addressNetwork(text: string): string | null {
  const address = parseAddress(text)
  return address?.bits === 128 ? `6:${(address.value >> 80n).toString(16)}::` : null
}

/**
 * The range that one internet or hosting provider may own completely: the /16 of an IPv4 address,
 * the /32 of an IPv6 address.
 */
export function addressRegion(text: string): string {
  const address = parseAddress(text)
  if (address === null) return text
  const isIpv4 = address.bits === 32
  return `${isIpv4 ? '4' : '6'}:${(address.value >> (isIpv4 ? 16n : 96n)).toString(16)}`
}

/** The family of an address. A text that is not an address counts as IPv4. */
export function addressFamily(text: string): '4' | '6' {
  return parseAddress(text)?.bits === 128 ? '6' : '4'
}

/** True when `prefix` is a bare address or CIDR of either family. */
export function isAddressPrefix(prefix: string): boolean {
  return parsePrefix(prefix) !== null
}

/**
 * An empty list allows every address. An unreadable prefix matches nothing, and an unreadable
 * address is not allowed.
 */
export function addressAllowed(prefixes: readonly string[], text: string): boolean {
  if (prefixes.length === 0) return true
  const address = parseAddress(text)
  if (address === null) return false
  return prefixes.some((text) => isWithin({ address, length: address.bits }, parsePrefix(text)))
}

/**
 * An entry of `inner` that is not inside a single network of `outer`; null if all are. An empty
 * list means every address: an empty `inner` exceeds any `outer` with entries.
 */
export function prefixBeyond(inner: readonly string[], outer: readonly string[]): string | null {
  if (outer.length === 0) return null
  if (inner.length === 0) return ''
  const networks = outer.map(parsePrefix)
  const beyond = inner.find((text) => {
    const prefix = parsePrefix(text)
    return prefix === null || !networks.some((network) => isWithin(prefix, network))
  })
  return beyond ?? null
}

/**
 * The networks that are in both lists. An empty list means every address; if the lists do not
 * overlap, the result is a network that contains no host.
 */
export function prefixesOfBoth(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.length === 0) return b
  if (b.length === 0) return a
  const within = (inner: readonly string[], outer: readonly string[]): string[] =>
    inner.filter((prefix) => prefixBeyond([prefix], outer) === null)
  const both = [...new Set([...within(a, b), ...within(b, a)])]
  return both.length === 0 ? NOWHERE : both
}

const NOWHERE: readonly string[] = ['nowhere']

/** True if the address is in the network. An unparsable network contains nothing. */
export function addressWithin(address: Address, network: string): boolean {
  return isWithin({ address, length: address.bits }, parsePrefix(network))
}

/** The prefix length of a network or address; null if the text is neither. */
export function prefixBits(text: string): { bits: 32 | 128; length: number } | null {
  const prefix = parsePrefix(text)
  return prefix === null ? null : { bits: prefix.address.bits, length: prefix.length }
}

interface Prefix {
  readonly address: Address
  readonly length: number
}

function isWithin({ address, length }: Prefix, network: Prefix | null): boolean {
  if (network === null || network.address.bits !== address.bits) return false
  const free = BigInt(address.bits - network.length)
  return network.length <= length && network.address.value >> free === address.value >> free
}

function parsePrefix(text: string): Prefix | null {
  const slash = text.indexOf('/')
  const bare = slash < 0 ? text : text.slice(0, slash)
  const address = parseAddress(bare)
  if (address === null) return null
  if (slash < 0) return { address, length: address.bits }
  const digits = text.slice(slash + 1)
  if (!/^(0|[1-9]\d{0,2})$/.test(digits)) return null
  // The prefix length of `::ffff:10.0.0.0/104` counts bits of the IPv6 form.
  const length = Number(digits) - (bare.includes(':') && address.bits === 32 ? 96 : 0)
  return length >= 0 && length <= address.bits ? { address, length } : null
}

function parseIpv4(text: string): Address | null {
  const parts = text.split('.')
  if (parts.length !== 4) return null
  let value = 0n
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null
    value = (value << 8n) | BigInt(part)
  }
  return { bits: 32, value }
}

function parseIpv6(text: string): bigint | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const head = hextets(halves[0] ?? '')
  const tail = halves.length === 2 ? hextets(halves[1] ?? '') : []
  if (head === null || tail === null) return null
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const all = [...head, ...new Array<bigint>(missing).fill(0n), ...tail]
  return all.reduce((value, hextet) => (value << 16n) | hextet, 0n)
}

function hextets(text: string): bigint[] | null {
  if (text === '') return []
  const out: bigint[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1 && part.includes('.')) {
      const ipv4 = parseIpv4(part)
      if (ipv4 === null) return null
      out.push(ipv4.value >> 16n, ipv4.value & 0xffffn)
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) {
      out.push(BigInt(`0x${part}`))
    } else {
      return null
    }
  }
  return out
}
