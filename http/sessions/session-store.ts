import { claimsApiKey, isApiKey } from '../../actors/sign-in/api-key-text.js'
import { familyOf, isAccessToken } from '../../actors/sign-in/session-tokens.js'
import type { AuthAsker } from '../../actors/sign-in/sign-in-client.js'
import type { Clock } from '../../actors/thread/clock.js'
import { tokenDigest } from '../../actors/thread/random.js'
import { OPEN_ACCESS, type ServerAccess } from '../../engine/access/server-access.js'
import type { SessionSide } from '../../engine/access/session.js'
import type { AccessFacts } from '../../engine/access/sign-in.js'
import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import type { StoredApiKey } from '../../wire/stored/programs/stored-api-key.js'
import type { AuthEvent, SessionRecord, SessionWithFacts } from '../../wire/thread/auth-messages.js'
import type { PlainRequest } from '../exchange/request.js'
import type { Authenticator, Proof } from '../exchange/session.js'
import { accessCookie, readCookie, refreshCookie } from '../server/cookies.js'
import { ApiKeys } from './api-keys.js'
import { KeyGuesses } from './key-guesses.js'
import { LiveSession } from './live-session.js'

/**
 * The front's copy of the desk's sessions. Only the desk opens, rotates and closes sessions; this
 * store follows its answers and events.
 *
 * - Only the newest access token opens a session. It is found by digest on first use and by its
 *   text afterwards, so later requests hash nothing.
 * - Memory is bounded by the desk's limit on sessions: one token text each. Invalid tokens leave no
 *   trace.
 * - The store notifies listeners once when a session closes. A closed session never returns.
 * - After `load` the store has exactly the desk's sessions, including changes that it missed while
 *   the connection to the desk was down.
 */
export type SessionListener = (session: LiveSession) => void

export interface LiveSessions {
  readonly sessions: readonly SessionRecord[]
  readonly keys: readonly StoredApiKey[]
  /** Permissions of the logins of all sessions and keys. */
  readonly facts: readonly AccessFacts[]
}

const SWEEP_STEP = 1000
const BEARER = 'Bearer '
const EXPIRED = because('auth.session_expired.over')
const NO_TOKEN = because('auth.session_expired.no_token')
const WRONG_SIDE = because('auth.invalid_terminal.other_routes')

const CLOSED_TERMINAL = because('auth.terminal_not_allowed.server')
const UNKNOWN_KEY = because('auth.session_expired.key')
const KEY_ADDRESS = because('forbidden.key_address')
const WRONG_ADDRESS = because('auth.ip_not_allowed.access')

/** Loads all sessions from the desk and returns them. Rejects if the desk does not answer. */
export async function loadSessions(
  desk: AuthAsker,
  sessions: SessionStore,
): Promise<readonly SessionRecord[]> {
  const live = await desk.ask('auth.live', null)
  if (!live.ok) throw new Error(`the sessions cannot be read: ${live.message}`)
  sessions.load(live.value)
  return live.value.sessions
}

export class SessionStore implements Authenticator {
  readonly #clock: Clock
  readonly #access: Pick<ServerAccess, 'isOpen'>
  readonly #byId = new Map<string, LiveSession>()
  readonly #byToken = new Map<string, LiveSession>()
  readonly #byAccess = new Map<string, LiveSession>()
  readonly #byFamily = new Map<string, LiveSession>()
  readonly #byLogin = new Map<number, Set<LiveSession>>()
  readonly #closed: SessionListener[] = []
  readonly #changed: SessionListener[] = []
  /** The API keys, whose sessions are in this store too (`api-keys.ts`). */
  readonly keys: ApiKeys
  readonly guesses = new KeyGuesses()
  #sweeping: IterableIterator<LiveSession> | null = null

  constructor(clock: Clock, access: Pick<ServerAccess, 'isOpen'> = OPEN_ACCESS) {
    this.#clock = clock
    this.#access = access
    this.keys = new ApiKeys(
      {
        bySessionId: (id) => this.#byId.get(id),
        add: (session) => this.#add(session),
        changed: (session) => this.#tellChanged(session),
        close: (id) => this.close(id),
      },
      () => clock.now(),
    )
  }

  get size(): number {
    return this.#byId.size
  }

  bySessionId(id: string): LiveSession | undefined {
    return this.#byId.get(id)
  }

  ofLogin(login: number): readonly LiveSession[] {
    return [...(this.#byLogin.get(login) ?? [])]
  }

  /** The sessions, oldest first unless the clock was set back. */
  all(): IterableIterator<LiveSession> {
    return this.#byId.values()
  }

  /** Registers a listener for closed sessions. WebSockets use it to close with 4001. */
  onClosed(listener: SessionListener): void {
    this.#closed.push(listener)
  }

  /** Registers a listener for sessions whose permissions or state have changed. */
  onChanged(listener: SessionListener): void {
    this.#changed.push(listener)
  }

  /** Replaces the content with the desk's sessions and keys. */
  load(live: LiveSessions): void {
    const facts = new Map(live.facts.map((one) => [one.login, one]))
    const signedIn = [...this.#byId.values()].filter(({ via }) => via === undefined)
    const gone = new Set(signedIn.map(({ id }) => id))
    for (const session of live.sessions.toSorted(byAge)) {
      const its = facts.get(session.login)
      if (its === undefined) continue
      gone.delete(session.id)
      this.opened({ session, facts: its })
    }
    for (const id of gone) this.close(id)
    this.keys.load(live.keys, facts)
  }

  /** Adds a session, or updates it if it is known. */
  opened({ session, facts }: SessionWithFacts): LiveSession {
    const known = this.#byId.get(session.id)
    if (known !== undefined) {
      this.#take(known, { session, facts })
      return known
    }
    const live = new LiveSession(session, facts)
    this.#add(live)
    return live
  }

  #add(live: LiveSession): void {
    this.#byId.set(live.id, live)
    this.#byFamily.set(live.digests.family, live)
    this.#byAccess.set(live.digests.access, live)
    const siblings = this.#byLogin.get(live.login)
    if (siblings === undefined) this.#byLogin.set(live.login, new Set([live]))
    else siblings.add(live)
  }

  /** Returns null if the session was closed meanwhile, so its new tokens are invalid. */
  refreshed({ session, facts }: SessionWithFacts): LiveSession | null {
    const live = this.#byId.get(session.id)
    if (live === undefined) return null
    this.#take(live, { session, facts })
    live.lastSeenAt = this.#clock.now()
    return live
  }

  close(id: string): void {
    const live = this.#byId.get(id)
    if (live === undefined) return
    this.#forgetAccess(live)
    this.#byId.delete(id)
    this.#byFamily.delete(live.digests.family)
    const siblings = this.#byLogin.get(live.login)
    siblings?.delete(live)
    if (siblings?.size === 0) this.#byLogin.delete(live.login)
    live.isClosed = true
    for (const listener of this.#closed) listener(live)
  }

  /** Applies an event of the desk. */
  take(event: AuthEvent): void {
    if (event.type === 'sessions_closed') for (const id of event.ids) this.close(id)
    else if (event.type === 'api_key') this.keys.take(event.key, event.facts)
    else if (event.type === 'api_keys_gone') this.keys.gone(event.ids)
    else {
      const { facts } = event
      for (const live of this.ofLogin(facts.login)) {
        if (live.via === undefined) this.#takeFacts(live, facts)
      }
      this.keys.factsOf(facts)
    }
  }

  /** Examines some sessions and closes expired sessions. Call it about once a second. */
  sweep(): void {
    const now = this.#clock.now()
    this.#sweeping ??= this.#byId.values()
    for (let i = 0; i < SWEEP_STEP; i++) {
      const next = this.#sweeping.next()
      if (next.done) {
        this.#sweeping = null
        return
      }
      if (now >= next.value.refreshExpiresAt) this.close(next.value.id)
    }
  }

  authenticate(request: PlainRequest, audience: SessionSide, proof: Proof): LiveSession | Refusal {
    const found = this.#prove(request, audience, proof)
    if (!(found instanceof LiveSession)) return found
    const refusal = this.refuseUse(found, request)
    if (refusal !== null) return refusal
    found.lastSeenAt = this.#clock.now()
    if (found.via !== undefined) found.ip = request.address
    return found
  }

  /** Returns null if the session may be used from this address under the current rules. */
  refuseUse(session: LiveSession, from: { readonly address: string }): Refusal | null {
    if (!this.#access.isOpen(session.terminal)) return CLOSED_TERMINAL
    // Reads the address only if needed, because the socket library builds it each time.
    const isAllowed = !session.isAddressBound || session.allowsAddress(from.address)
    if (isAllowed) return null
    return session.via === undefined ? WRONG_ADDRESS : KEY_ADDRESS
  }

  /** A bearer token takes precedence over cookies, because it was set deliberately. */
  #prove(request: PlainRequest, audience: SessionSide, proof: Proof): LiveSession | Refusal {
    const { authorization, cookie } = request.headers
    if (authorization !== undefined) {
      if (!authorization.startsWith(BEARER)) return NO_TOKEN
      const token = authorization.slice(BEARER.length)
      const live = this.#byAccessToken(token)
      if (live === undefined || live.browser) return this.#unknown(token, request)
      return live.audience === audience ? live : WRONG_SIDE
    }
    const token = readCookie(cookie, accessCookie(audience))
    const live = token === undefined ? undefined : this.#byAccessToken(token)
    if (live?.browser && live.audience === audience) return live
    const none = token === undefined ? NO_TOKEN : EXPIRED
    if (proof === 'access') return none
    return this.#byRefreshCookie(cookie, audience) ?? none
  }

  #unknown(token: string, { address }: PlainRequest): Refusal {
    if (!claimsApiKey(token)) return EXPIRED
    if (this.keys.knows(tokenDigest(token))) return UNKNOWN_KEY
    return this.guesses.guessed(address, this.#clock.monotonic()) ?? UNKNOWN_KEY
  }

  #byAccessToken(token: string): LiveSession | undefined {
    let live = this.#byToken.get(token)
    if (live === undefined) {
      if (!isAccessToken(token) && !isApiKey(token)) return undefined
      live = this.#byAccess.get(tokenDigest(token))
      if (live === undefined) return undefined
      // Copies the token, because a substring would keep the whole header in memory.
      live.accessToken = Buffer.from(token, 'latin1').toString('latin1')
      this.#byToken.set(live.accessToken, live)
    }
    return this.#clock.now() < live.accessExpiresAt ? live : undefined
  }

  /** Finds the session by its newest refresh token. Nothing is rotated. */
  #byRefreshCookie(cookie: string | undefined, audience: SessionSide): LiveSession | undefined {
    const token = readCookie(cookie, refreshCookie(audience))
    const family = token === undefined ? null : familyOf(token)
    if (token === undefined || family === null) return undefined
    const live = this.#byFamily.get(tokenDigest(family))
    if (live === undefined || !live.browser || live.audience !== audience) return undefined
    if (tokenDigest(token) !== live.digests.refresh) return undefined
    return this.#clock.now() < live.refreshExpiresAt ? live : undefined
  }

  #takeFacts(live: LiveSession, facts: AccessFacts): void {
    live.takeFacts(facts)
    this.#tellChanged(live)
  }

  #tellChanged(live: LiveSession): void {
    for (const listener of this.#changed) listener(live)
  }

  #take(live: LiveSession, { session, facts }: SessionWithFacts): void {
    if (session.digests.access !== live.digests.access) this.#forgetAccess(live)
    live.takeTokens(session)
    this.#byAccess.set(live.digests.access, live)
    this.#takeFacts(live, facts)
  }

  #forgetAccess(live: LiveSession): void {
    this.#byAccess.delete(live.digests.access)
    if (live.accessToken !== null) this.#byToken.delete(live.accessToken)
    live.accessToken = null
  }
}

/** Sorts sessions by age, and by id if they started at the same time. */
export function byAge(
  one: { readonly createdAt: number; readonly id: string },
  other: { readonly createdAt: number; readonly id: string },
): number {
  if (one.createdAt !== other.createdAt) return one.createdAt - other.createdAt
  return one.id < other.id ? -1 : Number(one.id > other.id)
}
