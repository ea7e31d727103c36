import type { NaiveOffer } from './naive-outcome.js'

/** Prices that were offered to an account: one of a symbol, three seconds, once, and gone with their shard. */
export class NaiveOffers {
  #newest: NamedOffer | undefined
  #offers: { readonly offer: NaiveOffer; id: string }[] = []

  make(offer: NaiveOffer): (id: string) => void {
    this.#offers = this.#offers.filter(({ offer: { symbolId } }) => symbolId !== offer.symbolId)
    const made = { offer, id: '' }
    this.#offers.push(made)
    return (id) => {
      made.id = id
      this.#newest = { id, symbolId: offer.symbolId }
    }
  }

  find(id: string, now: number): NaiveOffer | undefined {
    const made = this.#offers.find((one) => one.id === id)
    return made === undefined || made.offer.at + HOLDS_MS < now ? undefined : made.offer
  }

  /** It was dealt at. */
  take(id: string): void {
    this.#offers = this.#offers.filter((one) => one.id !== id)
  }

  /** The offer that was told last, for a trader who wants to take it: it may hold no more. */
  get newest(): NamedOffer | undefined {
    return this.#newest
  }

  ends(): number[] {
    return this.#offers.flatMap(({ offer: { at } }) => [at + HOLDS_MS, at + HOLDS_MS + 1])
  }
}

export interface NamedOffer {
  readonly id: string
  readonly symbolId: number
}

export const HOLDS_MS = 3_000
