import type { Login, PricePts, Side, UnixMs, VolumeUnits } from '../../units.js'

/**
 * Prices that were offered to clients, valid for some seconds for one deal on one side. They are
 * only in memory: after a restart an offer is lost, and a client that accepts it gets
 * `trade.price_changed`.
 */
export interface Offer {
  readonly symbolId: number
  /** The path of the account's group when the offer was made. */
  readonly group: string
  readonly side: Side
  /** The offered volume. The client may accept a smaller one. */
  readonly volume: VolumeUnits
  readonly bid: PricePts
  readonly ask: PricePts
  readonly at: UnixMs
  /** The last moment at which the offer is valid. */
  readonly until: UnixMs
  /**
   * The offer stays valid while its price is at most this many points better for the client than
   * the market. A dealer's offer has no such limit.
   */
  readonly moveMaxPts: number
  /**
   * The dealer who made the offer, so that no dealer needs to confirm the acceptance; undefined for
   * the server's offers.
   */
  readonly dealer?: Login
}

/** The states of an offer: made, and then accepted or expired. */
export type OfferFate = 'made' | 'taken' | 'expired'

export class Offers {
  readonly #byLogin = new Map<Login, Map<string, Offer>>()
  readonly #onFate: (fate: OfferFate, offer: Offer) => void
  #count = 0

  /** Calls `onFate` with each state of each offer. */
  constructor(onFate: (fate: OfferFate, offer: Offer) => void = () => undefined) {
    this.#onFate = onFate
  }

  /** Returns the quote id. An account has one offer per symbol: a new one ends the previous one. */
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
    this.#onFate('made', offer)
    return id
  }

  /** Finds an offer by its id; undefined if it was never made or is no longer valid. */
  find(login: Login, id: string, now: UnixMs): Offer | undefined {
    const offer = this.#byLogin.get(login)?.get(id)
    return offer === undefined || offer.until < now ? undefined : offer
  }

  /** Removes an offer after its deal was made. */
  take(login: Login, id: string): void {
    const held = this.#byLogin.get(login)
    const offer = held?.get(id)
    if (held === undefined || offer === undefined) return
    held.delete(id)
    if (held.size === 0) this.#byLogin.delete(login)
    this.#onFate('taken', offer)
  }

  /** Removes the expired offers. */
  sweep(now: UnixMs): void {
    for (const [login, held] of this.#byLogin) {
      for (const [id, one] of held) if (one.until < now) this.#end(held, id, one)
      if (held.size === 0) this.#byLogin.delete(login)
    }
  }

  #end(held: Map<string, Offer>, id: string, offer: Offer): void {
    held.delete(id)
    this.#onFate('expired', offer)
  }
}
