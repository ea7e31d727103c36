import type { AccountRecord, DealEvent, PositionEvent } from '../../engine/account/event.js'
import type { Account } from '../../engine/account/state.js'
import type { Book, SymbolSpec } from '../../engine/book.js'
import { trimmedTextFromScaled } from '../../engine/decimal.js'
import type { Prng } from '../../engine/prng.js'
import type { Market } from './market.js'
import { must } from './must.js'
import { closedProfit, couldAfford, dollars } from './naive.js'

/** One opening in this many is checked for what it may cost, which is slow. */
const AFFORD_EVERY = 12

export interface CheckedTrade {
  readonly book: Book
  readonly market: Market
  /** True when the record was decided at the prices of now. */
  readonly now: boolean
  /** The account as it was before the record. */
  readonly shadow: Account
  readonly record: AccountRecord
  readonly prng: Prng
}

/** A trade has the market's price, the right side of it, the right profit, and enough money. */
export function checkTrade(trade: CheckedTrade): void {
  for (const event of trade.record.events) {
    if (event.type !== 'deal' || event.entry === 'balance') continue
    const symbol = trade.book.symbolsById.get(event.symbolId)
    must(symbol !== undefined, 'a deal has a symbol')
    checkPrice(trade, event)
    if (event.entry === 'in') checkAffordable(trade, symbol, event)
    else checkProfit(trade, symbol, event)
  }
}

function checkPrice({ market, now, record }: CheckedTrade, deal: DealEvent): void {
  const where = `deal ${deal.id} of ${record.login}`
  const { symbolId, bid, ask, price } = deal
  must(price === (deal.side === 1 ? ask : bid), `${where}: buys at the ask, sells at the bid`)
  must(market.hadQuote(symbolId, bid, ask), `${where}: at a price that there was`)
  const quote = market.quote(symbolId)
  must(!now || (quote?.bid === bid && quote.ask === ask), `${where}: at the price of its time`)
}

function checkProfit(trade: CheckedTrade, symbol: SymbolSpec, deal: DealEvent): void {
  const { shadow, now, book, market, record } = trade
  const where = `deal ${deal.id} of ${record.login}`
  const position = shadow.positions.get(deal.positionId)
  must(position !== undefined, `${where}: closes an open position`)
  const { side, priceOpen } = position
  const rate = trimmedTextFromScaled(deal.rateProfit, 12)
  const profit = closedProfit(symbol, side, priceOpen, deal.price, deal.volume, rate)
  must(deal.profit === profit, `${where}: its profit is ${profit}, not ${deal.profit}`)
  if (!now) return
  const isGain = side * (deal.price - priceOpen) >= 0
  const expected = dollars(book, market, symbol.profitCurrency, isGain)
  must(expected?.toFixed() === rate, `${where}: converts at ${expected}, not ${rate}`)
}

function checkAffordable(trade: CheckedTrade, symbol: SymbolSpec, deal: DealEvent): void {
  const { shadow, now, book, market, record, prng } = trade
  if (!now || prng.below(AFFORD_EVERY) > 0) return
  const row = record.events.find((event): event is PositionEvent => event.type === 'position')
  must(row !== undefined, `deal ${deal.id} opens a position`)
  must(
    couldAfford(book, shadow, market, symbol, row),
    `deal ${deal.id} of ${record.login}: what it opens can be paid for`,
  )
}
