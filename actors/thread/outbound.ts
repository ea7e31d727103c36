import { type LookupAddress, lookup as lookupByName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { refusedAddress } from '../../engine/names/outbound.js'

/**
 * The addresses that the links thread may dial (engine/names/outbound.ts).
 *
 *   O1. A name is looked up once for a dial: what is found is checked, and what passes is dialled. There is
 *       no second look in between, whose answer could be another.
 *   O2. The machine's own addresses are those that it has at the dial: they come and go.
 *   O3. A connection with TLS goes through the same look-up and keeps the name for its certificate.
 */
export const REFUSED_CODE = 'EOUTBOUND'

/** Why an address is not dialled; null if it is. */
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

  /** `allowed` are addresses and networks beside those that are open to all. */
  constructor(
    allowed: readonly string[],
    find: FindAll = findAll,
    rule: AddressRule = refusedAddress,
  ) {
    this.#allowed = allowed
    this.#findAll = find
    this.#rule = rule
  }

  /** Why `host` is not dialled. It is null for names: they are looked up by `lookup`. */
  refusal(host: string): string | null {
    return isIP(host) === 0 ? null : this.#refusalOf(host)
  }

  /** For `net.connect`, which dials what is answered here and nothing else. */
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

/** For what this server listens to itself: the built-in provider. */
export const OWN_MACHINE = new Outbound(['127.0.0.0/8'])
