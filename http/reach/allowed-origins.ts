import type { BookRecords } from '../../engine/config/book-records.js'
import type { PlainRequest } from '../exchange/request.js'

type Origins = Readonly<Record<'plain' | 'secure', ReadonlySet<string>>>

/** Settings are replaced whole when they change, so origins are put together once for each. */
const KNOWN = new WeakMap<object, Origins>()

/**
 * Pages beside the server's own that may open sockets with cookies, in lower case: those of the settings, and those at
 * the domains of brands that are enabled. Whoever reaches the server over TLS is at a page over TLS.
 */
export function allowedOrigins(
  records: Pick<BookRecords, 'settings' | 'brands'>,
  isSecure: boolean,
): ReadonlySet<string> {
  let known = KNOWN.get(records)
  if (known === undefined) {
    known = originsOf(records)
    KNOWN.set(records, known)
  }
  return isSecure ? known.secure : known.plain
}

/**
 * True for what a page of another site sends, as the browser says. A page in front of a proxy that ends TLS counts as the
 * server's own, whatever its scheme.
 */
export function isOfForeignPage(
  { headers }: Pick<PlainRequest, 'headers'>,
  allowed: ReadonlySet<string>,
): boolean {
  const { origin = '', host = '', 'sec-fetch-site': site } = headers
  const given = origin.toLowerCase()
  if (allowed.has(given)) return false
  if (site !== undefined) return site === 'cross-site'
  return given !== '' && given.replace(/^https?:\/\//, '') !== host.toLowerCase()
}

function originsOf({ settings, brands }: Pick<BookRecords, 'settings' | 'brands'>): Origins {
  const own = settings[0]?.allowed_origins ?? []
  const domains = brands.filter(({ enabled }) => enabled).flatMap((brand) => brand.domains)
  const secure = [...own, ...domains.map((domain) => `https://${domain}`)]
  const plain = [...secure, ...domains.map((domain) => `http://${domain}`)]
  return { secure: new Set(secure), plain: new Set(plain) }
}
