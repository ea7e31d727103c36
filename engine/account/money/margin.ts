import type { Book, GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { symbolOfGroup } from '../../book/group-symbols.js'
import type { Prices } from '../../book/prices.js'
import { limitedAmount } from '../../numbers/rounded-amount.js'
import type { Minor } from '../../units.js'
import { type Exposures, ROW, SYMBOL } from '../holdings/exposures.js'
import {
  type PendingLegs,
  type PendingTerms,
  withoutPending,
  withPending,
} from '../holdings/pending-legs.js'
import type { Exposure } from '../holdings/position.js'
import { fastSymbolMargin } from './fast-margin.js'
import { type Charges, roundedCharges } from './margin-charge.js'
import { hedgingCharges, nettingCharges, type OpeningOrder } from './margin-parts.js'
import { type MarginDrift, marginDrift, type SymbolCharges, tieredMargin } from './tiered-margin.js'

/**
 * The margin of an account (docs/trade/margin.md), by the basic method: the uncovered volume of
 * each symbol, its covered volume if the symbol charges that, and the reserves of pending orders.
 *
 *   M1. Open positions are charged the maintenance margin and rate at their average open price and
 *       average stored conversion rate; pending orders the initial ones at their own price and
 *       stored rate. So prices do not move margin. The exception is a leverage tier that counts
 *       values in a currency other than the account's and the symbol's margin currency: it uses
 *       current rates.
 *   M2. The parts of a symbol are summed exactly and rounded once; the account's margin is the sum
 *       over its symbols.
 *   - A symbol that is not in the settings charges nothing. Its positions have no value either, so
 *     equity is unknown and nothing can be opened on it.
 *   - A symbol is charged as the account's group sees it (`engine/book/group-symbols.ts`).
 *   - Undefined while a rate that M1 needs has no price, which cannot happen without a leverage
 *     profile.
 */
export interface MarginHolder {
  readonly leverage: number
  readonly exposures: Exposures
  /** The volumes of pending orders by symbol. Remove an order that is being filled first. */
  readonly pending: ReadonlyMap<number, PendingLegs>
}

export function accountMargin(
  account: MarginHolder,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): Minor | undefined {
  return marginWith(account, book, group, prices, undefined)
}

/**
 * The charge of each symbol by its id; their sum is the margin (M2). Undefined if the margin is
 * undefined.
 */
export function marginBySymbol(
  account: MarginHolder,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): ReadonlyMap<number, Minor> | undefined {
  const leverage = leverageOf(account, group)
  const parts = allCharges(account, book, group, leverage, undefined)
  const charged = new Map<number, Minor>()
  const margin = tieredMargin(parts, leverage, book, group, prices, ({ id }, own) => {
    charged.set(id, own)
  })
  return margin === undefined ? undefined : charged
}

/** How far prices may move the margin (M1); undefined if they cannot. */
export function accountDrift(
  account: MarginHolder,
  book: Book,
  group: GroupSpec,
): MarginDrift | undefined {
  if (group.tiers === undefined) return undefined
  const leverage = leverageOf(account, group)
  return marginDrift(allCharges(account, book, group, leverage, undefined), leverage, group)
}

/** The margin that must be covered so that the account may open a position. */
export function marginAfterOpening(
  account: MarginHolder,
  book: Book,
  group: GroupSpec,
  prices: Prices,
  order: OpeningOrder,
): Minor | undefined {
  return marginWith(account, book, group, prices, order)
}

/** The account's own leverage, or its group's if it has none; 1 if neither has one. */
export function leverageOf(account: Pick<MarginHolder, 'leverage'>, group: GroupSpec): number {
  return account.leverage || group.record.leverage || 1
}

const NO_PENDING: PendingLegs = []

function marginWith(
  account: MarginHolder,
  book: Book,
  group: GroupSpec,
  prices: Prices,
  order: OpeningOrder | undefined,
): Minor | undefined {
  const { exposures, pending } = account
  const leverage = leverageOf(account, group)
  if (group.tiers !== undefined || pending.size > 0) {
    const parts = allCharges(account, book, group, leverage, order)
    return tieredMargin(parts, leverage, book, group, prices)
  }
  // The usual case: the margin of each symbol is independent of other symbols and of prices.
  const held = heldMargin(exposures, book, group, leverage)
  if (order === undefined) return limitedAmount(held)
  const place = exposures.placeOf(order.symbol.id)
  const before = place < 0 ? 0 : symbolMargin(exposures, place, order.symbol, group, leverage)
  const after = symbolMargin(exposures, place, order.symbol, group, leverage, order)
  return limitedAmount(held - before + after)
}

/** The charge for `exposures`, cached until they or the settings change. */
function heldMargin(
  exposures: Exposures,
  { symbolsById }: Book,
  group: GroupSpec,
  leverage: number,
): Minor {
  const known = exposures.knownMargin(symbolsById, group, leverage)
  if (known !== undefined) return known
  let margin = 0
  for (let i = 0; i < exposures.size; i++) {
    const at = i * ROW
    const listed = symbolsById.get(exposures.rows[at + SYMBOL] as number)
    if (listed === undefined) continue
    margin += symbolMargin(exposures, at, symbolOfGroup(group, listed), group, leverage)
  }
  exposures.rememberMargin(margin, symbolsById, group, leverage)
  return margin
}

/** The charge for the row at `at`; a negative `at` means no position. */
function symbolMargin(
  exposures: Exposures,
  at: number,
  symbol: SymbolSpec,
  group: GroupSpec,
  leverage: number,
  order?: OpeningOrder,
): Minor {
  const isPlain = order === undefined || group.record.margin_mode === 'hedging'
  const fast = isPlain
    ? fastSymbolMargin(exposures.rows, at, symbol, group, leverage, order)
    : undefined
  if (fast !== undefined) return fast
  const held = at < 0 ? undefined : exposures.exposureAt(at)
  const charges = chargesOf(symbol, group, leverage, held, NO_PENDING, order)
  return roundedCharges(charges, leverage, group.currencyDigits)
}

function allCharges(
  { exposures, pending }: MarginHolder,
  book: Book,
  group: GroupSpec,
  leverage: number,
  order: OpeningOrder | undefined,
): SymbolCharges[] {
  const ids = new Set([...exposures.keys(), ...pending.keys()])
  if (order !== undefined) ids.add(order.symbol.id)
  const parts: SymbolCharges[] = []
  for (const id of ids) {
    const listed = book.symbolsById.get(id)
    if (listed === undefined) continue
    const symbol = symbolOfGroup(group, listed)
    const legs = pending.get(id) ?? NO_PENDING
    const opening = order?.symbol.id === id ? order : undefined
    const charges = chargesOf(symbol, group, leverage, exposures.get(id), legs, opening)
    parts.push({ symbol, charges })
  }
  return parts
}

function chargesOf(
  symbol: SymbolSpec,
  group: GroupSpec,
  leverage: number,
  held: Exposure | undefined,
  pending: PendingLegs,
  order: OpeningOrder | undefined,
): Charges {
  return group.record.margin_mode === 'netting'
    ? nettingCharges(symbol, held, pending, order, leverage)
    : hedgingCharges(symbol, held, pending, order)
}

/** The charge for one symbol of the account with these pending orders. */
export function pendingCharges(
  { exposures }: MarginHolder,
  symbol: SymbolSpec,
  group: GroupSpec,
  leverage: number,
  pending: PendingLegs,
): Charges {
  return chargesOf(symbol, group, leverage, exposures.get(symbol.id), pending, undefined)
}

/**
 * The reserve of a pending order of the account: the difference of the margin with and without the
 * order. Undefined if the margin is undefined.
 */
export function reservedMargin(
  account: MarginHolder,
  book: Book,
  group: GroupSpec,
  prices: Prices,
  symbolId: number,
  order: PendingTerms,
): Minor | undefined {
  const legs = account.pending.get(symbolId) ?? NO_PENDING
  const pending = new Map(account.pending).set(symbolId, withoutPending(legs, order))
  const held = accountMargin(account, book, group, prices)
  const without = accountMargin({ ...account, pending }, book, group, prices)
  return held === undefined || without === undefined ? undefined : held - without
}

/** The margin that must be covered so that the account may place a pending order. */
export function marginAfterPlacing(
  account: MarginHolder,
  book: Book,
  group: GroupSpec,
  prices: Prices,
  symbolId: number,
  order: PendingTerms,
): Minor | undefined {
  const legs = account.pending.get(symbolId) ?? NO_PENDING
  const pending = new Map(account.pending).set(symbolId, withPending(legs, order))
  return accountMargin({ ...account, pending }, book, group, prices)
}
