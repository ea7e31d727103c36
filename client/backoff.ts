import type { Platform } from './platform.js'

/**
 * Pauses between attempts. Each is twice as long as the one before, up to a limit, and is drawn
 * from its upper half so that clients that lost their connections together do not reconnect
 * together.
 */
export class Backoff {
  readonly #platform: Pick<Platform, 'random'>
  readonly #firstMs: number
  readonly #mostMs: number
  #nextMs: number

  constructor(platform: Pick<Platform, 'random'>, firstMs: number, mostMs: number) {
    this.#platform = platform
    this.#firstMs = firstMs
    this.#mostMs = mostMs
    this.#nextMs = firstMs
  }

  next(): number {
    const ms = this.#nextMs
    this.#nextMs = Math.min(ms * 2, this.#mostMs)
    return (ms / 2) * (1 + this.#platform.random())
  }

  /** Makes the next pause the longest one, for servers that refuse too many sockets or frames. */
  slow(): void {
    this.#nextMs = this.#mostMs
  }

  reset(): void {
    this.#nextMs = this.#firstMs
  }
}
