import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { KeyedText } from '../../../engine/reasons/keyed-text.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Documents } from '../../docs/documents.js'
import type { Phase } from '../../exchange/door.js'
import type { PlainRequest } from '../../exchange/request.js'
import type { Authenticator } from '../../exchange/session.js'
import { CSP_HEADER } from '../../server/answer-headers.js'
import { isLoopback } from '../../server/client-address.js'
import { acceptedBy, PackedText } from '../../server/packed-text.js'
import { type FrontRoute, rawRoute } from '../route.js'

/**
 * The state for `/health`. `reason` says why requests are refused. `inner` and `details` are shown
 * only to callers who may read metrics.
 */
export interface Health {
  readonly status: Phase | 'unhealthy'
  readonly reason?: KeyedText
  /** A more detailed reason, which replaces `reason` for callers who may read metrics. */
  readonly inner?: KeyedText
  /** Further facts, such as the version or the newest sequence number. */
  readonly details?: Readonly<Record<string, unknown>>
}

export interface SystemServices {
  readonly health: () => Health
  readonly metrics: { readonly mediaType: string; text(): Promise<string> }
  readonly authenticator: Authenticator
  /** A function, because the documents also contain these routes. */
  readonly documents: () => Documents
}

const METRICS_RIGHT = 'config.servers'
/**
 * How many requests a document counts as in the rate limit of a caller without a session, because
 * documents are large.
 */
const DOCUMENT_COST = 10
/** Headers that only proxies add to a request. */
const FORWARDING = ['x-forwarded-for', 'forwarded', 'via'] as const

export function systemRoutes(services: SystemServices): FrontRoute[] {
  return [
    health(services),
    metrics(services),
    openapi(services),
    asyncapi(services),
    docs(services),
  ]
}

function health(services: SystemServices): FrontRoute {
  return rawRoute({
    method: 'GET',
    path: '/health',
    audience: 'public',
    tag: 'system',
    summary: 'Is the server ready',
    description:
      '200 with status ok when it takes requests; 503 with the reason while it recovers, drains ' +
      'or is unhealthy. Not an envelope. Version, commit, sequence numbers and which part is unwell are told ' +
      `to the machine itself, and to staff sessions that have ${METRICS_RIGHT}. Each of coded_notes has code, text, ` +
      'kind and id, and the text by its key: reason, with its params. coded_reason has text, reason and params of ' +
      'the reason.',
    media: 'application/json',
    alwaysOpen: true,
    cost: 0,
    handle: ({ request }) => {
      const health = services.health()
      const isTrusted = guardInner(services.authenticator, request) === null
      const { status } = health
      const reason = (isTrusted ? health.inner : undefined) ?? health.reason
      const body = JSON.stringify({
        status,
        ...(reason === undefined ? {} : reasonView(reason)),
        ...(isTrusted ? health.details : {}),
      })
      const mediaType = 'application/json; charset=utf-8'
      return { status: status === 'ok' ? 200 : 503, mediaType, body }
    },
  })
}

/** The English text, and the same text by its key, which pages show in the reader's language. */
function reasonView({ message, reason, params }: KeyedText) {
  return { reason: message, coded_reason: { text: message, reason, params } }
}

function metrics(services: SystemServices): FrontRoute {
  return rawRoute({
    method: 'GET',
    path: '/metrics',
    audience: 'public',
    tag: 'system',
    summary: 'Metrics in the text format of Prometheus',
    description: `From the machine itself, or with a staff session that has ${METRICS_RIGHT}.`,
    media: 'text/plain',
    errors: ['auth.session_expired', 'auth.invalid_terminal', 'forbidden'],
    handle: async ({ request }) => {
      const refusal = guardInner(services.authenticator, request)
      if (refusal !== null) return refusal
      return { mediaType: services.metrics.mediaType, body: await services.metrics.text() }
    },
  })
}

function openapi(services: SystemServices): FrontRoute {
  const packed = once(async () => PackedText.of(await services.documents().openapi()))
  return rawRoute({
    method: 'GET',
    path: '/openapi.json',
    audience: 'public',
    tag: 'system',
    summary: 'This API as an OpenAPI 3.1 document',
    media: 'application/json',
    cost: DOCUMENT_COST,
    handle: async ({ request }) => {
      const accepted = acceptedBy(request)
      return (await packed()).answer(accepted, 'application/json; charset=utf-8')
    },
  })
}

function asyncapi(services: SystemServices): FrontRoute {
  const packed = once(async () => PackedText.of(await services.documents().asyncapi()))
  return rawRoute({
    method: 'GET',
    path: '/asyncapi.json',
    audience: 'public',
    tag: 'system',
    summary: 'The live sockets as an AsyncAPI 3.0 document',
    media: 'application/json',
    cost: DOCUMENT_COST,
    handle: async ({ request }) => {
      const accepted = acceptedBy(request)
      return (await packed()).answer(accepted, 'application/json; charset=utf-8')
    },
  })
}

function docs(services: SystemServices): FrontRoute {
  const packed = once(async () => PackedText.of(await services.documents().page()))
  return rawRoute({
    method: 'GET',
    path: '/docs/api',
    audience: 'public',
    tag: 'system',
    summary: 'This API as a page to read',
    media: 'text/html',
    cost: DOCUMENT_COST,
    handle: async ({ request }) => {
      const accepted = acceptedBy(request)
      const headers = [[CSP_HEADER, services.documents().pagePolicy]] as const
      return (await packed()).answer(accepted, 'text/html; charset=utf-8', headers)
    },
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/**
 * Guards internal facts: they are shown on the server's own machine and to staff with the right. A
 * request with forwarding headers does not come from this machine, even if a proxy on it passed it
 * on.
 */
function guardInner(authenticator: Authenticator, request: PlainRequest): Refusal | null {
  const isForwarded = FORWARDING.some((name) => request.headers[name] !== undefined)
  if (isLoopback(request.address) && !isForwarded) return null
  const session = authenticator.authenticate(request, 'staff', 'access')
  if (isRefusal(session)) return session
  if (session.mustChangePassword || session.mustEnrolOtp || !session.rights.has(METRICS_RIGHT)) {
    return because('forbidden.metrics', { right: METRICS_RIGHT })
  }
  return null
}
