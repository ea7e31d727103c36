import type { SessionSide, Terminal } from '../../engine/access/session.js'
import type { Refusal } from '../../engine/code.js'
import type { PlainRequest } from './request.js'

/**
 * A session as the guards see it. The session store may pass an object with more fields. Fields
 * must be current, because rights and restrictions can change during a session.
 */
export interface Session {
  readonly id: string
  readonly login: number
  readonly audience: SessionSide
  readonly terminal: Terminal
  readonly group: string
  readonly rights: ReadonlySet<string>
  readonly groupScope: readonly string[]
  /** True if the account has a staff profile, whichever side the session is on. */
  readonly isOfStaff: boolean
  /** Networks that the user may sign in from; empty means any address. */
  readonly ipAllow: readonly string[]
  /** How many months back the user may read the journal and reports; 0 means no limit. */
  readonly logsMonths: number
  readonly reportsMonths: number
  readonly readOnly: boolean
  readonly mustChangePassword: boolean
  readonly mustEnrolOtp: boolean
  /**
   * Whether the session belongs to a browser, which uses cookies and so has to send the csrf token.
   */
  readonly browser: boolean
  /** The name of the API key that opened the session; undefined if a person signed in. */
  readonly via?: string | undefined
  /** True after the session has ended. Requests that are still waiting check this. */
  readonly isClosed?: boolean
  /**
   * The name of a rate limit shared with other sessions of the same API key. Without it the session
   * has its own.
   */
  readonly rateName?: string | undefined
  /** The digest of the csrf token that the client holds at the moment. */
  readonly csrfDigest: string
}

/** The terminal and the id of a session, as stored in rows that it requested. */
export function sessionName({ terminal, id }: Pick<Session, 'terminal' | 'id'>): string {
  return `${terminal}:${id}`
}

/**
 * The proof of a session: an access token or, for logout, also a valid refresh cookie. Neither
 * rotates tokens.
 */
export type Proof = 'access' | 'access_or_refresh'

/** Finds the session of a request synchronously, from memory. */
export interface Authenticator {
  /**
   * Returns 401 `auth.session_expired` without a valid proof, 403 `auth.invalid_terminal` for a
   * bearer token of the other side. Counts as activity of the session.
   */
  authenticate(request: PlainRequest, audience: SessionSide, proof: Proof): Session | Refusal
}
