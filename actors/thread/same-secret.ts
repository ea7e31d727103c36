import { timingSafeEqual } from 'node:crypto'

/** Compares secrets, or digests of them, in a time that does not tell where they differ. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
