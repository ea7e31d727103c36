import type { BookRecords } from '../../engine/config/book-records.js'
import type { BrandRecord } from '../../engine/config/records/brand.js'
import type { PlainRequest } from '../exchange/request.js'

/** The brands that are served, as they are found by the host of a request. */
interface ServedBrands {
  readonly byDomain: ReadonlyMap<string, BrandRecord>
  readonly fallback: BrandRecord | null
}

/** A list of brands is replaced whole when one changes, so each is gone through once. */
const SERVED = new WeakMap<readonly BrandRecord[], ServedBrands>()

/** The brand that a page at the request's host is of: by domain, else the default one; null where there is neither. */
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

/** Lower case, without port and without the dot that may end it. */
function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}
