import type { BrandRecord } from '../config/records/brand.js'
import type { LicenceRecord } from '../config/records/licence.js'
import type { UnixMs } from '../units.js'
import { companyKey, type IssuedCompany } from './companies.js'

/** The content of a licence key with a valid signature and form. */
export interface LicencePayload {
  readonly licence_id: string
  /** The id of the server that the key was issued for. */
  readonly server_id: string
  readonly issued_at: string
  readonly expires_at: string
  readonly companies: readonly IssuedCompany[]
  readonly brands: readonly IssuedBrand[]
  /** The limits of the licence. 0 or a missing entry means no limit. */
  readonly entitlements: { readonly max_accounts?: number; readonly max_groups?: number }
}

/** A brand in the licence key. Omitted fields keep the operator's values. */
export type IssuedBrand = Pick<BrandRecord, 'company'> &
  Partial<
    Omit<
      BrandRecord,
      | 'id'
      | 'company'
      | 'is_default'
      | 'is_licenced'
      | 'images'
      | 'created_at'
      | 'updated_at'
      | 'version'
    >
  >

/** The state of the server that a key must match. */
export interface LicencePlace {
  readonly serverId: string
  readonly now: UnixMs
  readonly applied: Pick<LicenceRecord, 'issued_at'> | undefined
}

/** The reason why a key is not valid on this server now; null if it is valid. */
export function refusedPayload(payload: LicencePayload, place: LicencePlace): string | null {
  return refusedBinding(payload, place) ?? refusedOrder(payload, place) ?? refusedContents(payload)
}

/** The reason why an applied key is not valid any more; null if it still is. */
export function refusedBinding(
  { server_id, expires_at }: Pick<LicencePayload, 'server_id' | 'expires_at'>,
  { serverId, now }: Pick<LicencePlace, 'serverId' | 'now'>,
): string | null {
  if (server_id !== serverId) {
    return `The key is for another server, ${server_id}: this one is ${serverId}.`
  }
  if (Date.parse(expires_at) <= now) return `The licence expired at ${expires_at}.`
  return null
}

function refusedOrder({ issued_at }: LicencePayload, { applied }: LicencePlace): string | null {
  const before = applied?.issued_at ?? null
  if (before === null || Date.parse(issued_at) >= Date.parse(before)) return null
  return `The key was issued at ${issued_at}, before the licence that is applied, ${before}.`
}

/** The reason why a well-formed payload is invalid on every server; null if it is not. */
export function refusedContents({
  issued_at,
  expires_at,
  companies,
  brands,
}: LicencePayload): string | null {
  if (Date.parse(issued_at) >= Date.parse(expires_at)) {
    return 'The key expires before it was issued.'
  }
  if (companies.filter(({ main }) => main).length !== 1) {
    return 'The key has to list exactly one main company.'
  }
  const twice = repeated(companies.map(({ name }) => name))
  if (twice !== undefined) return `The key lists the company ${twice} twice.`
  const brandTwice = repeated(brands.map(({ company }) => company))
  if (brandTwice !== undefined) return `The key has two brands of the company ${brandTwice}.`
  const listed = new Set(companies.map(({ name }) => companyKey(name)))
  const stray = brands.find(({ company }) => !listed.has(companyKey(company)))
  if (stray !== undefined) {
    return `The key has a brand of the company ${stray.company}, which it does not list.`
  }
  return null
}

function repeated(names: readonly string[]): string | undefined {
  const known = new Set<string>()
  for (const name of names) {
    const own = companyKey(name)
    if (known.has(own)) return name
    known.add(own)
  }
  return undefined
}
