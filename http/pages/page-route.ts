import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import type { TSchema } from '../../wire/types/scalars.js'
import type { PlainRequest } from '../exchange/request.js'
import type { PageFile } from '../page-files.js'
import type { RawAnswer } from '../pipeline/route.js'
import { type FrontRoute, rawRoute } from '../routes/route.js'
import { takesBrotli, takesGzip } from '../server/accepted-encoding.js'
import { CACHE_HEADER, CSP_HEADER } from '../server/answer-headers.js'
import { isKnownTag } from '../server/packed-text.js'

export const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'

/**
 * The content security policy of pages: only files and sockets of this server, and no text turned
 * into script.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

interface PageRoute {
  readonly path: string
  readonly summary: string
  readonly media: string
  readonly params?: TSchema
  readonly ignoresQuery?: boolean
  /** The file to send, and its cache header. Without `cache` a browser revalidates it each time. */
  file(params: Readonly<Record<string, string>>): PageFile | undefined
  cache?(params: Readonly<Record<string, string>>): string | undefined
}

/** A public route that sends a file of the web pages and does not count against rate limits. */
export function pageRoute({ file, cache, ...own }: PageRoute): FrontRoute {
  return rawRoute({
    ...own,
    method: 'GET',
    audience: 'public',
    tag: 'pages',
    alwaysOpen: true,
    cost: 0,
    errors: ['not_found'],
    handle: ({ params, request }) => {
      const named = (params ?? {}) as Readonly<Record<string, string>>
      return pageAnswer(file(named), request, cache?.(named) ?? ASK_FIRST)
    },
  })
}

/** Sends the file in an encoding that the browser accepts, or 304 if the browser has it. */
function pageAnswer(
  file: PageFile | undefined,
  request: PlainRequest,
  cache: string,
): RawAnswer | Refusal {
  if (file === undefined) return because('not_found.page')
  const { media } = file
  const [body, coding] = formOf(file, request)
  // Each encoding is a different sequence of bytes, so it has its own ETag.
  const tag = `"${file.tag}${coding === null ? '' : `-${coding}`}"`
  const headers: [string, string][] = [
    ['etag', tag],
    ['vary', 'accept-encoding'],
    [CACHE_HEADER, cache],
    [CSP_HEADER, POLICY],
  ]
  if (coding !== null) headers.push(['content-encoding', coding])
  const status = isKnownTag(request.headers['if-none-match'] ?? '', tag) ? 304 : 200
  const answer: RawAnswer = { status, mediaType: media, body, headers, isShared: true }
  return answer
}

function formOf(
  { plain, gzip, brotli }: PageFile,
  { headers }: PlainRequest,
): readonly [Uint8Array, string | null] {
  const accepted = headers['accept-encoding']
  if (brotli !== null && takesBrotli(accepted)) return [brotli, 'br']
  return gzip !== null && takesGzip(accepted) ? [gzip, 'gzip'] : [plain, null]
}
