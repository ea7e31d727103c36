/**
 * Rate limit headers of an answer: the size of the bucket, the requests left in it, and the seconds
 * until it is full again.
 */
export const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

export function rateLines(limit: number, remaining: number, resetMs: number): string {
  const seconds = Math.ceil(resetMs / 1000)
  return `\r\nratelimit-limit: ${limit}\r\nratelimit-remaining: ${remaining}\r\nratelimit-reset: ${seconds}`
}

/**
 * The header lines of a token bucket for each number of tokens left. Each is formatted once, since
 * every answer needs one.
 */
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
