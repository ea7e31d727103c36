import type { SeenName } from '../../engine/config/imported-symbol.js'

/**
 * The names that one feed has quoted, with the most decimals of their prices: what symbols can be
 * imported from it.
 *
 *   N1. At most SEEN_NAMES_MAX names: a provider cannot fill the memory.
 */
export const SEEN_NAMES_MAX = 10_000
const DIGITS_MAX = 10

export class SeenNames {
  readonly #digits = new Map<string, number>()

  see(name: string, bid: string, ask: string): void {
    const known = this.#digits.get(name)
    if (known === DIGITS_MAX || (known === undefined && this.#digits.size >= SEEN_NAMES_MAX)) return
    const digits = Math.max(decimalsOf(bid), decimalsOf(ask))
    if (known === undefined || digits > known) this.#digits.set(name, Math.min(digits, DIGITS_MAX))
  }

  /** Another provider is asked from now on. */
  clear(): void {
    this.#digits.clear()
  }

  list(): SeenName[] {
    return [...this.#digits].map(([name, digits]) => ({ name, digits }))
  }
}

function decimalsOf(price: string): number {
  const point = price.indexOf('.')
  return point < 0 ? 0 : price.length - point - 1
}
