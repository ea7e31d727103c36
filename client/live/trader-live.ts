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

/** Maximum quotes per second of a symbol; undefined means all quotes. */
type Rate = number | undefined
const UNKNOWN = 'trade.symbol_unknown'

/** A trader's WebSocket with everything that a terminal shows: account, prices and orders. */
export class TraderLive extends LiveClient<TraderLiveOps, TraderLiveEvents> {
  readonly picture: AccountPicture
  readonly orders: Orders
  readonly quotes: QuoteBoard
  /** The subscribed symbols with their maximum rates. */
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
   * Adds symbols to the subscription, which is renewed after each reconnect. An unknown symbol is
   * reported as a `problem` that names it, and does not affect the others.
   */
  subscribe(symbols: readonly string[], maxPerSec?: number): void {
    const before = this.#ratesOf(symbols)
    for (const symbol of symbols) this.#rates.set(symbol, maxPerSec)
    for (const rate of new Set([...before, maxPerSec])) this.#keepAt(rate)
  }

  /** Removes symbols from the subscription. */
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

  /** Subscribes to all symbols with the same rate in one request. */
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

  /** One unknown symbol makes the server refuse the whole list. Halving the list finds it. */
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
