import { refuseCode, requiresCode } from '../../../engine/access/one-time-code.js'
import { decideRefresh, holderOf, isBrowser } from '../../../engine/access/session.js'
import {
  type AccessFacts,
  type AccessQuestion,
  refuseAccess,
} from '../../../engine/access/sign-in.js'
import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { StoredSession } from '../../../storage/repos/people/sessions.js'
import { passwordChanged, sessionOpened, sessionsClosed } from '../../../wire/stored/line-facts.js'
import type {
  AuthOperations,
  Origin,
  SessionWithFacts,
} from '../../../wire/thread/auth-messages.js'
import { accept, type Handlers, type Outcome } from '../../thread/ask.js'
import { SYSTEM } from '../actor.js'
import type { Desk } from '../desk.js'
import { accessFactsReader } from './access-facts.js'
import { ApiPasswords } from './api-passwords.js'
import { type OpenedSession, openedSession, rotatedTokens, sessionRecord } from './auth-records.js'
import { expired, wrongCredentials } from './auth-refusals.js'
import { CodeChanges } from './code-changes.js'
import { FailedSignIns } from './failed-sign-ins.js'
import { closedText, LiveAccess } from './live-access.js'
import { OneTimeCodes, wrongCode } from './one-time-codes.js'
import { LinkSignIns } from './sign-in-links.js'
import { WrongCodes } from './wrong-codes.js'

/**
 * Sessions on disk. The front has a copy in memory; every change of a session is made here first.
 *
 *   - A session is closed on disk, then at the front (`Desk.publish`), then the request is
 *     answered. So no answer refers to a session that the front still has.
 *   - The first refresh with a token rotates it; every later one with the same token closes the
 *     session.
 *   D3. A login has at most 64 sessions per holder (`holderOf`); one more closes the one with the
 *       oldest refresh.
 *   - The journal says who, where and why; never a password, code or token.
 *   - A one-time code is used up in the transaction that opens the session, so it opens at most
 *     one.
 */
export const SESSIONS_PER_HOLDER_MAX = 64
const SWEEP_MAX = 1000

/** Beginnings of journal lines about a wrong password, by purpose. */
const TRIED = {
  sign_in: 'Sign-in to',
  change_password: 'Change of password at',
  make_api_password: 'Making of an api password at',
} as const

type Request<Name extends keyof AuthOperations> = AuthOperations[Name]['request']

export function authDesk(desk: Desk): Handlers<AuthOperations> {
  const auth = new AuthDesk(desk)
  const codes = new CodeChanges(desk, auth.failures)
  const apiPasswords = new ApiPasswords(desk)
  const links = new LinkSignIns(desk, auth)
  return {
    'auth.credentials': (request) => accept(auth.credentials(request)),
    'auth.failed': (request) => auth.failed(request),
    'auth.open': (request) => auth.open(request),
    'auth.open_by_link': (request) => links.open(request),
    'auth.refresh': (request) => auth.refresh(request),
    'auth.close': (request) => auth.close(request),
    'auth.close_login': (request) => auth.closeLogin(request),
    'auth.change_password': (request) => auth.changePassword(request),
    'auth.make_api_password': (request) => apiPasswords.make(request),
    'auth.remove_api_password': (request) => apiPasswords.remove(request),
    'auth.otp_enrol': (request) => codes.enrol(request),
    'auth.otp_confirm': (request) => codes.confirm(request),
    'auth.otp_disable': (request) => codes.disable(request),
    'auth.live': () => accept(auth.live()),
    'auth.settle': () => auth.settle(),
    'auth.sweep': () => auth.sweep(),
  }
}

export class AuthDesk {
  readonly #desk: Desk
  readonly #facts
  readonly #live
  readonly #codes
  readonly wrongCodes: WrongCodes
  readonly failures: FailedSignIns

  constructor(desk: Desk) {
    this.#desk = desk
    this.#facts = accessFactsReader(desk)
    this.#live = new LiveAccess(desk)
    this.#codes = new OneTimeCodes(desk)
    this.wrongCodes = new WrongCodes(desk)
    this.failures = new FailedSignIns(desk)
  }

  credentials(request: Request<'auth.credentials'>): AuthOperations['auth.credentials']['answer'] {
    return request.kinds.flatMap((kind) => {
      const hash = this.#desk.tables.credentials.hash(request.login, kind)
      return hash === undefined ? [] : [{ kind, hash }]
    })
  }

  failed(request: Request<'auth.failed'>): Outcome<null> {
    const isKnown = this.#desk.tables.accounts.profile(request.login) !== undefined
    const what = isKnown ? 'wrong password' : `unknown login ${request.login}`
    const text = `${TRIED[request.did]} terminal ${request.terminal} failed: ${what}`
    return this.failures.tell(asActor(null, request.origin), isKnown ? request.login : null, text)
  }

  settle(): Outcome<null> {
    return this.failures.settle(true)
  }

  open(request: Request<'auth.open'>): Outcome<SessionWithFacts> {
    const { login, terminal, side, credential, origin } = request
    const facts = this.#facts(login)
    const isCurrent = this.#desk.tables.credentials.hash(login, credential.kind) === credential.hash
    if (facts === undefined || !isCurrent) return wrongCredentials()
    const question = { terminal, side, address: origin.ip }
    const { kind } = credential
    const needsCode = requiresCode(facts, kind)
    const refusal =
      this.#refuse(facts, question) ??
      (needsCode ? this.wrongCodes.refuse(request) : null) ??
      refuseCode(facts, kind, request.otp)
    if (refusal !== null) return this.#refused(request, refusal)
    const step = needsCode ? this.#codes.stepOf(login, request.otp) : 0
    if (step === null) {
      const counted = this.wrongCodes.wrong(request)
      return counted.ok ? this.#refused(request, wrongCode()) : counted
    }
    const now = this.#desk.clock.now()
    const session = openedSession(request, now)
    const outcome = this.openSession(session, (journal, changes) => {
      if (step > 0) this.#codes.use(login, step)
      if (credential.kind === 'master') this.#desk.tables.signInLinks.passwordUsed(login)
      this.#desk.tables.accounts.touchAccess(login, origin.ip, now)
      if (request.rehash !== null) {
        this.#desk.tables.credentials.rehash(
          login,
          credential.kind,
          credential.hash,
          request.rehash,
        )
      }
      const look = session.read_only ? ', read-only' : ''
      const text = `Signed in to terminal ${terminal}${look}`
      journal(asActor(login, origin), { kind: 'auth', login, text, changes })
      return { session: sessionRecord(session), facts }
    })
    if (outcome.ok && needsCode) this.wrongCodes.right(login)
    return outcome
  }

  /**
   * Stores a new session with the writes of `also`, and closes an older one if there are too many
   * (D3). `also` writes the journal line, with the opened and closed sessions in its changes.
   */
  openSession<T>(session: StoredSession, also: OpenedSession<T>): Outcome<T> {
    const { sessions } = this.#desk.tables
    const holder = holderOf(sessionRecord(session))
    const evicted = sessions
      .ofLogin(session.login)
      .filter((one) => holderOf(sessionRecord(one)) === holder)
      .slice(0, -(SESSIONS_PER_HOLDER_MAX - 1))
    const outcome = this.#desk.change((journal) => {
      for (const { id } of evicted) sessions.remove(id)
      sessions.insert(session)
      return accept(also(journal, [sessionOpened(session), ...sessionsClosed(evicted)]))
    })
    if (outcome.ok) this.#live.tellClosed(evicted)
    return outcome
  }

  /**
   * Refreshes a session. The order of the checks is part of the contract: session, terminal, csrf,
   * account header, access.
   */
  refresh(request: Request<'auth.refresh'>): Outcome<SessionWithFacts> {
    const session = this.#desk.tables.sessions.ofFamily(request.family)
    if (session === undefined) return expired()
    if (session.side !== request.side) {
      return request.from === 'cookie' ? expired() : wrongSide()
    }
    const record = sessionRecord(session)
    if (isBrowser(record.terminal) !== (request.from === 'cookie')) return expired()
    const now = this.#desk.clock.now()
    const state = {
      refreshDigest: session.refresh_digest,
      refreshExpiresAt: session.refresh_expires_at,
    }
    const decision = decideRefresh(state, request.refresh, now)
    if (decision === 'expired') return expired()
    if (decision === 'reused') return this.#reused(session, request.origin)
    if (request.from === 'cookie' && request.csrf !== session.csrf_digest) return wrongCsrf()
    if (request.account !== null && request.account !== session.login) return otherAccount()
    const facts = this.#facts(session.login)
    if (facts === undefined) return expired()
    const { terminal, side } = record
    const refusal = this.#refuse(facts, { terminal, side, address: request.origin.ip })
    if (refusal !== null) return refusal
    const next = rotatedTokens(session, request, now)
    return this.#desk.change(() => {
      if (!this.#desk.tables.sessions.rotate(session.id, request.refresh, next)) return expired()
      const isOnlooker = session.by_link && session.read_only
      if (!isOnlooker) {
        this.#desk.tables.accounts.touchAccess(session.login, request.origin.ip, now)
      }
      return accept({ session: sessionRecord({ ...session, ...next }), facts })
    })
  }

  close(request: Request<'auth.close'>): Outcome<boolean> {
    const session = this.#desk.tables.sessions.get(request.id)
    if (session === undefined) return accept(false)
    const outcome = this.#desk.change<boolean>((journal) => {
      this.#desk.tables.sessions.remove(session.id)
      const { login } = session
      const line = { kind: 'auth', login, text: 'Signed out' } as const
      journal(asActor(login, request.origin), { ...line, changes: sessionsClosed([session]) })
      return accept(true)
    })
    if (outcome.ok) this.#live.tellClosed([session])
    return outcome
  }

  closeLogin(request: Request<'auth.close_login'>): Outcome<readonly string[]> {
    const sessions = this.#desk.tables.sessions.ofLogin(request.login)
    const ids = sessions.map(({ id }) => id)
    if (ids.length === 0) return accept(ids)
    const outcome = this.#desk.change<readonly string[]>((journal) => {
      for (const id of ids) this.#desk.tables.sessions.remove(id)
      const text = `${ids.length} sessions closed: ${request.why}`
      const actor = asActor(request.actor, request.origin)
      const changes = sessionsClosed(sessions)
      journal(actor, { kind: 'auth', login: request.login, text, changes })
      return accept(ids)
    })
    if (outcome.ok) this.#live.tellClosed(sessions)
    return outcome
  }

  live(): AuthOperations['auth.live']['answer'] {
    const sessions = this.#desk.tables.sessions.live(this.#desk.clock.now())
    const keys = this.#desk.tables.apiKeys.all()
    const logins = new Set([...sessions, ...keys].map(({ login }) => login))
    const facts = [...logins].flatMap((login) => this.#facts(login) ?? [])
    return { sessions: sessions.map(sessionRecord), facts, keys }
  }

  sweep(): Outcome<number> {
    const settled = this.failures.settle()
    if (!settled.ok) return settled
    const now = this.#desk.clock.now()
    const outcome = this.#desk.change(() => {
      this.#desk.tables.signInLinks.removeExpired(now, SWEEP_MAX)
      return accept(this.#desk.tables.sessions.removeExpired(now, SWEEP_MAX))
    })
    if (!outcome.ok) return outcome
    this.#live.tellClosed(outcome.value.map((id) => ({ id })))
    return accept(outcome.value.length)
  }

  /**
   * Call it after a change that affects the access of these logins. Sessions that are no longer
   * allowed are closed; the others get the new facts. One sync for all, because a group may have
   * thousands of sessions.
   */
  accessOfChanged(logins: readonly Login[]): void {
    const outcome = this.#desk.change((journal) =>
      accept(
        logins.flatMap((login) => {
          const lost = this.#live.closeLost(login)
          const text = `${lost.length} sessions closed: access was taken away`
          const changes = sessionsClosed(lost)
          if (lost.length > 0) journal(SYSTEM, { kind: 'auth', login, text, changes })
          return lost
        }),
      ),
    )
    if (outcome.ok) this.#live.tellClosed(outcome.value)
    for (const login of logins) this.#live.tell(login, [])
  }

  /**
   * Changes a password. The caller has verified the current one against `current`. A new password
   * ends the requirement to change it, and closes every session of the login, including this one.
   */
  changePassword(request: Request<'auth.change_password'>): Outcome<null> {
    const { login, origin, current, hash } = request
    const session = this.#desk.tables.sessions.get(request.session)
    const account = this.#desk.tables.accounts.get(login)
    if (session?.login !== login || account === undefined) return expired()
    if (this.#desk.tables.credentials.hash(login, 'master') !== current) return wrongCredentials()
    const now = this.#desk.clock.now()
    const outcome = this.#desk.change((journal) => {
      this.#desk.tables.credentials.set(login, 'master', hash, now)
      if (account.must_change_password) {
        this.#desk.tables.accounts.update(login, { must_change_password: false }, now)
      }
      const closed = this.#live.closeAll(login)
      const text = `Changed the password${closedText(closed)}`
      const changes = [passwordChanged('master', 'set'), ...sessionsClosed(closed)]
      journal(asActor(login, origin), { kind: 'auth', login, text, changes })
      return accept(closed)
    })
    if (!outcome.ok) return outcome
    this.#live.tell(login, outcome.value)
    return accept(null)
  }

  #refuse(facts: AccessFacts, question: AccessQuestion): Refusal | null {
    return refuseAccess(facts, question, this.#desk.access)
  }

  #refused(request: Request<'auth.open'>, refusal: Refusal): Refusal {
    if (refusal.code === 'auth.otp_required') return refusal
    const { login, terminal, origin } = request
    const text = `Sign-in to terminal ${terminal} refused: ${refusal.code}`
    const written = this.failures.tell(asActor(null, origin), login, text)
    return written.ok ? refusal : written
  }

  #reused(session: StoredSession, origin: Origin): Refusal {
    const written = this.#desk.change((journal) => {
      this.#desk.tables.sessions.remove(session.id)
      const text = 'Session closed: an old refresh token was used'
      const line = { kind: 'auth', login: session.login, text } as const
      journal(asActor(null, origin), { ...line, changes: sessionsClosed([session]) })
      return accept(null)
    })
    if (!written.ok) return written
    this.#live.tellClosed([session])
    return because('auth.refresh_reused.closed')
  }
}

function asActor(login: Login | null, origin: Origin) {
  return { login, ip: origin.ip, requestId: origin.requestId }
}

function wrongSide(): Refusal {
  return because('auth.invalid_terminal.other')
}

function wrongCsrf(): Refusal {
  return because('auth.csrf_invalid.session')
}

function otherAccount(): Refusal {
  return because('auth.account_changed.reload')
}
