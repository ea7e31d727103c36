import type { SessionSide, Terminal } from '../../engine/access/session.js'
import type { Refusal } from '../../engine/code.js'
import type { PlainRequest } from '../exchange/request.js'

/** The side of a route or session: staff under /admin, traders under /trader. */

/**
 * A signed-in terminal as the guards see it. Whoever keeps sessions may hand in a wider object; the
 * fields here must read as of now, since rights and restrictions can change while a session lives.
 */
export interface Session {
  readonly id: string
  readonly login: number
  readonly audience: SessionSide
  readonly terminal: Terminal
  readonly group: string
  readonly rights: ReadonlySet<string>
  readonly groupScope: readonly string[]
  /** Its account has a staff profile, whichever side this session is of. */
  readonly isOfStaff: boolean
  /** Networks that its user may sign in from; empty is every address. */
  readonly ipAllow: readonly string[]
  /** The months back that it reads the journal and reports, 0 = all. */
  readonly logsMonths: number
  readonly reportsMonths: number
  readonly readOnly: boolean
  readonly mustChangePassword: boolean
  readonly mustEnrolOtp: boolean
  /** Browser terminals carry cookies, so they must echo the csrf token. */
  readonly browser: boolean
  /** The name of the API key that opened it; undefined of a session that somebody signed in to. */
  readonly via?: string | undefined
  /** True once it has ended, for a request that still waits then. */
  readonly isClosed?: boolean
  /** Names the rate that it shares with other sessions of its API key; left out, it has one of its own. */
  readonly rateName?: string | undefined
  /** `tokenDigest` of the csrf token that this session's terminal holds now. */
  readonly csrfDigest: string
}

/** Terminal and id, as the rows of what a session asked for have it. */
export function sessionName({ terminal, id }: Pick<Session, 'terminal' | 'id'>): string {
  return `${terminal}:${id}`
}

/**
 * The proof of a session: the access token, or for logout also a refresh cookie that still lives.
 * Either way nothing is rotated.
 */
export type Proof = 'access' | 'access_or_refresh'

/** Finds the session of a request, from memory: it may not wait. */
export interface Authenticator {
  /**
   * 401 `auth.session_expired` without a usable proof, 403 `auth.invalid_terminal` for a bearer
   * token of the other side. Counts as activity of the session.
   */
  authenticate(request: PlainRequest, audience: SessionSide, proof: Proof): Session | Refusal
}
