import { Decimal } from 'decimal.js'
import { accountMargin } from '../../engine/account/margin.js'
import { moneyOf } from '../../engine/account/money.js'
import type { Account, Position } from '../../engine/account/state.js'
import { type Book, groupOf, type SymbolSpec } from '../../engine/book.js'
import { textFromScaled, trimmedTextFromScaled } from '../../engine/decimal.js'
import type { Prices } from '../../engine/prices.js'
import {
  type Fraction,
  fraction,
  marginOf,
  type OraclePosition,
  openingMarginOf,
  plus,
  rawProfit,
  roundedTo,
  times,
} from '../engine/oracle.js'
import { must } from './must.js'

/** Money by decimal arithmetic from the list of positions, to hold against the engine's. */

const Rate = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

/**
 * What one unit of `currency` is in dollars, by the pairs of the given book; undefined without a
 * price. A gain takes the lower side, a loss the higher.
 */
export function dollars(
  book: Book,
  prices: Prices,
  currency: string,
  lower: boolean,
): Decimal | undefined {
  if (currency === 'USD') return new Rate(1)
  const direct = book.symbolsByName.get(`${currency}USD`)
  const symbol = direct ?? book.symbolsByName.get(`USD${currency}`)
  if (symbol === undefined) return undefined
  const quote = prices.quote(symbol.id)
  if (quote === undefined) return undefined
  const points = lower === (direct !== undefined) ? quote.bid : quote.ask
  const price = new Rate(textFromScaled(points, symbol.digits))
  return (direct === undefined ? new Rate(1).div(price) : price).toDecimalPlaces(12)
}

export function closedProfit(
  symbol: SymbolSpec,
  side: 1 | -1,
  open: number,
  close: number,
  volume: number,
  rate: string,
): number {
  const raw = rawOf(symbol, side, open, close, volume)
  return roundedTo(times(raw, fraction(rate)), 2)
}

function rawOf(
  symbol: SymbolSpec,
  side: 1 | -1,
  open: number,
  close: number,
  volume: number,
): Fraction {
  const price = (points: number) => textFromScaled(points, symbol.digits)
  return rawProfit(symbol.record, side, price(open), price(close), textFromScaled(volume, 8))
}

function bySymbol(account: Account): Map<number, Position[]> {
  const groups = new Map<number, Position[]>()
  for (const position of account.positions.values()) {
    const held = groups.get(position.symbolId)
    if (held === undefined) groups.set(position.symbolId, [position])
    else held.push(position)
  }
  return groups
}

function oracleOf(symbol: SymbolSpec, position: Omit<Position, 'id'>): OraclePosition {
  return {
    side: position.side,
    volume: textFromScaled(position.volume, 8),
    open: textFromScaled(position.priceOpen, symbol.digits),
    rate: trimmedTextFromScaled(position.rateMargin, 12),
  }
}

function leverageOf(book: Book, account: Account): number {
  return account.leverage || groupOf(book, account.groupPath)?.record.leverage || 1
}

export function naiveMargin(book: Book, account: Account): number {
  let margin = 0
  for (const [symbolId, positions] of bySymbol(account)) {
    const symbol = book.symbolsById.get(symbolId)
    must(symbol !== undefined, 'a symbol with positions is in the settings')
    const oracle = positions.map((position) => oracleOf(symbol, position))
    margin += roundedTo(marginOf(symbol.record, oracle, leverageOf(book, account)), 2)
  }
  return margin
}

export function naiveFloating(book: Book, account: Account, prices: Prices): number | undefined {
  let profit = 0
  for (const [symbolId, positions] of bySymbol(account)) {
    const symbol = book.symbolsById.get(symbolId)
    const quote = prices.quote(symbolId)
    if (symbol === undefined || quote === undefined) return undefined
    const raw = plus(
      ...positions.map(({ side, priceOpen, volume }) =>
        rawOf(symbol, side, priceOpen, side === 1 ? quote.bid : quote.ask, volume),
      ),
    )
    const lower = raw.top.gte(0)
    const rate = dollars(book, prices, symbol.profitCurrency, lower)
    if (rate === undefined) return undefined
    profit += roundedTo(times(raw, fraction(rate)), 2)
  }
  return profit
}

/** The engine's margin, floating profit and equity against the naive ones. */
export function compareMoney(book: Book, account: Account, prices: Prices): void {
  const who = `account ${account.login}`
  const group = groupOf(book, account.groupPath)
  must(group !== undefined, `${who} has a group`)
  const margin = naiveMargin(book, account)
  const charged = accountMargin(account, book, group, prices)
  must(charged === margin, `${who}: margin equals the naive ${margin}`)
  const money = moneyOf(account, book, prices)
  const profit = naiveFloating(book, account, prices)
  must(money.profit === (profit ?? null), `${who}: profit equals the naive ${profit}`)
  let swap = 0
  for (const position of account.positions.values()) swap += position.swap
  must(money.swap === swap, `${who}: swap is the positions' swap`)
  if (profit === undefined) return
  const equity = account.balance + account.credit + profit + swap
  must(money.equity === equity, `${who}: equity is balance, credit, profit and swap`)
}

/** Could `account`, as it was before, afford to open this? Opening that adds no margin always can. */
export function couldAfford(
  book: Book,
  account: Account,
  prices: Prices,
  symbol: SymbolSpec,
  order: Omit<Position, 'id'>,
): boolean {
  const group = groupOf(book, account.groupPath)
  must(group !== undefined, 'a trading account has a group')
  const held = naiveMargin(book, account)
  const own = (bySymbol(account).get(symbol.id) ?? []).map((p) => oracleOf(symbol, p))
  const leverage = leverageOf(book, account)
  const before = own.length === 0 ? 0 : roundedTo(marginOf(symbol.record, own, leverage), 2)
  const opening = openingMarginOf(symbol.record, own, oracleOf(symbol, order), leverage)
  const needed = held - before + roundedTo(opening, 2)
  if (needed <= held) return true
  const profit = naiveFloating(book, account, prices)
  if (profit === undefined) return false
  let floating = profit
  for (const position of account.positions.values()) floating += position.swap
  const { free_margin_mode: mode, use_credit } = group.record
  if (mode === 'use_loss') floating = Math.min(0, floating)
  if (mode === 'use_profit') floating = Math.max(0, floating)
  if (mode === 'balance_only') floating = 0
  return account.balance + (use_credit ? account.credit : 0) + floating >= needed
}
