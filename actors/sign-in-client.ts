import { normalPassword, passwordWeakness } from '../engine/access/password.js'
import type { SessionSide, Terminal } from '../engine/access/session.js'
import { credentialKinds } from '../engine/access/sign-in.js'
import { SignInThrottle } from '../engine/access/throttle.js'
import { type Refusal, refuse } from '../engine/code.js'
import type { Login } from '../engine/units.js'
import type { AuthOperations, Origin, SessionWithFacts } from '../wire/auth-messages.js'
import { refuseField } from '../wire/errors.js'
import type { Outcome } from './ask.js'
import type { Clock } from './clock.js'
import type { Passwords } from './jobs/passwords.js'
import { tokenDigest } from './random.js'
import { digestsOf, familyOf, type IssuedTokens, issueTokens } from './session-tokens.js'

/**
 * Sign-in as the front sees it: counts failures, has passwords checked, asks the desk.
 *
 *   C1. A blocked attempt answers 429 whether its password fits or not: the block is looked at again
 *       after the check, so guesses sent in parallel learn nothing.
 *   C2. An unknown login, a login without such a password and a wrong password are one answer, and
 *       take the same time.
 *   C3. Raw tokens exist here and in the answer only; digests go on.
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
  /** Empty when none was sent. */
  readonly otp: string
  readonly keepSignedIn: boolean
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

export interface ChangePasswordRequest {
  readonly login: Login
  /** Of whom asks; it must still live when the password is changed. */
  readonly session: string
  readonly terminal: Terminal
  readonly current: string
  readonly next: string
  /** The shortest password that the login's group allows. */
  readonly groupMinimum: number
  readonly origin: Origin
}

export interface SignedIn extends SessionWithFacts {
  readonly ok: true
  readonly tokens: IssuedTokens
}

export class SignInClient {
  readonly #desk: AuthAsker
  readonly #passwords: Passwords
  readonly #clock: Clock
  readonly #throttle: SignInThrottle

  constructor(
    desk: AuthAsker,
    passwords: Passwords,
    clock: Clock,
    throttle: SignInThrottle = new SignInThrottle(),
  ) {
    this.#desk = desk
    this.#passwords = passwords
    this.#clock = clock
    this.#throttle = throttle
  }

  async login(request: SignInRequest): Promise<SignedIn | Refusal> {
    const { login, terminal, side, origin } = request
    const blocked = this.#blocked(login, origin.ip)
    if (blocked !== null) return blocked
    const kinds = credentialKinds(terminal)
    const stored = await this.#desk.ask('auth.credentials', { login, kinds })
    if (!stored.ok) return stored
    const hashes = stored.value.map(({ hash }) => hash)
    const check = await this.#passwords.check(request.password, hashes, kinds.length)
    if (!check.ok) return check
    const blockedSince = this.#blocked(login, origin.ip)
    if (blockedSince !== null) return blockedSince
    const credential = stored.value[check.fits]
    if (credential === undefined) return this.#wrong({ login, did: 'sign_in', terminal, origin })
    const tokens = issueTokens()
    const { otp, keepSignedIn, userAgent } = request
    const opened = await this.#desk.ask('auth.open', {
      login,
      side,
      terminal,
      credential,
      rehash: check.rehash,
      otp,
      keepSignedIn,
      userAgent,
      digests: digestsOf(tokens),
      origin,
    })
    if (opened.ok) {
      this.#throttle.succeeded(login, origin.ip)
      return { ok: true, ...opened.value, tokens }
    }
    if (opened.code === 'auth.otp_invalid') {
      this.#throttle.failed(login, origin.ip, this.#clock.monotonic())
    }
    return opened
  }

  async refresh(request: RefreshRequest): Promise<SignedIn | Refusal> {
    const family = familyOf(request.refreshToken)
    if (family === null) {
      return refuse('auth.session_expired', 'The session has expired. Sign in again.')
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

  /** Null when the session is closed, also when it was before. */
  async logout(id: string, origin: Origin): Promise<Refusal | null> {
    const closed = await this.#desk.ask('auth.close', { id, origin })
    return closed.ok ? null : closed
  }

  /**
   * Null when the password is changed, and with that every session of the login closed. What is wrong
   * with the new one by itself is told first, since it needs no look at the current one. Failures
   * count like those of a sign-in.
   */
  async changePassword(request: ChangePasswordRequest): Promise<Refusal | null> {
    const { login, session, terminal, current, next, origin } = request
    const blocked = this.#blocked(login, origin.ip)
    if (blocked !== null) return blocked
    const unfit = refuseNewPassword(current, next, request.groupMinimum)
    if (unfit !== null) return unfit
    const kinds = ['master', 'investor'] as const
    const stored = await this.#desk.ask('auth.credentials', { login, kinds })
    if (!stored.ok) return stored
    const [master, investor] = kinds.map((kind) => stored.value.find((one) => one.kind === kind))
    const hashes = master === undefined ? [] : [master.hash]
    const check = await this.#passwords.check(current, hashes, 1)
    if (!check.ok) return check
    const blockedSince = this.#blocked(login, origin.ip)
    if (blockedSince !== null) return blockedSince
    if (master === undefined || check.fits < 0) {
      return this.#wrong({ login, did: 'change_password', terminal, origin })
    }
    const taken = await this.#passwords.check(
      next,
      investor === undefined ? [] : [investor.hash],
      1,
    )
    if (!taken.ok) return taken
    if (taken.fits >= 0) {
      return refuseField('new_password', 'must differ from the investor password')
    }
    const hash = await this.#passwords.hash(next)
    if (typeof hash !== 'string') return hash
    const change = { login, session, current: master.hash, hash, origin }
    const changed = await this.#desk.ask('auth.change_password', change)
    if (!changed.ok) return changed
    this.#throttle.succeeded(login, origin.ip)
    return null
  }

  async #wrong(failed: AuthOperations['auth.failed']['request']): Promise<Refusal> {
    this.#throttle.failed(failed.login, failed.origin.ip, this.#clock.monotonic())
    const written = await this.#desk.ask('auth.failed', failed)
    return written.ok ? refuse('auth.invalid_credentials', 'Wrong login or password.') : written
  }

  /** By the monotonic clock: setting the wall clock lifts no block. */
  #blocked(login: Login, ip: string): Refusal | null {
    const ms = this.#throttle.blockedFor(login, ip, this.#clock.monotonic())
    if (ms <= 0) return null
    const minutes = Math.ceil(ms / 60_000)
    return refuse(
      'auth.too_many_attempts',
      `Too many failed sign-ins. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    )
  }
}

function refuseNewPassword(current: string, next: string, groupMinimum: number): Refusal | null {
  if (normalPassword(current) === normalPassword(next)) {
    return refuse('auth.password_same', 'The new password is the current one. Choose another.')
  }
  const weakness = passwordWeakness(next, groupMinimum)
  return weakness === null ? null : refuse('auth.password_weak', weakness)
}
