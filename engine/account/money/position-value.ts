import { groupOf } from '../../book/book.js'
import type { Book, GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { symbolOfGroup } from '../../book/group-symbols.js'
import type { Prices } from '../../book/prices.js'
import type { Minor, PricePts } from '../../units.js'
import { Exposures } from '../holdings/exposures.js'
import type { PendingLegs } from '../holdings/pending-legs.js'
import type { Position } from '../holdings/position.js'
import type { Account } from '../state.js'
import { accountMargin, type MarginHolder } from './margin.js'
import { pointValueOf } from './point-value.js'
import { closingPrice, positionProfit, profitRate } from './profit.js'

/** The figures of a single open position. Figures that need a missing price are null. */
export interface PositionValue {
  /** The price at which a close would be filled. */
  readonly price: PricePts | null
  /** The profit if the whole position were closed now, without swap. */
  readonly profit: Minor | null
  /** The margin if the account had no other position and no pending order. */
  readonly margin: Minor | null
  /**
   * The value of a move by one point for the whole volume, in 1e-8 of the account's currency, at
   * the rate for losses.
   */
  readonly pointValue: number | null
}

const UNKNOWN: PositionValue = { price: null, profit: null, margin: null, pointValue: null }

export function positionValue(
  account: Account,
  position: Position,
  book: Book,
  prices: Prices,
): PositionValue {
  const group = groupOf(book, account.groupPath)
  const listed = book.symbolsById.get(position.symbolId)
  if (group === undefined || listed === undefined) return UNKNOWN
  const margin = marginAlone(account, position, book, group, prices)
  const symbol = symbolOfGroup(group, listed)
  const pointValue = pointValueOf(symbol, position.volume, book, group, prices)
  const quote = prices.quote(position.symbolId)
  if (quote === undefined) return { price: null, profit: null, margin, pointValue }
  const price = closingPrice(position.side, quote)
  const profit = profitNow(position, symbol, book, group, prices) ?? null
  return { price, profit, margin, pointValue }
}

/** The profit if the whole position were closed now, without swap; undefined while a price is missing. */
export function profitNow(
  { symbolId, side, priceOpen, volume, openRest }: Position,
  symbol: SymbolSpec,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): Minor | undefined {
  const quote = prices.quote(symbolId)
  if (quote === undefined) return undefined
  const price = closingPrice(side, quote)
  const rate = profitRate(book, prices, symbol, group, side, priceOpen, price, openRest)
  if (rate === undefined) return undefined
  return positionProfit(symbol, group, side, priceOpen, price, volume, rate, openRest)
}

const NO_PENDING: ReadonlyMap<number, PendingLegs> = new Map()

function marginAlone(
  { leverage }: Account,
  position: Position,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): Minor | null {
  const exposures = new Exposures()
  exposures.add(position)
  const alone: MarginHolder = { leverage, exposures, pending: NO_PENDING }
  return accountMargin(alone, book, group, prices) ?? null
}
