import { holdPosition } from '../engine/account/holdings/hold-position.js'
import { moneyOf } from '../engine/account/money/money.js'
import { type Account, emptyAccount } from '../engine/account/state.js'
import { groupOf } from '../engine/book/book.js'
import type { Book } from '../engine/book/compiled.js'
import { conversionRate } from '../engine/book/conversion.js'
import type { Prices } from '../engine/book/prices.js'
import type { Prng } from '../engine/numbers/prng.js'
import { profileOf } from './prepared-data.js'

/** Accounts with open positions in memory, as if they had traded. */
export function heldAccount(
  login: number,
  group: string,
  positions: number,
  book: Book,
  prices: Prices,
  prng: Prng,
): Account {
  const account = emptyAccount({ ...profileOf(login), group })
  const spec = groupOf(book, group)
  if (spec === undefined) throw new Error(`there is no group ${group}`)
  const symbols = [...book.symbolsById.values()]
  for (let n = 0; n < positions; n++) {
    const symbol = symbols[prng.below(symbols.length)]
    const quote = symbol && prices.quote(symbol.id)
    if (symbol === undefined || quote === undefined) throw new Error('a symbol has no price')
    const side = prng.below(2) === 0 ? 1 : -1
    const use = side === 1 ? 'margin_buy' : 'margin_sell'
    const rate = conversionRate(book, prices, symbol.marginCurrency, spec.currency, use)
    if (rate === undefined) throw new Error(`${symbol.marginCurrency} has no rate`)
    holdPosition(account, {
      id: login * 16_384 + n,
      symbolId: symbol.id,
      side,
      volume: (1 + prng.below(50)) * 1_000_000,
      priceOpen: Math.round(quote.bid * (1 + prng.gauss() / 200)),
      rateMargin: rate,
      swap: -prng.below(500),
      openedAt: quote.at,
      reason: 'client',
      comment: '',
      version: 1,
      stopLoss: 0,
      takeProfit: 0,
      trailingPts: 0,
      openRest: 0,
      dealer: 0,
    })
  }
  return account
}

/** Gives the account the balance with which its equity is `level` times its margin. */
export function fund(account: Account, level: number, book: Book, prices: Prices): void {
  const { equity, margin } = moneyOf(account, book, prices)
  if (equity === null || margin === null) throw new Error('an account has no value')
  account.balance += Math.round(margin * level) - equity
}
