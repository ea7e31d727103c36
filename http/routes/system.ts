import { type Refusal, refuse } from '../../engine/code.js'
import { isRefusal } from '../../wire/errors.js'
import { CSP_HEADER } from '../answer-headers.js'
import { isLoopback } from '../client-address.js'
import type { FrontMetrics } from '../metrics.js'
import type { PlainRequest } from '../request.js'
import { type Route, rawRoute } from '../route.js'
import type { Authenticator } from '../session.js'

/** What `/health` says. `reason` is for people: what keeps the server from taking requests. */
export interface Health {
  readonly status: 'ok' | 'recovering' | 'draining' | 'unhealthy'
  readonly reason?: string
  /** Further facts, like the version or the seq reached. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Made once at start, from the list of all routes. */
export interface Documents {
  readonly openapi: string
  readonly page: string
  readonly pagePolicy: string
}

export interface SystemServices {
  readonly health: () => Health
  readonly metrics: FrontMetrics
  readonly authenticator: Authenticator
  /** A function, because the documents list these routes too. */
  readonly documents: () => Documents
}

const METRICS_RIGHT = 'config.servers'

export function systemRoutes(services: SystemServices): Route[] {
  return [health(services), metrics(services), openapi(services), docs(services)]
}

function health(services: SystemServices): Route {
  return rawRoute({
    method: 'GET',
    path: '/health',
    audience: 'public',
    tag: 'system',
    summary: 'Is the server ready',
    description:
      '200 with status ok when it takes requests; 503 with the reason while it recovers, drains ' +
      'or is unhealthy. Not an envelope.',
    media: 'application/json',
    handle: () => {
      const { status, reason, details } = services.health()
      const body = JSON.stringify({
        status,
        ...(reason === undefined ? {} : { reason }),
        ...details,
      })
      const mediaType = 'application/json; charset=utf-8'
      return { status: status === 'ok' ? 200 : 503, mediaType, body }
    },
  })
}

function metrics(services: SystemServices): Route {
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
      const refusal = guardMetrics(services.authenticator, request)
      if (refusal !== null) return refusal
      return { mediaType: services.metrics.mediaType, body: await services.metrics.text() }
    },
  })
}

function openapi(services: SystemServices): Route {
  return rawRoute({
    method: 'GET',
    path: '/openapi.json',
    audience: 'public',
    tag: 'system',
    summary: 'This API as an OpenAPI 3.1 document',
    media: 'application/json',
    handle: () => {
      const mediaType = 'application/json; charset=utf-8'
      return { mediaType, body: services.documents().openapi }
    },
  })
}

function docs(services: SystemServices): Route {
  return rawRoute({
    method: 'GET',
    path: '/docs',
    audience: 'public',
    tag: 'system',
    summary: 'This API as a page to read',
    media: 'text/html',
    handle: () => {
      const { page, pagePolicy } = services.documents()
      const headers = [[CSP_HEADER, pagePolicy]] as const
      return { mediaType: 'text/html; charset=utf-8', body: page, headers }
    },
  })
}

/** A forwarded request is not from this machine, even when an unnamed proxy on it passed it on. */
function guardMetrics(authenticator: Authenticator, request: PlainRequest): Refusal | null {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined
  if (isLoopback(request.address) && !isForwarded) return null
  const session = authenticator.authenticate(request, 'staff', 'access')
  if (isRefusal(session)) return session
  if (session.mustChangePassword || session.mustEnrolOtp || !session.rights.has(METRICS_RIGHT)) {
    return refuse('forbidden', `Metrics need the right ${METRICS_RIGHT}.`)
  }
  return null
}
