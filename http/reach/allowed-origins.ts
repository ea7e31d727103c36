import type { BookRecords } from '../../engine/config/book-records.js'
import type { PlainRequest } from '../exchange/request.js'

type Origins = Readonly<Record<'plain' | 'secure', ReadonlySet<string>>>

/**
 * Settings are immutable and replaced on change, so the origins are computed once per settings
 * object.
 */
const KNOWN = new WeakMap<object, Origins>()

/**
 * Foreign origins that may open sockets with cookies, in lower case: those in the settings, and the
 * domains of enabled brands. Domains get `https` if the client uses TLS.
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
 * True if the browser reports that the request comes from a page of another site. A different
 * scheme is ignored, because a proxy may end TLS.
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
