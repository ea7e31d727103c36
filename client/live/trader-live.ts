import type { TraderLiveEvents, TraderLiveOps } from '../generated/frames.js'
import type { Platform } from '../platform.js'
import type { Access } from '../rest/access.js'
import type { Rest } from '../rest/rest.js'
import { LiveClient, type LiveOptions } from './live.js'
import { type IntentStore, memoryIntents, Orders } from './orders.js'
import { AccountPicture } from './picture.js'
import { QuoteBoard } from './quotes.js'

export interface TraderLiveOptions extends LiveOptions {
  readonly intents?: IntentStore
}

/** The live socket of a trader, with all that a terminal shows of it: the account, the prices, the orders. */
export class TraderLive extends LiveClient<TraderLiveOps, TraderLiveEvents> {
  readonly picture: AccountPicture
  readonly orders: Orders
  readonly quotes: QuoteBoard
  readonly #symbols = new Set<string>()

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

  /** Quotes of these symbols beside those of before, on every line that comes. */
  subscribe(symbols: readonly string[], maxPerSec?: number): void {
    for (const symbol of symbols) this.#symbols.add(symbol)
    const rate = maxPerSec === undefined ? {} : { max_per_sec: maxPerSec }
    this.keep('quotes', 'subscribe', { symbols: [...this.#symbols], ...rate })
  }

  /** No more of these. */
  unsubscribe(symbols: readonly string[]): void {
    for (const symbol of symbols) this.#symbols.delete(symbol)
    void this.tryAsk('unsubscribe', { symbols: [...symbols] })
    if (this.#symbols.size === 0) this.unkeep('quotes')
    else this.keep('quotes', 'subscribe', { symbols: [...this.#symbols] })
  }
}
