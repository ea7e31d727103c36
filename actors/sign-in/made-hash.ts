import { normalPassword } from '../../engine/access/password.js'

/**
 * The hash of a password that the server made: one keyed SHA-256. Nobody guesses 119 bits, however quick a try is, and
 * ten thousand of them are made in a moment. The password that follows it is hashed as all are.
 */
const MADE = '$hmac-sha256$'

/** `mark` is the seal's (storage/secrets/seal.ts): without the key the hash tells nothing. */
export function madeHash(mark: (text: string) => string, password: string): string {
  return MADE + mark(`password/${normalPassword(password)}`)
}

export function isMadeHash(hash: string): boolean {
  return hash.startsWith(MADE)
}
