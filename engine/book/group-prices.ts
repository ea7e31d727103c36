import type { Account } from '../account/state.js'
import type { TriggerSide } from '../triggers/trigger.js'
import type { PricePts, Side } from '../units.js'
import { groupOf } from './book.js'
import type { Book, GroupSpec, SymbolSpec } from './compiled.js'
import { symbolOfGroup } from './group-symbols.js'
import type { Prices, Quote } from './prices.js'

/**
 * The prices of a group whose rows widen or narrow the spread (`spread_diff_pts`): half of the
 * difference, rounded down, is applied to the bid and the rest to the ask.
 *
 *   D1. They are used for everything of its accounts: quotes, checks, fills, levels, values,
 *       conversion. So other code need not know about differences.
 *   D2. A market is never crossed, and its bid is at least a point: a spread is narrowed at most to
 *       zero.
 *   - Groups without differences use the prices directly.
 */
export class GroupPrices implements Prices {
  readonly #symbols: ReadonlyMap<number, SymbolSpec>
  readonly #group: GroupSpec
  readonly #prices: Prices

  constructor(symbols: ReadonlyMap<number, SymbolSpec>, group: GroupSpec, prices: Prices) {
    this.#symbols = symbols
    this.#group = group
    this.#prices = prices
  }

  quote(symbolId: number): Quote | undefined {
    const quote = this.#prices.quote(symbolId)
    return quote === undefined ? undefined : widenSpread(quote, this.diffOf(symbolId))
  }

  diffOf(symbolId: number): number {
    const listed = this.#symbols.get(symbolId)
    return listed === undefined ? 0 : symbolOfGroup(this.#group, listed).spreadDiff
  }
}

/** The prices for the account's group; the prices themselves if it has no differences. */
export function groupPrices(book: Book, { groupPath }: HasGroup, prices: Prices): Prices {
  if (!book.hasSpreads) return prices
  const group = groupOf(book, groupPath)
  return group?.hasSpreads === true ? new GroupPrices(book.symbolsById, group, prices) : prices
}

/** The decision context with the prices of the account's group (D1). */
export function contextOfGroup<Context extends { readonly book: Book; readonly prices: Prices }>(
  context: Context,
  account: HasGroup,
): Context {
  if (!context.book.hasSpreads) return context
  const prices = groupPrices(context.book, account, context.prices)
  return prices === context.prices ? context : { ...context, prices }
}

/** The spread difference that the account's group sets for the symbol; 0 if it sets none. */
export function spreadDiffOf(book: Book, { groupPath }: HasGroup, symbolId: number): number {
  if (!book.hasSpreads) return 0
  const group = groupOf(book, groupPath)
  const listed = book.symbolsById.get(symbolId)
  if (group?.hasSpreads !== true || listed === undefined) return 0
  return symbolOfGroup(group, listed).spreadDiff
}

export type HasGroup = Pick<Account, 'groupPath'>

/** Widens the spread of a quote by the group's terms (D2). */
export function widenSpread<Market extends Quote>(quote: Market, diff: number): Market {
  if (diff === 0) return quote
  const { bid, ask } = quote
  const by = diff < 0 ? Math.max(diff, Math.min(0, bid - ask)) : diff
  const half = Math.floor(by / 2)
  const [seenBid, seenAsk] = [bid - half, ask + by - half]
  return {
    ...quote,
    bid: Math.max(1, seenBid),
    ask: Math.min(seenAsk, Number.MAX_SAFE_INTEGER),
  }
}

/** The points by which a difference moves each price if nothing limits it (D2). */
export function stepsOf(diff: number): { readonly bid: number; readonly ask: number } {
  const half = Math.floor(diff / 2)
  return { bid: 0 - half, ask: diff - half }
}

/**
 * The account's price for a provider's price of a side; with the other `way`, the provider's for the
 * account's.
 */
export function providerPrice(price: PricePts, side: Side, diff: number, way: 1 | -1): PricePts {
  if (diff === 0 || price === 0) return price
  const steps = stepsOf(diff)
  return Math.max(1, price + way * (side === 1 ? steps.ask : steps.bid))
}

/**
 * The listed price at which the group's price reaches a level. For a narrowed spread it is only the
 * price at which that is possible, because the narrowing depends on the current spread.
 */
export function listedLevel(side: TriggerSide, level: PricePts, diff: number): PricePts {
  if (diff === 0) return level
  const steps = stepsOf(diff)
  switch (side) {
    case 'bid_below':
      return diff > 0 ? level - steps.bid : level
    case 'bid_above':
      // A bid of one point cannot be widened further (D2).
      return level <= 1 ? level : level - steps.bid
    case 'ask_above':
      return diff > 0 ? level - steps.ask : level
    case 'ask_below':
      return level - steps.ask
  }
}

/**
 * The groups whose spread differences may change, through their own rows or the symbols that these
 * match.
 */
export function otherwiseSpread(before: Book, book: Book): ReadonlySet<GroupSpec> {
  const changed = new Set<GroupSpec>()
  const isRenamed = [...book.symbolsById].some(([id, { record }]) => {
    return (before.symbolsById.get(id)?.record.path ?? record.path) !== record.path
  })
  for (const [path, group] of book.groupsByPath) {
    const old = before.groupsByPath.get(path)
    if (old === group && !isRenamed) continue
    if (group.hasSpreads || old?.hasSpreads === true) changed.add(group)
  }
  return changed
}
