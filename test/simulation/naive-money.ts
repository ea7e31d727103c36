import type { Book } from '../../engine/book/compiled.js'
import type { Prices, Quote } from '../../engine/book/prices.js'
import { bySymbol, groupIn, type Holdings, type Scene, symbolAt } from './naive-account.js'
import { naiveMargin } from './naive-margin.js'
import { plus, type Ratio, ratio, ratioOf, rounded, times } from './naive-ratio.js'

/** Money by exact fractions from the list of positions, to hold against the engine's. */

const RATE_DIGITS = 12
const RATE_ONE = 10n ** 12n
export const CENTS = 2

/**
 * The worth of one unit of `currency` in dollars, by the pairs of the given book, at the dearer side or the
 * cheaper.
 */
export function dollars(
  book: Book,
  prices: Prices,
  currency: string,
  side: 'dear' | 'cheap',
): bigint | undefined {
  if (currency === 'USD') return RATE_ONE
  const direct = book.symbolsByName.get(`${currency}USD`)
  const symbol = direct ?? book.symbolsByName.get(`USD${currency}`)
  if (symbol === undefined) return undefined
  const quote = prices.quote(symbol.id)
  if (quote === undefined) return undefined
  const scale = 10n ** BigInt(symbol.record.digits)
  if (direct !== undefined) {
    return rounded(ratio(side === 'dear' ? quote.ask : quote.bid, scale), RATE_DIGITS)
  }
  return rounded(ratio(scale, side === 'dear' ? quote.bid : quote.ask), RATE_DIGITS)
}

/**
 * Positive for a gain, in the symbol's profit currency; `rest` is what was paid beyond volume x open
 * price.
 */
export function rawProfit(
  { contract_size, calc_mode, tick_size, tick_value, digits }: ReturnType<typeof symbolAt>,
  side: number,
  open: number,
  close: number,
  volume: number,
  rest: number,
): Ratio {
  const paid = BigInt(open) * BigInt(volume) + BigInt(rest)
  const worth = BigInt(side) * (BigInt(close) * BigInt(volume) - paid)
  const move = ratio(worth, 10n ** BigInt(digits + 8))
  const hasTick = Number(tick_size) > 0 && Number(tick_value) > 0
  if (calc_mode !== 'futures' || !hasTick) return times(move, ratioOf(contract_size))
  const { top, bottom } = ratioOf(tick_size)
  return times(move, ratioOf(tick_value), { top: bottom, bottom: top })
}

/** Longs close at the bid, shorts at the ask. */
export function closingSide(side: number, quote: Quote): number {
  return side === 1 ? quote.bid : quote.ask
}

export function floatingProfit(scene: Scene): number | undefined {
  let profit = 0n
  for (const [symbolId, positions] of bySymbol(scene.account.positions.values())) {
    const symbol = symbolAt(scene, symbolId)
    const quote = scene.prices.quote(symbolId)
    if (quote === undefined) return undefined
    const raw = plus(
      ...positions.map(({ side, priceOpen, volume, openRest }) =>
        rawProfit(symbol, side, priceOpen, closingSide(side, quote), volume, openRest),
      ),
    )
    const way = raw.top < 0n ? 'dear' : 'cheap'
    const rate = dollars(scene.book, scene.prices, symbol.profit_currency, way)
    if (rate === undefined) return undefined
    profit += rounded(times(raw, ratio(rate, RATE_ONE)), CENTS)
  }
  return Number(profit)
}

export function swapOf({ positions }: Holdings): number {
  let swap = 0
  for (const position of positions.values()) swap += position.swap
  return swap
}

/**
 * The money that margin may be taken from, by the free-margin base of the group, once so much is settled;
 * undefined while something has no price.
 */
export function usableFunds(scene: Scene, settled = 0): number | undefined {
  const profit = floatingProfit(scene)
  if (profit === undefined) return undefined
  return settled + fundsWith(scene, profit + swapOf(scene.account) - settled)
}

/** The same with floating profit and swap together. */
export function fundsWith(scene: Scene, sum: number): number {
  const { balance, credit, commissionDue } = scene.account
  const { free_margin_mode: mode, use_credit } = groupIn(scene)
  let floating = sum
  if (mode === 'use_loss') floating = Math.min(0, sum)
  if (mode === 'use_profit') floating = Math.max(0, sum)
  if (mode === 'balance_only') floating = 0
  return balance + commissionDue + (use_credit ? credit : 0) + floating
}

/** The figures of `money`, in cents; the level in hundredths of a percent. */
export interface NaiveMoney {
  readonly balance: number
  readonly credit: number
  readonly swap: number
  readonly commission: number
  readonly margin: number
  readonly profit: number | null
  readonly equity: number | null
  readonly marginFree: number | null
  readonly marginLevel: number | null
}

export function naiveMoney(scene: Scene): NaiveMoney {
  const { balance, credit, commissionDue: commission } = scene.account
  const swap = swapOf(scene.account)
  const margin = naiveMargin(scene)
  const profit = floatingProfit(scene) ?? null
  const funds = usableFunds(scene)
  const equity = profit === null ? null : balance + credit + profit + swap + commission
  const hasLevel = equity !== null && margin > 0
  return {
    balance,
    credit,
    swap,
    commission,
    margin,
    profit,
    equity,
    marginFree: funds === undefined ? null : funds - margin,
    marginLevel: hasLevel ? Number(rounded(ratio(BigInt(equity) * 100n, margin), 2)) : null,
  }
}
