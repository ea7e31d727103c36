import type { Login } from '../../engine/units.js'

/**
 * A compact set of logins: in ascending order, each as the difference to the previous one, in
 * groups of seven bits, all but the last with the eighth bit set. Consecutive accounts take one
 * byte each.
 */
const BITS = 128

/** Packs logins, which must be in ascending order and unique. */
export function packLogins(logins: readonly Login[]): string {
  const bytes: number[] = []
  let last = 0
  for (const login of logins) {
    let distance = login - last
    last = login
    for (; distance >= BITS; distance = Math.floor(distance / BITS))
      bytes.push((distance % BITS) + BITS)
    bytes.push(distance)
  }
  return Buffer.from(bytes).toString('base64')
}

export function unpackLogins(text: string): Login[] {
  const logins: Login[] = []
  let [last, distance, weight] = [0, 0, 1]
  for (const byte of Buffer.from(text, 'base64')) {
    distance += (byte % BITS) * weight
    weight *= BITS
    if (byte >= BITS) continue
    last += distance
    logins.push(last)
    distance = 0
    weight = 1
  }
  return logins
}
