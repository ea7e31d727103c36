/**
 * The header lines of an answer that tell the caller's rate: how many requests it lets through at once, how many are
 * left of them, and in how many seconds all will be there again if none is made meanwhile.
 */
export const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

export function rateLines(limit: number, remaining: number, resetMs: number): string {
  const seconds = Math.ceil(resetMs / 1000)
  return `\r\nratelimit-limit: ${limit}\r\nratelimit-remaining: ${remaining}\r\nratelimit-reset: ${seconds}`
}

/** The lines of a bucket by what is left in it: written once each, since every answer has some. */
export class BucketLines {
  readonly #burst: number
  readonly #perSecond: number
  readonly #lines: string[] = []

  constructor({ burst, perSecond }: { readonly burst: number; readonly perSecond: number }) {
    this.#burst = burst
    this.#perSecond = perSecond
  }

  of(left: number): string {
    const remaining = Math.floor(left)
    const known = this.#lines[remaining]
    if (known !== undefined) return known
    const resetMs = ((this.#burst - remaining) / this.#perSecond) * 1000
    const lines = rateLines(this.#burst, remaining, resetMs)
    this.#lines[remaining] = lines
    return lines
  }
}
