import type { TokenDigests } from '../../wire/thread/auth-messages.js'
import { randomToken, tokenDigest } from '../thread/random.js'

/**
 * The tokens of a session.
 *
 *   - A refresh token is two random tokens in a row: the family, which the session keeps, and a
 *     changing part. A known family with another part than the newest is an old token.
 *   - The csrf token is derived from the access token, so it changes with it, needs no storage, and
 *     reveals nothing about it.
 */
export interface IssuedTokens {
  readonly access: string
  readonly refresh: string
  readonly csrf: string
}

const FAMILY_LENGTH = 43
const REFRESH = /^[A-Za-z0-9_-]{86}$/
const ACCESS = /^[A-Za-z0-9_-]{43}$/

/** Issues tokens: of a new family at sign-in, of the same family at a refresh. */
export function issueTokens(family: string = randomToken()): IssuedTokens {
  const access = randomToken()
  return { access, refresh: family + randomToken(), csrf: csrfOf(access) }
}

export function csrfOf(access: string): string {
  return tokenDigest(`csrf of ${access}`)
}

export function isAccessToken(text: string): boolean {
  return ACCESS.test(text)
}

/** The session family of a refresh token; null if `text` cannot be one. */
export function familyOf(text: string): string | null {
  return REFRESH.test(text) ? text.slice(0, FAMILY_LENGTH) : null
}

export function digestsOf(tokens: IssuedTokens): TokenDigests {
  return {
    access: tokenDigest(tokens.access),
    refresh: tokenDigest(tokens.refresh),
    csrf: tokenDigest(tokens.csrf),
    family: tokenDigest(tokens.refresh.slice(0, FAMILY_LENGTH)),
  }
}
