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
import type { Authenticator, Proof } from '../pipeline/session.js'
import { accessCookie, readCookie, refreshCookie } from '../server/cookies.js'
import { ApiKeys } from './api-keys.js'
import { KeyGuesses } from './key-guesses.js'
import { LiveSession } from './live-session.js'

/**
 * The front's memory of live sessions: a copy of what the desk has on disk. Only the desk opens,
 * rotates and closes; this store takes over what it answered or announced.
 *
 *   M1. Exactly one access token opens a session: the newest. It is found by its digest the first
 *       time and by its own text from then on, so a warm look-up hashes nothing.
 *   M2. Memory is bounded by the desk's bound on sessions: one token text per session, and a token
 *       that opens nothing leaves no trace.
 *   M3. A closed session is told to every listener once, and never comes back.
 *   M4. `load` leaves exactly the sessions that the desk has, whatever was there before: what was
 *       opened or closed while nobody could tell is made good.
 */
export type SessionListener = (session: LiveSession) => void

export interface LiveSessions {
  readonly sessions: readonly SessionRecord[]
  readonly keys: readonly StoredApiKey[]
  /** Of the logins of sessions and keys. */
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

/** Asks the desk for all it has, takes it over and answers it; rejects when the desk does not answer. */
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
  /** API keys are sessions of this store, too (api-keys.ts). */
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

  /** All live sessions, oldest first as far as clocks are right. */
  all(): IterableIterator<LiveSession> {
    return this.#byId.values()
  }

  /** Live sockets of a closed session close with 4001: they listen here. */
  onClosed(listener: SessionListener): void {
    this.#closed.push(listener)
  }

  /** Tells the listener of sessions whose rights or state changed. */
  onChanged(listener: SessionListener): void {
    this.#changed.push(listener)
  }

  /** Everything the desk knows, whenever it has started. */
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

  /** The session as the store knows it from now on, also when it knew it before. */
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

  /** Null when the session was closed meanwhile: its new tokens open nothing. */
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

  /** Takes in the news that the desk announces unasked. */
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

  /** Looks at some sessions and closes those that no token opens any more. Call it about every second. */
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

  /** Null when the session may be used from there, by the rules of now. */
  refuseUse(session: LiveSession, from: { readonly address: string }): Refusal | null {
    if (!this.#access.isOpen(session.terminal)) return CLOSED_TERMINAL
    // Asked for only where it matters: the socket library makes the address anew each time.
    const isAllowed = !session.isAddressBound || session.allowsAddress(from.address)
    if (isAllowed) return null
    return session.via === undefined ? WRONG_ADDRESS : KEY_ADDRESS
  }

  /** A bearer token wins over cookies, since somebody wrote it on purpose. */
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
      // A copy, since a part of a header keeps the whole header in memory.
      live.accessToken = Buffer.from(token, 'latin1').toString('latin1')
      this.#byToken.set(live.accessToken, live)
    }
    return this.#clock.now() < live.accessExpiresAt ? live : undefined
  }

  /** The session of the newest refresh token, which alone proves anything; nothing is rotated by this. */
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

/** The order in which sessions began; of one moment by their ids, which are opaque. */
export function byAge(
  one: { readonly createdAt: number; readonly id: string },
  other: { readonly createdAt: number; readonly id: string },
): number {
  if (one.createdAt !== other.createdAt) return one.createdAt - other.createdAt
  return one.id < other.id ? -1 : Number(one.id > other.id)
}
