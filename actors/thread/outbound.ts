import { type LookupAddress, lookup as lookupByName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { refusedAddress } from '../../engine/names/outbound.js'

/**
 * The addresses that the server may dial (engine/names/outbound.ts).
 *
 *   - A name is looked up once per dial, and exactly the checked address is dialled. A second
 *     lookup could give another answer.
 *   - The machine's own addresses are read at the dial, because they change.
 *   - A TLS connection uses the same lookup and keeps the name for its certificate.
 */
export const REFUSED_CODE = 'EOUTBOUND'

/** The reason why an address may not be dialled; null if it may. */
export type AddressRule = (
  address: string,
  allowed: readonly string[],
  own: readonly string[],
) => string | null

type Found = (error: Error | null, addresses: LookupAddress[]) => void
type FindAll = (host: string, found: Found) => void

export const findAll: FindAll = (host, found) => lookupByName(host, { all: true }, found)

export class Outbound {
  readonly #allowed: readonly string[]
  readonly #findAll: FindAll
  readonly #rule: AddressRule

  /** `allowed` are addresses and networks in addition to public ones. */
  constructor(
    allowed: readonly string[],
    find: FindAll = findAll,
    rule: AddressRule = refusedAddress,
  ) {
    this.#allowed = allowed
    this.#findAll = find
    this.#rule = rule
  }

  /** The reason why `host` may not be dialled; null for names, because `lookup` checks them. */
  refusal(host: string): string | null {
    return isIP(host) === 0 ? null : this.#refusalOf(host)
  }

  /** A lookup for `net.connect`, which dials exactly its result. */
  readonly lookup: LookupFunction = (host, options, done) => {
    this.#findAll(host, (error, found) => {
      if (error !== null) {
        done(error, '')
        return
      }
      const open = found.filter(({ address }) => this.#refusalOf(address) === null)
      const [first] = open
      if (first === undefined) {
        const why = this.#refusalOf(found[0]?.address ?? '') ?? ''
        done(Object.assign(new Error(why), { code: REFUSED_CODE }), '')
      } else if (options.all === true) done(null, open)
      else done(null, first.address, first.family)
    })
  }

  #refusalOf(address: string): string | null {
    const what = this.#rule(address, this.#allowed, ownAddresses())
    return what === null ? null : `its address is ${what}, where no provider is dialled`
  }
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((its = []) => its.map(({ address }) => address))
}

/** Connections to services of this server itself, such as the built-in provider. */
export const OWN_MACHINE = new Outbound(['127.0.0.0/8'])
