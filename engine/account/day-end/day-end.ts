import { assert } from '../../assert.js'
import { groupOf } from '../../book/book.js'
import type { Book, GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { symbolOfGroup } from '../../book/group-symbols.js'
import type { Prices } from '../../book/prices.js'
import type { EndedDay } from '../../calendar/server-day.js'
import { swapNights, swapOf } from '../../costs/swap.js'
import { limitedAmount } from '../../numbers/rounded-amount.js'
import type { Minor, UnixMs } from '../../units.js'
import type { AccountEvent, DayEvent, DealEvent, NightEvent, PositionEvent } from '../event.js'
import { reserveOf } from '../holdings/hold-order.js'
import { withoutPending } from '../holdings/pending-legs.js'
import type { Position } from '../holdings/position.js'
import { compensationDeal } from '../money/compensation.js'
import { accountMargin, type MarginHolder } from '../money/margin.js'
import { freeMarginBase, openSwap } from '../money/money.js'
import { fittingSwap } from '../money/money-bounds.js'
import { floatingProfit } from '../money/profit.js'
import { positionRow } from '../rules/rows.js'
import type { Account } from '../state.js'
import { nightIds } from './night-ids.js'

/**
 * The end of an account's day (docs/decisions/day-ends.md): the swaps of the night, the day's
 * commissions as one deal, and the daily row. All of it is one record, so it is done completely or
 * not at all. Only if there are more swaps than `rowsMax`, earlier records contain parts, each with
 * the last position of the part.
 *
 *   - A position pays for a night only if it was open at the day's end.
 *   - Swaps and values use current prices, even for a day that ended a while ago.
 *   - The row is the state after swaps and commission, and without orders that expire at the day's
 *     end. Its balance is the start of the next day.
 *   E4. If the group has negative balance protection and the account has no open positions, as
 *       after a stop out, the commission does not make the balance negative: the missing part is
 *       compensated at once. A balance that was negative before stays so.
 */
export interface DayEndContext {
  readonly book: Book
  readonly prices: Prices
  readonly now: UnixMs
  nextDealId(): number
}

/** Values that a day end may omit if they lack a price. The day end waits for every other price. */
export interface DoneWithout {
  readonly swaps: boolean
  readonly values: boolean
}

export interface DayEndDecision {
  /** True for a part of the swaps that does not end the day. */
  readonly isPart: boolean
  readonly events: readonly AccountEvent[]
  readonly swaps: number
  /** Positions whose swap was omitted because a price is missing. */
  readonly unpriced: readonly number[]
  /** See E4. */
  readonly compensation: Minor
}

export interface DayEndWaits {
  readonly waitsFor: 'swaps' | 'values'
}

/** `ids` are the positions that still lack their swap. If undefined, the function computes them. */
export function decideDayEnd(
  context: DayEndContext,
  account: Account,
  ended: EndedDay,
  without: DoneWithout,
  rowsMax: number,
  ids?: Float64Array,
): DayEndDecision | DayEndWaits {
  const { book, now } = context
  const group = groupOf(book, account.groupPath)
  assert(group !== undefined, 'a group with accounts is in the settings')
  const left = leftTonight(account, rowsMax, ids)
  const { rows, unpriced, through } = nightSwaps(context, group, account, left, ended, rowsMax)
  if (unpriced.length > 0 && !without.swaps) return { waitsFor: 'swaps' }
  const done = { swaps: rows.length, unpriced }
  if (through !== 0) {
    const part: NightEvent = {
      type: 'night',
      day: ended.day,
      through,
      positions: rows.length,
      at: now,
    }
    return { ...done, isPart: true, events: [...rows, part], compensation: 0 }
  }
  let swap = openSwap(account)
  for (const row of rows) swap += row.swap - (account.positions.get(row.id) as Position).swap
  const due = account.commissionDue
  const compensation = shortfall(account, group)
  const values = valuesOf(context, group, account, ended, swap, compensation)
  if (!values.isValued && !without.values) return { waitsFor: 'values' }
  const day: DayEvent = {
    type: 'day',
    day: ended.day,
    endsMonth: ended.endsMonth,
    balance: account.balance + due + compensation,
    credit: account.credit,
    swap,
    ...values,
    at: now,
    group: group.path,
  }
  const deals = due === 0 ? [] : [commissionDeal(context.nextDealId(), due, now)]
  if (compensation > 0) {
    deals.push(compensationDeal(context.nextDealId(), compensation, 'system', now))
  }
  return { ...done, isPart: false, events: [...rows, ...deals, day], compensation }
}

/** The amount to compensate (E4). */
function shortfall(account: Account, { record }: GroupSpec): Minor {
  if (!record.negative_balance_protection || account.positions.size > 0) return 0
  return Math.max(0, -account.commissionDue - Math.max(0, account.balance))
}

interface Night {
  readonly symbol: SymbolSpec
  readonly nights: number
}

interface NightSwaps {
  readonly rows: PositionEvent[]
  readonly unpriced: number[]
  /** The last position id of this part; 0 if the part contains all remaining positions. */
  through: number
}

/** The rows of the positions whose swap changes, at most `rowsMax`. */
function nightSwaps(
  { book, prices }: DayEndContext,
  group: GroupSpec,
  account: Account,
  left: Iterable<Position>,
  ended: EndedDay,
  rowsMax: number,
): NightSwaps {
  const found: NightSwaps = { rows: [], unpriced: [], through: 0 }
  const { rows, unpriced } = found
  if (!group.record.swaps_enabled) return found
  const known = new Map<number, Night | undefined>()
  let before = 0
  let size = account.exposures.swapSize
  for (const position of left) {
    if (rows.length === rowsMax) {
      found.through = before
      break
    }
    before = position.id
    if (position.openedAt >= ended.end) continue
    const { symbolId } = position
    if (!known.has(symbolId)) known.set(symbolId, nightOf(book, group, symbolId, ended))
    const night = known.get(symbolId)
    if (night === undefined) continue
    const whole = swapOf(position, night.symbol, group, book, prices, night.nights)
    if (whole === undefined) {
      unpriced.push(position.id)
      continue
    }
    const held = position.swap
    const swap = held + fittingSwap(size, held, whole)
    if (swap === held) continue
    rows.push(positionRow(position, { swap }))
    size += Math.abs(swap) - Math.abs(held)
  }
  return found
}

/**
 * Positions that still lack their swap: all of them if one record is enough, otherwise by id after
 * the previous part.
 */
function leftTonight(
  account: Account,
  rowsMax: number,
  ids: Float64Array | undefined,
): Iterable<Position> {
  const { positions, nightThrough } = account
  if (nightThrough === 0 && positions.size <= rowsMax) return positions.values()
  return positionsOf(account, ids ?? nightIds(account))
}

/**
 * Yields the positions with these ids. They are read on demand, because a part needs only a few of
 * them.
 */
function* positionsOf({ positions }: Account, ids: Float64Array): Generator<Position> {
  for (const id of ids) {
    const position = positions.get(id)
    assert(position !== undefined, 'what the night has left is held')
    yield position
  }
}

/** The night's swap for positions in a symbol; undefined if they pay and earn nothing. */
function nightOf(
  book: Book,
  group: GroupSpec,
  symbolId: number,
  { date }: EndedDay,
): Night | undefined {
  const listed = book.symbolsById.get(symbolId)
  if (listed === undefined) return undefined
  const symbol = symbolOfGroup(group, listed)
  const nights = swapNights(symbol, date)
  return nights === 0 ? undefined : { symbol, nights }
}

type Values = Pick<DayEvent, 'isValued' | 'equity' | 'margin' | 'marginFree' | 'profit'>

const NO_VALUES: Values = { isValued: false, equity: 0, margin: 0, marginFree: 0, profit: 0 }

/**
 * The day's values including the night's swaps. Due commission counts even if it is not charged
 * yet.
 */
function valuesOf(
  { book, prices }: DayEndContext,
  group: GroupSpec,
  account: Account,
  ended: EndedDay,
  swap: Minor,
  compensation: Minor,
): Values {
  const profit = floatingProfit(account, book, group, prices)
  const margin = accountMargin(withoutExpired(account, ended), book, group, prices)
  if (profit === undefined || margin === undefined) return NO_VALUES
  const { balance, credit, commissionDue } = account
  return {
    isValued: true,
    equity: balance + credit + commissionDue + compensation + profit + swap,
    margin,
    marginFree: limitedAmount(
      freeMarginBase(account, group, profit + swap) + compensation - margin,
    ),
    profit,
  }
}

/**
 * The account without the orders that expire at the day's end, because these no longer reserve
 * margin.
 */
function withoutExpired(account: Account, { end }: EndedDay): MarginHolder {
  if (account.orders.size === 0) return account
  const pending = new Map(account.pending)
  for (const order of account.orders.values()) {
    if (order.rateMargin === 0n || order.expiresAt === 0 || order.expiresAt > end) continue
    const legs = withoutPending(pending.get(order.symbolId) ?? [], reserveOf(order))
    if (legs.length === 0) pending.delete(order.symbolId)
    else pending.set(order.symbolId, legs)
  }
  return { leverage: account.leverage, exposures: account.exposures, pending }
}

/** The commissions that are due for the deals of the day; costs are negative. */
function commissionDeal(id: number, due: Minor, at: UnixMs): DealEvent {
  return {
    type: 'deal',
    id,
    orderId: 0,
    positionId: 0,
    symbolId: 0,
    entry: 'balance',
    action: 'commission',
    side: 0,
    volume: 0,
    price: 0,
    bid: 0,
    ask: 0,
    profit: due,
    swap: 0,
    commission: 0,
    fee: 0,
    credit: 0,
    rateProfit: 0n,
    reason: 'system',
    comment: 'daily commission',
    at,
    volumeClosed: 0,
    commissionDue: -due,
    dealer: 0,
    externalId: '',
    clientOrderId: '',
  }
}
