import type { Emitter } from '../emitter.js'
import { type ErrorCode, isError, OpenfloorError } from '../errors.js'
import type { Routes, Schemas } from '../generated/routes.js'
import type { Platform } from '../platform.js'
import { answerIn } from './envelope.js'
import type { Transport } from './transport.js'

export type ClientSide = 'trader' | 'staff'

export interface SignIn {
  readonly login: number
  readonly password: string
  /** `web`, `admin` and `manager` are browsers and use cookies; other terminals get tokens. */
  readonly terminal?: 'web' | 'android' | 'ios' | 'desktop' | 'api' | 'admin' | 'manager'
  /** A one-time code, or a function that asks for one when the server requires it. */
  readonly otp?: string | (() => Promise<string>)
  readonly keepSignedIn?: boolean
}

/**
 * The tokens of a session. Browsers have none here, because theirs are in cookies that scripts
 * cannot read.
 */
export interface Tokens {
  readonly login: number
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly csrfToken: string
  /** When the access token expires, on this machine's clock, which may differ from the server's. */
  readonly accessEndsAt: number
}

/**
 * Stores tokens beyond the page or program and shares them between tabs. By default they are in
 * memory.
 */
export interface TokenStore {
  load(): Tokens | null | Promise<Tokens | null>
  save(tokens: Tokens | null): void | Promise<void>
}

export interface AccessEvents {
  /** Emitted after a sign-in or a refresh. */
  readonly tokens: Tokens
  /** Emitted when the session has ended; the code says why. */
  readonly 'signed-out': ErrorCode
}

type SessionAnswer = Schemas['SessionView']
type TokensAnswer = Routes['POST /trader/v1/auth/login']['data']

const TIMEOUT_MS = 20_000
/**
 * The lifetime of an access token. One that expires earlier is refreshed when the server refuses
 * it.
 */
const ACCESS_LIFE_MS = 15 * 60_000
/** A token that expires within this time is refreshed before use. */
const EARLY_MS = 60_000
/** Refusals of a refresh that mean that the session has ended. */
const OVER: readonly ErrorCode[] = [
  'auth.refresh_reused',
  'auth.session_expired',
  'auth.csrf_invalid',
  'auth.invalid_terminal',
  'auth.account_disabled',
  'auth.account_changed',
  'auth.not_staff',
  'auth.terminal_not_allowed',
  'auth.ip_not_allowed',
]

/**
 * The session: signs in and keeps the tokens valid.
 *
 * - A refresh token works only once, and a second use closes the session. Therefore only one
 *   refresh runs at a time, over all tabs that share a lock, and a tab that waited uses the new
 *   tokens.
 * - If the answer to a refresh is lost, the session is not considered ended; the next request tries
 *   again.
 */
export class Access {
  readonly side: ClientSide
  /** True for a program with an API key, which has no session to sign in to, refresh or store. */
  readonly isKey: boolean
  readonly events: Emitter<AccessEvents>
  readonly #platform: Platform
  readonly #transport: Transport
  readonly #store: TokenStore
  #tokens: Tokens | null = null
  #session: SessionAnswer | null = null
  #refreshing: Promise<void> | null = null

  constructor(
    side: ClientSide,
    platform: Platform,
    transport: Transport,
    store: TokenStore,
    events: Emitter<AccessEvents>,
    apiKey: string | null = null,
  ) {
    this.side = side
    this.isKey = apiKey !== null
    if (apiKey !== null) this.#tokens = keyTokens(apiKey)
    this.#platform = platform
    this.#transport = transport
    this.#store = store
    this.events = events
  }

  get tokens(): Tokens | null {
    return this.#tokens
  }

  /** The session from the last sign-in or refresh; null before the first. */
  get session(): SessionAnswer | null {
    return this.#session
  }

  get path(): string {
    return this.side === 'staff' ? '/admin/v1/auth' : '/trader/v1/auth'
  }

  /** Continues with the stored tokens; false if there are none. */
  async restore(): Promise<boolean> {
    if (!this.isKey) this.#tokens = await this.#store.load()
    return this.#tokens !== null
  }

  async signIn(asked: SignIn): Promise<SessionAnswer> {
    if (this.isKey) throw new TypeError('A client with an API key does not sign in.')
    const otp = typeof asked.otp === 'string' ? asked.otp : undefined
    try {
      return await this.#login(asked, otp)
    } catch (error) {
      if (!isError(error, 'auth.otp_required') || typeof asked.otp !== 'function') throw error
      return this.#login(asked, await asked.otp())
    }
  }

  /** Forgets the session without informing the server. */
  async forget(why: ErrorCode): Promise<void> {
    if (this.#tokens === null) return
    // A refused API key is kept, because the broker may enable it again.
    if (!this.isKey) {
      this.#tokens = null
      this.#session = null
      await this.#store.save(null)
    }
    this.events.emit('signed-out', why)
  }

  /** Returns valid tokens, refreshed if they expire soon. */
  async fresh(): Promise<Tokens> {
    const tokens = this.#tokens
    if (tokens === null) throw signedOut()
    if (tokens.accessEndsAt - this.#platform.now() < EARLY_MS) await this.refresh(tokens)
    if (this.#tokens === null) throw signedOut()
    return this.#tokens
  }

  /** `used` are the tokens that were refused. If newer tokens exist, nothing is refreshed. */
  async refresh(used: Tokens): Promise<void> {
    if (this.isKey || this.#tokens !== used) return
    this.#refreshing ??= this.#platform
      .exclusive(`openfloor ${this.#transport.base} ${this.side}`, () => this.#refresh(used))
      .finally(() => {
        this.#refreshing = null
      })
    await this.#refreshing
  }

  async #refresh(used: Tokens): Promise<void> {
    const stored = await this.#store.load()
    if (stored !== null && stored.csrfToken !== used.csrfToken) {
      // Another tab has refreshed while this one waited for the lock.
      this.#tokens = stored
      this.events.emit('tokens', stored)
      return
    }
    const { refreshToken, csrfToken, login } = used
    const account = this.side === 'trader' ? { 'x-app-account': String(login) } : {}
    const body = refreshToken === null ? undefined : { refresh_token: refreshToken }
    try {
      await this.#take(await this.#ask('refresh', { ...account, 'x-csrf-token': csrfToken }, body))
    } catch (error) {
      if (error instanceof OpenfloorError && OVER.includes(error.code)) {
        await this.forget(error.code)
      }
      throw error
    }
  }

  async #login(asked: SignIn, otp: string | undefined): Promise<SessionAnswer> {
    const { login, password, terminal, keepSignedIn: keep } = asked
    const body = { login, password, terminal, otp, keep_signed_in: keep }
    return this.#take(await this.#ask('login', {}, body))
  }

  #ask(
    what: 'login' | 'refresh',
    headers: Readonly<Record<string, string>>,
    body: object | undefined,
  ): Promise<TokensAnswer> {
    const request = {
      method: 'POST',
      path: `${this.path}/${what}`,
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      // The new cookies arrive even if the page is closed meanwhile.
      keepalive: what === 'refresh',
    }
    return this.#transport.send(request, async (answer) => {
      return (await answerIn(answer)).data as TokensAnswer
    })
  }

  async #take(told: TokensAnswer): Promise<SessionAnswer> {
    const tokens: Tokens = {
      login: told.session.login,
      accessToken: told.access_token,
      refreshToken: told.refresh_token,
      csrfToken: told.csrf_token,
      accessEndsAt: this.#platform.now() + ACCESS_LIFE_MS,
    }
    this.#tokens = tokens
    this.#session = told.session
    await this.#store.save(tokens)
    this.events.emit('tokens', tokens)
    return told.session
  }
}

function keyTokens(apiKey: string): Tokens {
  return {
    login: 0,
    accessToken: apiKey,
    refreshToken: null,
    csrfToken: '',
    accessEndsAt: Number.POSITIVE_INFINITY,
  }
}

export function signedOut(): OpenfloorError {
  return new OpenfloorError('signed_out', 'There is no session. Sign in.')
}

export function memoryStore(): TokenStore {
  let kept: Tokens | null = null
  return {
    load: () => kept,
    save: (tokens) => {
      kept = tokens
    },
  }
}
