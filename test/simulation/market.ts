import type { TapeTick } from '../../actors/shared/tick-tape.js'
import type { Book } from '../../engine/book/compiled.js'
import type { Prices, Quote } from '../../engine/book/prices.js'
import type { Prng } from '../../engine/numbers/prng.js'
import { GivenPrices, MARKET } from '../given/prices.js'

/** More than the tape holds. */
const STORM = 33_000

/**
 * Prices that wander, jump and go away. What the board shows is the newest of each symbol; ticks are
 * the prices one by one, also of symbols that the board has lost meanwhile.
 */
export class Market implements Prices {
  readonly #quotes = new Map<number, Quote>()
  /** Symbols that have no price now, or one that nobody stands behind. */
  readonly #gone = new Map<number, 'gone' | 'old'>()
  readonly #ids: number[]
  #losses = 0
  readonly #digits: ReadonlyMap<number, number>

  constructor(book: Book) {
    const given = new GivenPrices(book, MARKET)
    this.#ids = [...book.symbolsById.keys()]
    this.#digits = new Map([...book.symbolsById].map(([id, { digits }]) => [id, digits]))
    for (const id of this.#ids) {
      const quote = given.quote(id)
      if (quote !== undefined) this.#quotes.set(id, quote)
    }
  }

  quote(symbolId: number): Quote | undefined {
    const quote = this.#quotes.get(symbolId)
    const gone = this.#gone.get(symbolId)
    if (quote === undefined || gone === 'gone') return undefined
    return gone === 'old' ? { ...quote, usableUntil: 0 } : quote
  }

  /** The last price, also while it is gone. */
  last(symbolId: number): Quote | undefined {
    return this.#quotes.get(symbolId)
  }

  /** The next ticks, none when a price goes away. */
  move(prng: Prng, at: number): TapeTick[] {
    const id = this.#ids[prng.below(this.#ids.length)] as number
    if (prng.below(60) === 0 && !this.#gone.delete(id)) {
      this.#gone.set(id, ++this.#losses % 2 === 0 ? 'gone' : 'old')
      return []
    }
    if (prng.below(4) > 0) this.#gone.delete(id)
    const ticks: TapeTick[] = []
    for (let count = 1 + prng.below(3); count > 0; count--) ticks.push(this.#step(prng, id, at))
    return ticks
  }

  /** One tick that comes to a price exactly, or to the point before it. */
  aim(prng: Prng, id: number, price: number, at: number): TapeTick[] {
    this.#gone.delete(id)
    const spread = prng.below(30)
    const bid = Math.max(1000, price - prng.below(2) * spread + prng.below(3) - 1)
    return [this.#tick(id, { bid, ask: bid + spread, at })]
  }

  /** The same price over and over. */
  storm(at: number): TapeTick[] {
    const id = this.#ids[0] as number
    const quote = this.#quotes.get(id)
    if (quote === undefined) return []
    const tick = { symbolId: id, digits: this.#digits.get(id) ?? 0, ...quote, at }
    return new Array(STORM).fill(tick)
  }

  /** Mostly within the levels that traders set, now and then far past them. */
  #step(prng: Prng, id: number, at: number): TapeTick {
    const held = this.#quotes.get(id) as Quote
    const size = prng.below(25) === 0 ? 0.03 : 0.0004
    const bid = Math.max(1000, Math.round(held.bid * (1 + prng.gauss() * size)))
    return this.#tick(id, { bid, ask: bid + prng.below(30), at })
  }

  #tick(id: number, quote: Quote): TapeTick {
    this.#quotes.set(id, quote)
    return { symbolId: id, digits: this.#digits.get(id) ?? 0, ...quote }
  }
}
