import type { ProviderSymbol, SeenName } from '../../engine/config/kinds/imported-symbol.js'

/**
 * The names that one feed has quoted or listed, with the most decimals of their prices, so that
 * symbols can be imported from it.
 *
 * At most SEEN_NAMES_MAX names, so that a provider cannot fill the memory.
 */
export const SEEN_NAMES_MAX = 10_000
const DIGITS_MAX = 10

export class SeenNames {
  readonly #digits = new Map<string, number>()
  readonly #listed = new Map<string, ProviderSymbol>()

  see(name: string, bid: string, ask: string): void {
    const known = this.#digits.get(name)
    if (known === DIGITS_MAX || (known === undefined && this.#digits.size >= SEEN_NAMES_MAX)) return
    const digits = Math.max(decimalsOf(bid), decimalsOf(ask))
    if (known === undefined || digits > known) this.#digits.set(name, Math.min(digits, DIGITS_MAX))
  }

  /** Adds a part of the provider's own list. */
  list(symbols: readonly ProviderSymbol[]): void {
    for (const symbol of symbols) {
      const { name } = symbol
      const isKnown = this.#digits.has(name)
      if (!isKnown && this.#digits.size >= SEEN_NAMES_MAX) continue
      if (!isKnown) this.#digits.set(name, 0)
      this.#listed.set(name, symbol)
    }
  }

  /** Forgets all names, because the feed changes to another provider. */
  clear(): void {
    this.#digits.clear()
    this.#listed.clear()
  }

  all(): SeenName[] {
    return [...this.#digits].map(([name, digits]) => {
      const listed = this.#listed.get(name)
      return listed === undefined ? { name, digits } : { name, digits, listed }
    })
  }
}

function decimalsOf(price: string): number {
  const point = price.indexOf('.')
  return point < 0 ? 0 : price.length - point - 1
}
