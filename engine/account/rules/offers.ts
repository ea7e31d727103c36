import type { Login, PricePts, Side, UnixMs, VolumeUnits } from '../../units.js'

/**
 * Prices that were offered to clients and hold for some seconds, for one deal of one side. They are kept in memory
 * alone: after a restart an offer is gone, and whoever takes it is told that prices changed.
 */
export interface Offer {
  readonly symbolId: number
  readonly side: Side
  /** The volume offered; whoever takes it may take less. */
  readonly volume: VolumeUnits
  readonly bid: PricePts
  readonly ask: PricePts
  readonly at: UnixMs
  /** Points by which the price may be better for the client than the market when it is taken; a dealer's has no bound. */
  readonly moveMaxPts: number
  /** The dealer who offered it in person: taking it needs no dealer any more. Left out it was the server. */
  readonly dealer?: Login
}

export const OFFER_MS = 3_000

export class Offers {
  readonly #byLogin = new Map<Login, Map<string, Offer>>()
  #count = 0

  /** Answers the quote id. An account has one offer of a symbol: it ends the one before. */
  make(login: Login, offer: Offer): string {
    let held = this.#byLogin.get(login)
    if (held === undefined) {
      held = new Map()
      this.#byLogin.set(login, held)
    }
    for (const [id, { at, symbolId }] of held) {
      if (symbolId === offer.symbolId || at + OFFER_MS < offer.at) held.delete(id)
    }
    this.#count++
    const id = `${offer.at.toString(36)}-${this.#count.toString(36)}`
    held.set(id, offer)
    return id
  }

  /** Undefined when it was never made, or does not hold any more. */
  find(login: Login, id: string, now: UnixMs): Offer | undefined {
    const offer = this.#byLogin.get(login)?.get(id)
    return offer === undefined || offer.at + OFFER_MS < now ? undefined : offer
  }

  /** Removes an offer that was dealt at. */
  take(login: Login, id: string): void {
    const held = this.#byLogin.get(login)
    if (held?.delete(id) && held.size === 0) this.#byLogin.delete(login)
  }
}
