import { createHash, hash, randomBytes, randomInt, randomUUID } from 'node:crypto'

/** The only source of randomness outside the seeded stream of `engine/numbers/prng.ts`. */

/** Makes 256 random bits in base64url, for access, refresh and csrf tokens. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

export function tokenDigest(token: string): string {
  return hash('sha256', token, 'base64url')
}

export function requestId(): string {
  return randomUUID()
}

/** Identifies a session to staff and its own user; it grants no access. */
export function sessionId(): string {
  return randomUUID()
}

/** Makes six digits that a person reads and types. */
export function confirmationCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Makes 96 random bits in base64url, the prefix of derived ids. */
export function shortId(): string {
  return randomBytes(12).toString('base64url')
}

const LOWER = 'abcdefghijkmnpqrstuvwxyz'
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGIT = '23456789'
const SYMBOL = '!#%+-_=?'

/** Makes 16 characters that satisfy the password rule, without look-alikes. */
export function randomPassword(): string {
  const pick = (from: string): string => from[randomInt(from.length)] as string
  const all = LOWER + UPPER + DIGIT + SYMBOL
  const letters = [pick(LOWER), pick(UPPER), pick(DIGIT), pick(SYMBOL)]
  while (letters.length < 16) letters.push(pick(all))
  for (let i = letters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    ;[letters[i], letters[j]] = [letters[j] as string, letters[i] as string]
  }
  return letters.join('')
}

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const MADE_LENGTH = 20

/** Makes 119 random bits: with that many, a fast hash is as safe as a slow one. */
export function madePassword(): string {
  const pick = () => LETTERS_AND_DIGITS[randomInt(LETTERS_AND_DIGITS.length)] as string
  return Array.from({ length: MADE_LENGTH }, pick).join('')
}

/** The name of a file's content, unguessable and unique. */
export function fileId(): string {
  return randomBytes(16).toString('hex')
}

/** Makes 32 random bytes for `SECRET_KEY`. */
export function randomKey(): Uint8Array {
  return randomBytes(32)
}

export function paymentId(): string {
  return randomUUID()
}

/**
 * A UUID of version 5 (RFC 9562), derived from another one and a name: the same inputs give the
 * same id.
 */
export function namedUuid(from: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(from.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
    .subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return [...parts, hex.slice(20)].join('-')
}

/** The id of a cluster of nodes, which share one server's logs. */
export function clusterId(): string {
  return randomUUID()
}

/**
 * By how much a node raises the epoch of a log that it takes, random so that two nodes raise it
 * differently.
 */
export function epochRaise(): number {
  return 1 + randomInt(1 << 20)
}
