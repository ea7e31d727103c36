import { addressBlock } from '../../engine/access/address.js'
import { normalPassword, refuseWeak } from '../../engine/access/password.js'
import { OPEN_ACCESS, type ServerAccess } from '../../engine/access/server-access.js'
import { type SessionSide, sideOf, type Terminal } from '../../engine/access/session.js'
import { credentialKinds } from '../../engine/access/sign-in.js'
import { type SignInAttempt, SignInGuard } from '../../engine/access/sign-in-guard.js'
import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import { CREDENTIAL_KINDS } from '../../wire/schema/accounts/account-password.js'
import type {
  AuthOperations,
  CodeSecret,
  Origin,
  OwnRequest,
  SessionRecord,
  SessionWithFacts,
  StoredCredential,
} from '../../wire/thread/auth-messages.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'
import { tokenDigest } from '../thread/random.js'
import { COMMON_PASSWORDS } from './common-passwords.js'
import { loginOfCode } from './link-code.js'
import { LoginTurns } from './login-turns.js'
import { type PasswordParty, type Passwords, passwordsFull } from './passwords.js'
import { digestsOf, familyOf, type IssuedTokens, issueTokens } from './session-tokens.js'

/**
 * Sign-in for the front: counts attempts and failures, has passwords checked, and calls the desk.
 *
 *   - A blocked attempt gets 429 whether its password is right or not: the block is checked again
 *     after the password, so guesses sent in parallel learn nothing.
 *   - An unknown login, a login without such a password and a wrong password get the same answer in
 *     the same time.
 *   - Raw tokens exist only here and in the answer; only digests are passed on.
 *   - A wrong one-time code is a failed attempt, whatever its purpose.
 *   - A request that cannot be served is refused first: the desk is not called for a password that
 *     has no place in the queue.
 */
export interface AuthAsker {
  ask<Name extends keyof AuthOperations & string>(
    name: Name,
    request: AuthOperations[Name]['request'],
  ): Promise<Outcome<AuthOperations[Name]['answer']>>
}

export interface SignInRequest {
  readonly side: SessionSide
  readonly terminal: Terminal
  readonly login: Login
  readonly password: string
  /** The one-time code; empty if none was sent. */
  readonly otp: string
  readonly keepSignedIn: boolean
  readonly userAgent: string
  readonly origin: Origin
}

export interface LinkSignInRequest {
  readonly code: string
  readonly terminal: Terminal
  /** The one-time code; empty if none was sent. */
  readonly otp: string
  readonly userAgent: string
  readonly origin: Origin
}

export interface RefreshRequest {
  readonly side: SessionSide
  readonly refreshToken: string
  readonly from: 'cookie' | 'body'
  readonly csrfToken: string | null
  readonly account: Login | null
  readonly origin: Origin
}

/** A signed-in user who proves with the master password that they own the account. */
interface ProofOfOwner {
  readonly login: Login
  /** The calling session; it must still be open when the change is made. */
  readonly session: string
  readonly terminal: Terminal
  readonly current: string
  readonly origin: Origin
}

export interface ChangePasswordRequest extends ProofOfOwner {
  readonly next: string
  /** The shortest password that the login's group allows. */
  readonly groupMinimum: number
}

export interface MakeApiPasswordRequest extends ProofOfOwner {
  /** The addresses from which the api password may be used; null keeps the account's. */
  readonly ipAllow: readonly string[] | null
}

type MadeApiPassword = AuthOperations['auth.make_api_password']['answer']

interface ProvenOwner {
  readonly ok: true
  readonly master: string
  readonly others: readonly StoredCredential[]
  readonly party: PasswordParty
}

/** The user who turns their one-time codes on or off. */
export interface OwnCodes extends OwnRequest {
  readonly terminal: Terminal
}

export interface SignedIn extends SessionWithFacts {
  readonly ok: true
  readonly tokens: IssuedTokens
}

export interface SignInOptions {
  /** False to allow unlimited attempts. Failures still cause blocks. */
  readonly hasRates?: boolean
  /** True if many people use the address. */
  isShared?(address: string): boolean
  /** The server's rules, which are checked before a password and informed of failures. */
  readonly server?: ServerAccess
}

export class SignInClient {
  readonly #desk: AuthAsker
  readonly #passwords: Passwords
  readonly #clock: Clock
  /** The guard, by the monotonic clock: setting the wall clock lifts no block. */
  readonly #guard: SignInGuard
  readonly #isShared: (address: string) => boolean
  readonly #turns = new LoginTurns()
  readonly #server: ServerAccess

  constructor(desk: AuthAsker, passwords: Passwords, clock: Clock, options: SignInOptions = {}) {
    this.#desk = desk
    this.#passwords = passwords
    this.#clock = clock
    this.#guard = new SignInGuard(options.hasRates)
    this.#isShared = options.isShared ?? (() => false)
    this.#server = options.server ?? OPEN_ACCESS
  }

  /** Notes the addresses of open sessions as known for their logins. Called after a start. */
  know(sessions: readonly SessionRecord[]): void {
    const now = this.#clock.monotonic()
    for (const { side, login, ip } of sessions) {
      this.#guard.succeeded({ side, login, address: ip }, now)
    }
  }

  async login(request: SignInRequest): Promise<SignedIn | Refusal> {
    const { login, terminal, side, origin } = request
    const attempt = this.#attempt(side, login, origin)
    const party = this.#partyOf(attempt)
    if (!this.#passwords.hasRoom(party)) return passwordsFull(party.lane)
    const flooded = this.#server.refuseTry(attempt.address, this.#clock.monotonic())
    if (flooded !== null) return flooded
    const refused = this.#guard.refuseAttempt(attempt, this.#clock.monotonic())
    if (refused !== null) return refused
    const kinds = credentialKinds(terminal)
    const stored = await this.#desk.ask('auth.credentials', { login, kinds })
    if (!stored.ok) return stored
    const hashes = stored.value.map(({ hash }) => hash)
    const check = await this.#passwords.check(request.password, hashes, kinds.length, party)
    if (!check.ok) return check
    const blocked = this.#guard.refuseBlocked(attempt, this.#clock.monotonic())
    if (blocked !== null) return blocked
    const credential = stored.value[check.fits]
    if (credential === undefined) {
      return this.#wrong(attempt, { login, did: 'sign_in', terminal, origin })
    }
    const tokens = issueTokens()
    const { otp, keepSignedIn, userAgent } = request
    const digests = digestsOf(tokens)
    const opened = await this.#judged(attempt, otp, () =>
      this.#desk.ask('auth.open', {
        login,
        side,
        terminal,
        credential,
        rehash: check.rehash,
        otp,
        keepSignedIn,
        userAgent,
        digests,
        origin,
        isKnown: this.#guard.isKnown(attempt, this.#clock.monotonic()),
      }),
    )
    return opened.ok ? { ok: true, ...opened.value, tokens } : opened
  }

  /** Exchanges the code of a sign-in link. Any code costs one query of the desk. */
  async openByLink({ code, ...request }: LinkSignInRequest): Promise<SignedIn | Refusal> {
    const address = request.origin.ip
    const now = () => this.#clock.monotonic()
    const refused =
      this.#server.refuseTry(address, now()) ??
      this.#guard.refuseLink(address, this.#isShared(address), now())
    if (refused !== null) return refused
    const login = loginOfCode(code) ?? 0
    const tokens = issueTokens()
    const opened = await this.#desk.ask('auth.open_by_link', {
      ...request,
      digest: tokenDigest(code),
      digests: digestsOf(tokens),
      isKnown: this.#guard.isKnown(this.#attempt('trader', login, request.origin), now()),
    })
    if (!opened.ok) {
      const isGuess = opened.code === 'auth.code_invalid' || opened.code === 'auth.otp_invalid'
      if (isGuess) this.#guard.linkFailed(address, now())
      if (isGuess) this.#server.failed(address, now())
      return opened
    }
    const isOwner = !opened.value.session.readOnly
    if (isOwner) this.#guard.succeeded({ side: 'trader', login, address }, now())
    return { ok: true, ...opened.value, tokens }
  }

  /** Creates a secret, to be confirmed with its first code. */
  enrolCodes({ terminal: _, ...request }: OwnCodes): Promise<Outcome<CodeSecret>> {
    return this.#desk.ask('auth.otp_enrol', request)
  }

  confirmCodes(request: OwnCodes, code: string): Promise<Outcome<null>> {
    return this.#withCode('auth.otp_confirm', request, code)
  }

  disableCodes(request: OwnCodes, code: string): Promise<Outcome<null>> {
    return this.#withCode('auth.otp_disable', request, code)
  }

  #withCode(
    name: 'auth.otp_confirm' | 'auth.otp_disable',
    { terminal, ...request }: OwnCodes,
    code: string,
  ): Promise<Outcome<null>> {
    const attempt = this.#attempt(sideOf(terminal), request.login, request.origin)
    return this.#judged(attempt, code, () => this.#desk.ask(name, { ...request, code }))
  }

  /**
   * A request in which the desk checks a code. One at a time per login and none while it is
   * blocked, so that codes sent in parallel are not tried faster than one by one.
   */
  #judged<T>(
    attempt: SignInAttempt,
    code: string,
    ask: () => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const judge = async (): Promise<Outcome<T>> => {
      const blocked = this.#guard.refuseBlocked(attempt, this.#clock.monotonic())
      if (blocked !== null) return blocked
      const outcome = await ask()
      if (outcome.ok) this.#guard.succeeded(attempt, this.#clock.monotonic())
      else if (outcome.code === 'auth.otp_invalid') this.#failed(attempt)
      return outcome
    }
    return code === '' ? judge() : this.#turns.take(attempt.login, judge)
  }

  async refresh(request: RefreshRequest): Promise<SignedIn | Refusal> {
    const family = familyOf(request.refreshToken)
    if (family === null) {
      return because('auth.session_expired.over')
    }
    const tokens = issueTokens(family)
    const digests = digestsOf(tokens)
    const { side, from, account, origin } = request
    const rotated = await this.#desk.ask('auth.refresh', {
      side,
      family: digests.family,
      refresh: tokenDigest(request.refreshToken),
      from,
      csrf: request.csrfToken === null ? null : tokenDigest(request.csrfToken),
      account,
      next: { access: digests.access, refresh: digests.refresh, csrf: digests.csrf },
      origin,
    })
    return rotated.ok ? { ok: true, ...rotated.value, tokens } : rotated
  }

  /** Ends a session; null when the session is closed, even if it was closed before. */
  async logout(id: string, origin: Origin): Promise<Refusal | null> {
    const closed = await this.#desk.ask('auth.close', { id, origin })
    return closed.ok ? null : closed
  }

  /**
   * Changes a password, which closes every session of the login; null on success. Faults of the new
   * password are reported first, because they need no check of the current one. Failures count like
   * those of a sign-in.
   */
  async changePassword(request: ChangePasswordRequest): Promise<Refusal | null> {
    const { login, session, terminal, current, next, origin } = request
    const attempt = this.#attempt(sideOf(terminal), login, origin)
    const blocked = this.#guard.refuseBlocked(attempt, this.#clock.monotonic())
    if (blocked !== null) return blocked
    const unfit = refuseNewPassword(current, next, request.groupMinimum)
    if (unfit !== null) return unfit
    const proof = await this.#proven(attempt, request, 'change_password')
    if (!proof.ok) return proof
    const { master, others, party } = proof
    const taken = await this.#passwords.refuseTaken(next, others, party, 'new_password')
    if (taken !== null) return taken
    const hash = await this.#passwords.hash(next, party)
    if (typeof hash !== 'string') return hash
    const change = { login, session, current: master, hash, origin }
    const changed = await this.#desk.ask('auth.change_password', change)
    if (!changed.ok) return changed
    this.#guard.succeeded(attempt, this.#clock.monotonic())
    return null
  }

  /**
   * Creates an api password, answered only once, with its allowed addresses; failures count like
   * those of a sign-in.
   */
  async makeApiPassword(request: MakeApiPasswordRequest): Promise<Outcome<MadeApiPassword>> {
    const { login, session, terminal, ipAllow, origin } = request
    const attempt = this.#attempt(sideOf(terminal), login, origin)
    const blocked = this.#guard.refuseBlocked(attempt, this.#clock.monotonic())
    if (blocked !== null) return blocked
    const proof = await this.#proven(attempt, request, 'make_api_password')
    if (!proof.ok) return proof
    const make = { login, session, current: proof.master, ipAllow, origin }
    const made = await this.#desk.ask('auth.make_api_password', make)
    if (made.ok) this.#guard.succeeded(attempt, this.#clock.monotonic())
    return made
  }

  removeApiPassword(request: OwnRequest): Promise<Outcome<null>> {
    return this.#desk.ask('auth.remove_api_password', request)
  }

  /** Checks the master password of a signed-in user. Returns the hashes for the change. */
  async #proven(
    attempt: SignInAttempt,
    { login, terminal, current, origin }: ProofOfOwner,
    did: AuthOperations['auth.failed']['request']['did'],
  ): Promise<ProvenOwner | Refusal> {
    // The holder of a session is known.
    const lane = attempt.side === 'staff' ? 'known_staff' : 'known_traders'
    const party = { lane, name: `login ${login}` } as const
    const stored = await this.#desk.ask('auth.credentials', { login, kinds: CREDENTIAL_KINDS })
    if (!stored.ok) return stored
    const master = stored.value.find(({ kind }) => kind === 'master')
    const hashes = master === undefined ? [] : [master.hash]
    const check = await this.#passwords.check(current, hashes, 1, party)
    if (!check.ok) return check
    const blocked = this.#guard.refuseBlocked(attempt, this.#clock.monotonic())
    if (blocked !== null) return blocked
    if (master === undefined || check.fits < 0) {
      return this.#wrong(attempt, { login, did, terminal, origin })
    }
    const others = stored.value.filter((one) => one !== master)
    return { ok: true, master: master.hash, others, party }
  }

  async #wrong(
    attempt: SignInAttempt,
    failed: AuthOperations['auth.failed']['request'],
  ): Promise<Refusal> {
    this.#failed(attempt)
    const written = await this.#desk.ask('auth.failed', failed)
    return written.ok ? because('auth.invalid_credentials.wrong') : written
  }

  #failed(attempt: SignInAttempt): void {
    const now = this.#clock.monotonic()
    this.#guard.failed(attempt, now)
    this.#server.failed(attempt.address, now)
  }

  #attempt(side: SessionSide, login: Login, { ip }: Origin): SignInAttempt {
    return { side, login, address: ip, isShared: this.#isShared(ip) }
  }

  /** The party for taking turns: the login itself if many people share the address. */
  #partyOf(attempt: SignInAttempt): PasswordParty {
    const { side, login, address, isShared } = attempt
    const isKnown = this.#guard.isKnown(attempt, this.#clock.monotonic())
    const lane = side === 'staff' ? 'staff' : 'traders'
    return {
      lane: isKnown ? `known_${lane}` : lane,
      name: isShared ? `login ${login}` : addressBlock(address),
    }
  }
}

function refuseNewPassword(current: string, next: string, groupMinimum: number): Refusal | null {
  if (normalPassword(current) === normalPassword(next)) {
    return because('auth.password_same.current')
  }
  return refuseWeak(next, groupMinimum, COMMON_PASSWORDS)
}
