import type { SessionSide, Terminal } from '../../engine/access/session.js'
import type { AccessFacts, CredentialKind } from '../../engine/access/sign-in.js'
import type { WaivedDuties } from '../../engine/access/sign-in-link.js'
import type { Login, UnixMs } from '../../engine/units.js'
import type { StoredApiKey } from '../stored/programs/stored-api-key.js'

/**
 * Messages between front and desk about sign-in. They contain SHA-256 digests of tokens, never
 * tokens.
 */
export interface TokenDigests {
  readonly access: string
  readonly refresh: string
  readonly csrf: string
  /** The digest of the part that all refresh tokens of the session share. */
  readonly family: string
}

/** A session as the front stores it. Its permissions are in the facts of its login. */
export interface SessionRecord {
  readonly id: string
  readonly login: Login
  readonly side: SessionSide
  readonly terminal: Terminal
  readonly readOnly: boolean
  readonly keepSignedIn: boolean
  /** The duties that do not apply to a session, because a sign-in link opened it. */
  readonly link?: WaivedDuties | undefined
  readonly ip: string
  readonly userAgent: string
  readonly createdAt: UnixMs
  /** The time of the sign-in or the latest refresh, which is stored on disk. */
  readonly refreshedAt: UnixMs
  readonly accessExpiresAt: UnixMs
  /** The time when the session ends without a refresh. */
  readonly refreshExpiresAt: UnixMs
  readonly digests: TokenDigests
}

export interface SessionWithFacts {
  readonly session: SessionRecord
  readonly facts: AccessFacts
}

/** The origin of a request, for the journal and `last_ip`. */
export interface Origin {
  readonly ip: string
  readonly requestId: string
}

export interface StoredCredential {
  readonly kind: CredentialKind
  readonly hash: string
}

/** A signed-in user who changes their own data. The session has to be open. */
export interface OwnRequest {
  readonly login: Login
  readonly session: string
  readonly origin: Origin
}

/** A secret for an authenticator app, shown once. */
export interface CodeSecret {
  readonly secret: string
  readonly uri: string
}

/** The operations by name, with request and successful answer. */
export interface AuthOperations {
  /** The hashes to check a password against, in the order of `kinds`; empty for an unknown login. */
  'auth.credentials': {
    readonly request: { readonly login: Login; readonly kinds: readonly CredentialKind[] }
    readonly answer: readonly StoredCredential[]
  }
  /** Writes counted failed sign-ins to the journal, because the desk is stopping. */
  'auth.settle': { readonly request: null; readonly answer: null }
  /** Reports a sign-in with a wrong password. */
  'auth.failed': {
    readonly request: {
      readonly login: Login
      readonly did: 'sign_in' | 'change_password' | 'make_api_password'
      readonly terminal: Terminal
      readonly origin: Origin
    }
    readonly answer: null
  }
  /** The password matched `credential`; the desk makes all further checks. */
  'auth.open': {
    readonly request: {
      readonly login: Login
      readonly side: SessionSide
      readonly terminal: Terminal
      readonly credential: StoredCredential
      readonly rehash: string | null
      readonly otp: string
      readonly keepSignedIn: boolean
      readonly userAgent: string
      readonly digests: TokenDigests
      readonly origin: Origin
      /** True if the front knows an earlier sign-in of the login from this address. */
      readonly isKnown?: boolean
    }
    readonly answer: SessionWithFacts
  }
  /** The digest of a link's code. The desk checks whether the link exists and everything else. */
  'auth.open_by_link': {
    readonly request: {
      readonly digest: string
      readonly terminal: Terminal
      readonly otp: string
      readonly userAgent: string
      readonly digests: TokenDigests
      readonly origin: Origin
      /** True if the login of the code has signed in from this address before. */
      readonly isKnown: boolean
    }
    readonly answer: SessionWithFacts
  }
  'auth.refresh': {
    readonly request: {
      readonly side: SessionSide
      readonly family: string
      readonly refresh: string
      /**
       * The origin of the token. A cookie also needs `csrf`, the digest of the header; null if the
       * header was missing.
       */
      readonly from: 'cookie' | 'body'
      readonly csrf: string | null
      /** The login in `X-APP-Account`. */
      readonly account: Login | null
      readonly next: Omit<TokenDigests, 'family'>
      readonly origin: Origin
    }
    readonly answer: SessionWithFacts
  }
  /** Closes a session. False if it no longer exists. */
  'auth.close': {
    readonly request: { readonly id: string; readonly origin: Origin }
    readonly answer: boolean
  }
  'auth.close_login': {
    readonly request: {
      readonly login: Login
      readonly actor: Login | null
      readonly why: string
      readonly origin: Origin
    }
    readonly answer: readonly string[]
  }
  /** The current master password matched the hash `current`. */
  'auth.change_password': {
    readonly request: {
      readonly login: Login
      readonly session: string
      readonly current: string
      readonly hash: string
      readonly origin: Origin
    }
    readonly answer: null
  }
  /**
   * The current master password matched the hash `current`. Null keeps the account's allowed
   * addresses.
   */
  'auth.make_api_password': {
    readonly request: OwnRequest & {
      readonly current: string
      readonly ipAllow: readonly string[] | null
    }
    readonly answer: { readonly password: string; readonly ip_allow: readonly string[] }
  }
  'auth.remove_api_password': { readonly request: OwnRequest; readonly answer: null }
  /** Creates a secret for one-time codes, which has no effect until it is confirmed. */
  'auth.otp_enrol': { readonly request: OwnRequest; readonly answer: CodeSecret }
  'auth.otp_confirm': {
    readonly request: OwnRequest & { readonly code: string }
    readonly answer: null
  }
  'auth.otp_disable': {
    readonly request: OwnRequest & { readonly code: string }
    readonly answer: null
  }
  /** Returns all open sessions, for the start of the front. */
  'auth.live': {
    readonly request: null
    readonly answer: {
      readonly sessions: readonly SessionRecord[]
      /** Permissions of the logins of all sessions and keys. */
      readonly facts: readonly AccessFacts[]
      readonly keys: readonly StoredApiKey[]
    }
  }
  /** Removes expired sessions and returns their number. */
  'auth.sweep': { readonly request: null; readonly answer: number }
}

/** Events that the desk sends to the front by itself. */
export type AuthEvent =
  | { readonly type: 'sessions_closed'; readonly ids: readonly string[] }
  | { readonly type: 'access'; readonly facts: AccessFacts }
  /** A changed API key. `facts` are the permissions of its login. */
  | { readonly type: 'api_key'; readonly key: StoredApiKey; readonly facts: AccessFacts }
  | { readonly type: 'api_keys_gone'; readonly ids: readonly number[] }
