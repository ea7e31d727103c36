import { type Clock, systemClock } from '../../actors/thread/clock.js'
import { requestId, tokenDigest } from '../../actors/thread/random.js'
import { refuse } from '../../engine/code.js'
import type { Fault } from '../../engine/reasons/keyed-text.js'
import type { PlainAnswer, PlainRequest } from '../../http/exchange/request.js'
import type { Authenticator, Session } from '../../http/exchange/session.js'
import { Pipeline, type PipelineOptions } from '../../http/pipeline/pipeline.js'
import type { FrontRoute, FrontServices } from '../../http/routes/route.js'
import type { Envelope } from '../../wire/answer/envelope.js'

/** Builders for tests of the front. */
export const CSRF = 'csrf-token-of-the-test'

export function session(over: Partial<Session> = {}): Session {
  return {
    id: 's1',
    login: 7,
    audience: 'staff',
    terminal: 'manager',
    group: 'managers\\administrators',
    rights: new Set(['accounts.view', 'accounts.edit']),
    groupScope: ['*'],
    ipAllow: [],
    logsMonths: 0,
    reportsMonths: 0,
    readOnly: false,
    mustChangePassword: false,
    mustEnrolOtp: false,
    isOfStaff: false,
    browser: true,
    csrfDigest: tokenDigest(CSRF),
    ...over,
  }
}

/** Knows the sessions that are named in `Authorization: Bearer <name>`. */
export function authenticator(sessions: Readonly<Record<string, Session>>): Authenticator {
  return {
    authenticate(request, audience) {
      const name = request.headers['authorization']?.replace('Bearer ', '') ?? ''
      const found = Object.hasOwn(sessions, name) ? sessions[name] : undefined
      if (found === undefined) return refuse('auth.session_expired', 'Sign in again.')
      if (found.audience === audience) return found
      return refuse('auth.invalid_terminal', 'This token is for the other side.')
    },
  }
}

export function request(over: Partial<PlainRequest> = {}): PlainRequest {
  return {
    method: 'GET',
    path: '/',
    query: '',
    headers: {},
    address: '127.0.0.1',
    secure: false,
    requestId: requestId(),
    ...over,
  }
}

export function pipeline(
  routes: readonly FrontRoute[],
  over: Partial<PipelineOptions<FrontServices>> & { clock?: Clock } = {},
): Pipeline {
  return new Pipeline({
    routes,
    authenticator: authenticator({ full: session() }),
    services: { clock: over.clock ?? systemClock() } as FrontServices,
    onFailure: (error) => {
      throw error
    },
    ...over,
  })
}

export function read(answer: PlainAnswer): Envelope<{ fields?: Fault[] }> {
  return JSON.parse(String(answer.body)) as Envelope<{ fields?: Fault[] }>
}

export function bytes(value: unknown): Uint8Array {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
}
