import type { BookRecords } from '../../engine/config/book-records.js'
import type { BrandRecord } from '../../engine/config/records/brand.js'
import type { PlainRequest } from '../exchange/request.js'

/** The active brands by the domains that they serve. */
interface ServedBrands {
  readonly byDomain: ReadonlyMap<string, BrandRecord>
  readonly fallback: BrandRecord | null
}

/** The list of brands is replaced on change, so the index is computed once per list. */
const SERVED = new WeakMap<readonly BrandRecord[], ServedBrands>()

/** The brand for the request's host: by domain, else the default brand, else null. */
export function brandOfHost(
  { brands }: Pick<BookRecords, 'brands'>,
  { headers }: Pick<PlainRequest, 'headers'>,
): BrandRecord | null {
  const { byDomain, fallback } = served(brands)
  return byDomain.get(hostName(headers['host'] ?? '')) ?? fallback
}

function served(brands: readonly BrandRecord[]): ServedBrands {
  const known = SERVED.get(brands)
  if (known !== undefined) return known
  const enabled = brands.filter((brand) => brand.enabled)
  const made = {
    byDomain: new Map(
      enabled.flatMap((brand) => brand.domains.map((domain) => [domain, brand] as const)),
    ),
    fallback: enabled.find((brand) => brand.is_default) ?? null,
  }
  SERVED.set(brands, made)
  return made
}

/** The host name in lower case, without port and trailing dot. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}
