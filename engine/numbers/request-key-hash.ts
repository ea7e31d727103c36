/**
 * The stored hash of a request's key: 53 bits, never 0. Both hashes are stored, so they never
 * change (test/engine/numbers/request-key-hash.test.ts).
 *
 *   - Clients choose their keys, so they are hashed with a secret of the data directory. Without
 *     it, a client could create keys with equal hashes, and make the shard read a record for each
 *     of them.
 *   H2. The old hash has no secret. It is not used for new keys; stored ones are found by it.
 */
export interface KeySecret {
  readonly low: number
  readonly high: number
}

/** Parses the secret from its stored form of 16 hexadecimal digits. */
export function keySecretOf(hex: string): KeySecret {
  return {
    low: Number.parseInt(hex.slice(0, 8), 16) | 0,
    high: Number.parseInt(hex.slice(8, 16), 16) | 0,
  }
}

/**
 * HalfSipHash-1-3 over the login, the key's UTF-16 units, two a word, and its length. The rounds stand
 * here twice, because a call for each of twenty words costs as much as the words.
 */
export function requestKeyHash(
  { low, high }: KeySecret,
  login: number,
  requestKey: string,
): number {
  const { length } = requestKey
  let v0 = low
  let v1 = high ^ 0xee
  let v2 = 0x6c796765 ^ low
  let v3 = 0x74656462 ^ high
  let word = login | 0
  for (let at = 0; ; at += 2) {
    v3 ^= word
    v0 = (v0 + v1) | 0
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
    v0 = (v0 << 16) | (v0 >>> 16)
    v2 = (v2 + v3) | 0
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
    v0 = (v0 + v3) | 0
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0
    v2 = (v2 + v1) | 0
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2
    v2 = (v2 << 16) | (v2 >>> 16)
    v0 ^= word
    if (at + 1 < length) word = requestKey.charCodeAt(at) | (requestKey.charCodeAt(at + 1) << 16)
    else if (at < length) word = requestKey.charCodeAt(at)
    else if (at < length + 2) {
      // The last word also contains the bits of the login above 32.
      word = length ^ (Math.floor(login / 0x1_0000_0000) << 8)
      at = length
    } else break
  }
  v2 ^= 0xee
  for (let round = 0; round < 3; round++) {
    v0 = (v0 + v1) | 0
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
    v0 = (v0 << 16) | (v0 >>> 16)
    v2 = (v2 + v3) | 0
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
    v0 = (v0 + v3) | 0
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0
    v2 = (v2 + v1) | 0
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2
    v2 = (v2 << 16) | (v2 >>> 16)
  }
  return ((v0 ^ v2) >>> 11) * 0x1_0000_0000 + ((v1 ^ v3) >>> 0) || 1
}

/** The hash of earlier versions: two 32-bit FNV-1a streams (H2). */
export function oldRequestKeyHash(login: number, requestKey: string): number {
  let a = 0x811c9dc5 ^ (login >>> 0)
  let b = 0xc2b2ae35 ^ Math.floor(login / 0x1_0000_0000)
  a = Math.imul(a, 0x01000193)
  b = Math.imul(b ^ login, 0x85ebca6b)
  for (let i = 0; i < requestKey.length; i++) {
    const code = requestKey.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
    b ^= b >>> 13
  }
  a ^= a >>> 16
  return ((b >>> 11) >>> 0) * 0x1_0000_0000 + (a >>> 0) || 1
}
