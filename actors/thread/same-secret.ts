import { timingSafeEqual } from 'node:crypto'

/** Compares secrets or their digests in constant time. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
