import { normalPassword } from '../../engine/access/password.js'

/**
 * The hash of a server-generated password: one keyed SHA-256. It has 119 random bits, so a fast
 * hash is safe, and ten thousand are made in a moment. Passwords chosen later get the slow hash.
 */
const MADE = '$hmac-sha256$'

/**
 * Hashes a generated password with `mark` of the seal (storage/secrets/seal.ts). Without the key
 * the hash is useless.
 */
export function madeHash(mark: (text: string) => string, password: string): string {
  return MADE + mark(`password/${normalPassword(password)}`)
}

export function isMadeHash(hash: string): boolean {
  return hash.startsWith(MADE)
}
