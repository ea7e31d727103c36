/**
 * What is kept of a request's key beside its record: 53 bits, never 0. It is stored, so it never changes
 * (test/engine/request-key-hash.test.ts). Two 32-bit FNV-1a streams, folded.
 */
export function requestKeyHash(login: number, requestKey: string): number {
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
