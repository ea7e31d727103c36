/** A UUID that also works on pages over plain http, which are not a secure context. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const at = (i: number): number => bytes[i] ?? 0
  bytes[6] = (at(6) & 0x0f) | 0x40
  bytes[8] = (at(8) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ]
  return parts.join('-')
}

/** A random factor around 1, so that many pages do not reconnect at the same time. */
export function jitter(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return 0.8 + (0.4 * drawn) / 2 ** 32
}

/** Characters that are not confused with each other when read aloud. */
const SIGNS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#%+-=?']
const PASSWORD_LENGTH = 16

/** A password with a character of each kind. */
export function newPassword(): string {
  const all = SIGNS.join('')
  const made = Array.from({ length: PASSWORD_LENGTH }, () => drawnFrom(all))
  const isWhole = SIGNS.every((kind) => made.some((sign) => kind.includes(sign)))
  return isWhole ? made.join('') : newPassword()
}

/** A uniformly distributed random character. */
function drawnFrom(signs: string): string {
  const bound = 256 - (256 % signs.length)
  for (;;) {
    const [drawn = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (drawn < bound) return signs[drawn % signs.length] ?? ''
  }
}
