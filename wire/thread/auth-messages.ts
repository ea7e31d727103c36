import type { SessionSide, Terminal } from '../../engine/access/session.js'
import type { AccessFacts, CredentialKind } from '../../engine/access/sign-in.js'
import type { WaivedDuties } from '../../engine/access/sign-in-link.js'
import type { Login, UnixMs } from '../../engine/units.js'
import type { StoredApiKey } from '../stored/programs/stored-api-key.js'

/**
 * The messages between the front and the desk about sign-in. Tokens never cross: their SHA-256
 * digests do.
 */
export interface TokenDigests {
  readonly access: string
  readonly refresh: string
  readonly csrf: string
  /** The digest of the part that all refresh tokens of the session share. */
  readonly family: string
}

/** A session as the front holds it. What it may do is in the facts of its login. */
export interface SessionRecord {
  readonly id: string
  readonly login: Login
  readonly side: SessionSide
  readonly terminal: Terminal
  readonly readOnly: boolean
  readonly keepSignedIn: boolean
  /** Of a session that a sign-in link opened: the duties that do not hold for it. */
  readonly link?: WaivedDuties | undefined
  readonly ip: string
  readonly userAgent: string
  readonly createdAt: UnixMs
  /** The time of the sign-in or the newest refresh: the last request that is kept on disk. */
  readonly refreshedAt: UnixMs
  readonly accessExpiresAt: UnixMs
  /** When the session ends unless it is refreshed before. */
  readonly refreshExpiresAt: UnixMs
  readonly digests: TokenDigests
}

export interface SessionWithFacts {
  readonly session: SessionRecord
  readonly facts: AccessFacts
}

/** The source of a request, for the journal and `last_ip`. */
export interface Origin {
  readonly ip: string
  readonly requestId: string
}

export interface StoredCredential {
  readonly kind: CredentialKind
  readonly hash: string
}

/** A signed-in user, about what is their own; the session must still live. */
export interface OwnRequest {
  readonly login: Login
  readonly session: string
  readonly origin: Origin
}

/** A secret as an authenticator app is given it, once. */
export interface CodeSecret {
  readonly secret: string
  readonly uri: string
}

/** The questions, by name: what is asked, and what is answered when it is not refused. */
export interface AuthOperations {
  /** The hashes that a password is checked against, in the order of `kinds`; none for an unknown login. */
  'auth.credentials': {
    readonly request: { readonly login: Login; readonly kinds: readonly CredentialKind[] }
    readonly answer: readonly StoredCredential[]
  }
  /** The desk ends: what was counted of failed sign-ins becomes lines of the journal. */
  'auth.settle': { readonly request: null; readonly answer: null }
  /** The password did not fit. */
  'auth.failed': {
    readonly request: {
      readonly login: Login
      readonly did: 'sign_in' | 'change_password' | 'make_api_password'
      readonly terminal: Terminal
      readonly origin: Origin
    }
    readonly answer: null
  }
  /** The password fitted `credential`; everything else is decided here. */
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
      /** The login has signed in from this address before, as far as the front knows. */
      readonly isKnown?: boolean
    }
    readonly answer: SessionWithFacts
  }
  /** The digest of a link's code; whether there is such a link, and everything else, is decided here. */
  'auth.open_by_link': {
    readonly request: {
      readonly digest: string
      readonly terminal: Terminal
      readonly otp: string
      readonly userAgent: string
      readonly digests: TokenDigests
      readonly origin: Origin
      /** The login that the code names has signed in from this address before. */
      readonly isKnown: boolean
    }
    readonly answer: SessionWithFacts
  }
  'auth.refresh': {
    readonly request: {
      readonly side: SessionSide
      readonly family: string
      readonly refresh: string
      /** Where the token comes from. A cookie needs `csrf` too, the header's digest; null when it was missing. */
      readonly from: 'cookie' | 'body'
      readonly csrf: string | null
      /** The login of `X-APP-Account`. */
      readonly account: Login | null
      readonly next: Omit<TokenDigests, 'family'>
      readonly origin: Origin
    }
    readonly answer: SessionWithFacts
  }
  /** False when there was no such session any more. */
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
  /** The current master password fitted the hash `current`. */
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
  /** The current master password fitted the hash `current`. Null leaves the account's addresses as they are. */
  'auth.make_api_password': {
    readonly request: OwnRequest & {
      readonly current: string
      readonly ipAllow: readonly string[] | null
    }
    readonly answer: { readonly password: string; readonly ip_allow: readonly string[] }
  }
  'auth.remove_api_password': { readonly request: OwnRequest; readonly answer: null }
  /** A new secret for one-time codes, which nothing asks for before it is confirmed. */
  'auth.otp_enrol': { readonly request: OwnRequest; readonly answer: CodeSecret }
  'auth.otp_confirm': {
    readonly request: OwnRequest & { readonly code: string }
    readonly answer: null
  }
  'auth.otp_disable': {
    readonly request: OwnRequest & { readonly code: string }
    readonly answer: null
  }
  /** Every live session, when the front starts. */
  'auth.live': {
    readonly request: null
    readonly answer: {
      readonly sessions: readonly SessionRecord[]
      /** Of the logins of sessions and keys. */
      readonly facts: readonly AccessFacts[]
      readonly keys: readonly StoredApiKey[]
    }
  }
  /** Removes sessions that no token opens any more; answers how many are gone. */
  'auth.sweep': { readonly request: null; readonly answer: number }
}

/** News that the desk tells the front unasked. */
export type AuthEvent =
  | { readonly type: 'sessions_closed'; readonly ids: readonly string[] }
  | { readonly type: 'access'; readonly facts: AccessFacts }
  /** A key as it is now; `facts` are its login's. */
  | { readonly type: 'api_key'; readonly key: StoredApiKey; readonly facts: AccessFacts }
  | { readonly type: 'api_keys_gone'; readonly ids: readonly number[] }
