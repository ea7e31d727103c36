import type { Login, PricePts, Side, UnixMs, VolumeUnits } from '../../units.js'

/**
 * Prices that were offered to clients and hold for some seconds, for one deal of one side. They are kept in memory
 * alone: after a restart an offer is gone, and whoever takes it is told that prices changed.
 */
export interface Offer {
  readonly symbolId: number
  /** Path of the account's group when the offer was made. */
  readonly group: string
  readonly side: Side
  /** The volume offered; whoever takes it may take less. */
  readonly volume: VolumeUnits
  readonly bid: PricePts
  readonly ask: PricePts
  readonly at: UnixMs
  /** The last moment in which it holds. */
  readonly until: UnixMs
  /** Points by which the price may be better for the client than the market when it is taken; a dealer's has no bound. */
  readonly moveMaxPts: number
  /** The dealer who offered it in person: taking it needs no dealer any more. Left out it was the server. */
  readonly dealer?: Login
}

/** What becomes of an offer: it is made, and then taken, or over without a deal. */
export type OfferFate = 'made' | 'taken' | 'expired'

export class Offers {
  readonly #byLogin = new Map<Login, Map<string, Offer>>()
  readonly #heard: (fate: OfferFate, offer: Offer) => void
  #count = 0

  /** `heard` counts what becomes of each offer. */
  constructor(heard: (fate: OfferFate, offer: Offer) => void = () => undefined) {
    this.#heard = heard
  }

  /** Answers the quote id. An account has one offer of a symbol: it ends the one before. */
  make(login: Login, offer: Offer): string {
    let held = this.#byLogin.get(login)
    if (held === undefined) {
      held = new Map()
      this.#byLogin.set(login, held)
    }
    for (const [id, one] of held) {
      if (one.symbolId === offer.symbolId || one.until < offer.at) this.#end(held, id, one)
    }
    this.#count++
    const id = `${offer.at.toString(36)}-${this.#count.toString(36)}`
    held.set(id, offer)
    this.#heard('made', offer)
    return id
  }

  /** Undefined when it was never made, or does not hold any more. */
  find(login: Login, id: string, now: UnixMs): Offer | undefined {
    const offer = this.#byLogin.get(login)?.get(id)
    return offer === undefined || offer.until < now ? undefined : offer
  }

  /** Removes an offer that was dealt at. */
  take(login: Login, id: string): void {
    const held = this.#byLogin.get(login)
    const offer = held?.get(id)
    if (held === undefined || offer === undefined) return
    held.delete(id)
    if (held.size === 0) this.#byLogin.delete(login)
    this.#heard('taken', offer)
  }

  /** Removes the offers that do not hold any more. */
  sweep(now: UnixMs): void {
    for (const [login, held] of this.#byLogin) {
      for (const [id, one] of held) if (one.until < now) this.#end(held, id, one)
      if (held.size === 0) this.#byLogin.delete(login)
    }
  }

  #end(held: Map<string, Offer>, id: string, offer: Offer): void {
    held.delete(id)
    this.#heard('expired', offer)
  }
}
