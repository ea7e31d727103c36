import { OpenfloorError } from '../errors.js'
import type { TraderLiveEvents, TraderLiveOps } from '../generated/frames.js'
import type { Platform } from '../platform.js'
import type { Access } from '../rest/access.js'
import type { Rest } from '../rest/rest.js'
import type { Reply } from './codec.js'
import { LiveClient, type LiveOptions } from './live.js'
import { type IntentStore, memoryIntents, Orders } from './orders.js'
import { AccountPicture } from './picture.js'
import { QuoteBoard } from './quotes.js'

export interface TraderLiveOptions extends LiveOptions {
  readonly intents?: IntentStore
}

/** Quotes of a symbol in a second; undefined is all of them. */
type Rate = number | undefined
const UNKNOWN = 'trade.symbol_unknown'

/** The live socket of a trader, with all that a terminal shows of it: the account, the prices, the orders. */
export class TraderLive extends LiveClient<TraderLiveOps, TraderLiveEvents> {
  readonly picture: AccountPicture
  readonly orders: Orders
  readonly quotes: QuoteBoard
  /** The symbols whose quotes are heard, each with the most of them in a second. */
  readonly #rates = new Map<string, Rate>()

  constructor(
    parts: {
      readonly platform: Platform
      readonly access: Access
      readonly rest: Rest
      readonly url: string
    },
    options: TraderLiveOptions,
  ) {
    const picture = new AccountPicture(parts.platform)
    super(parts, options, picture)
    this.picture = picture
    this.orders = new Orders(parts.platform, this, options.intents ?? memoryIntents())
    this.quotes = new QuoteBoard(
      () => this.state === 'live',
      () => this.serverNow(),
    )
    this.on('quote', (quote) => this.quotes.take(quote))
  }

  /**
   * Quotes of these symbols beside those of before, on every line that comes. One that is unknown, or is gone when a new
   * line comes, is a `problem` that names it, and the others are heard all the same.
   */
  subscribe(symbols: readonly string[], maxPerSec?: number): void {
    const before = this.#ratesOf(symbols)
    for (const symbol of symbols) this.#rates.set(symbol, maxPerSec)
    for (const rate of new Set([...before, maxPerSec])) this.#keepAt(rate)
  }

  /** No more of these. */
  unsubscribe(symbols: readonly string[]): void {
    const before = this.#ratesOf(symbols)
    for (const symbol of symbols) this.#drop(symbol)
    void this.tryAsk('unsubscribe', { symbols: [...symbols] })
    for (const rate of before) this.#keepAt(rate)
  }

  #drop(symbol: string): void {
    this.#rates.delete(symbol)
    this.quotes.forget(symbol)
  }

  #ratesOf(symbols: readonly string[]): Set<Rate> {
    const known = symbols.filter((symbol) => this.#rates.has(symbol))
    return new Set(known.map((symbol) => this.#rates.get(symbol)))
  }

  /** All symbols of one rate are asked for at once. */
  #keepAt(rate: Rate): void {
    const key = `quotes at ${rate ?? 'any'} a second`
    const symbols = [...this.#rates].filter(([, one]) => one === rate).map(([symbol]) => symbol)
    if (symbols.length === 0) {
      this.unkeep(key)
      return
    }
    this.keep(key, 'subscribe', subscription(symbols, rate), (refusal) => {
      if (refusal.code !== UNKNOWN) return false
      void this.#sortOut(symbols, rate, refusal).then(() => this.#keepAt(rate))
      return true
    })
  }

  /** An unknown symbol has the whole list refused: the halves of it tell which one it is. */
  async #sortOut(symbols: readonly string[], rate: Rate, refusal: Reply): Promise<void> {
    const [symbol = ''] = symbols
    if (symbols.length === 1) {
      this.#drop(symbol)
      this.problem(new OpenfloorError(refusal.code, refusal.message, { data: { symbol } }))
      return
    }
    const middle = Math.ceil(symbols.length / 2)
    for (const half of [symbols.slice(0, middle), symbols.slice(middle)]) {
      const reply = await this.tryAsk('subscribe', subscription(half, rate))
      if (reply?.code === UNKNOWN) await this.#sortOut(half, rate, reply)
    }
  }
}

function subscription(symbols: readonly string[], rate: Rate) {
  return rate === undefined ? { symbols } : { symbols, max_per_sec: rate }
}
