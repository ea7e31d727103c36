import { type Address, addressAllowed, addressWithin, parseAddress } from '../access/address.js'

/**
 * Decides which addresses the server may connect to for a provider. Staff choose the host of a
 * datafeed or gateway. Without this check they could make the server connect to itself, to machines
 * in its network, or to a cloud's metadata service. Private networks are allowed, because providers
 * often use them.
 */
const OWN = 'this machine'
const REFUSED: readonly (readonly [what: string, networks: readonly string[]])[] = [
  [OWN, ['127.0.0.0/8', '::1']],
  ['no address', ['0.0.0.0/8', '::']],
  ['the neighbours on the wire', ['169.254.0.0/16', 'fe80::/10']],
  ['a metadata service', ['100.100.100.200', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254']],
  ['many at once', ['224.0.0.0/4', '255.255.255.255', 'ff00::/8']],
  ['a reserved network', ['240.0.0.0/4']],
]

/**
 * Private networks, where providers usually are. Webhook receivers may only be there if the
 * operator allows it.
 */
const PRIVATE = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '198.18.0.0/15',
  'fc00::/7',
  'fec0::/10',
]

/** IPv6 networks whose addresses contain an IPv4 address, and the bits by which to shift it. */
const CARRIERS: readonly (readonly [network: string, shift: bigint])[] = [
  ['::/96', 0n],
  ['64:ff9b::/96', 0n],
  ['2002::/16', 80n],
]

/**
 * The reason why the server must not connect to `host`; null if it may, or if `host` is a name,
 * because then each of its addresses is checked. `allowed` lists addresses and networks.
 */
export function refusedHost(host: string, allowed: readonly string[]): string | null {
  return parseAddress(host) === null ? null : refusedAddress(host, allowed)
}

/**
 * Decides about an address as `refusedHost` does about a host; an unparsable one is refused. `own`
 * are the machine's known addresses in its networks.
 */
export function refusedAddress(
  text: string,
  allowed: readonly string[],
  own: readonly string[] = [],
): string | null {
  const address = parseAddress(text)
  if (address === null) return 'no address'
  if (allowed.length > 0 && addressAllowed(allowed, text)) return null
  return refusedIn(address, own) ?? refusedIn(carried(address), own)
}

/** The same for webhook receivers, which may not be in a private network; null for names. */
export function refusedReceiver(host: string, allowed: readonly string[]): string | null {
  return parseAddress(host) === null ? null : refusedReceiverAddress(host, allowed)
}

export function refusedReceiverAddress(
  text: string,
  allowed: readonly string[],
  own: readonly string[] = [],
): string | null {
  const refused = refusedAddress(text, allowed, own)
  const address = parseAddress(text)
  if (refused !== null || address === null) return refused
  if (allowed.length > 0 && addressAllowed(allowed, text)) return null
  const isPrivate = [address, carried(address)].some(
    (one) => one !== null && PRIVATE.some((network) => addressWithin(one, network)),
  )
  return isPrivate ? 'a private network' : null
}

function refusedIn(address: Address | null, own: readonly string[]): string | null {
  if (address === null) return null
  const found = [[OWN, own] as const, ...REFUSED].find(([, networks]) =>
    networks.some((network) => addressWithin(address, network)),
  )
  return found?.[0] ?? null
}

function carried(address: Address): Address | null {
  const carrier = CARRIERS.find(([network]) => addressWithin(address, network))
  if (carrier === undefined) return null
  return { bits: 32, value: (address.value >> carrier[1]) & 0xffffffffn }
}
