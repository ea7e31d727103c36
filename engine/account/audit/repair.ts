import { groupOf } from '../../book/book.js'
import { symbolOfGroup } from '../../book/group-symbols.js'
import type { Refusal } from '../../code.js'
import { because } from '../../reasons/reasons.js'
import type { Login } from '../../units.js'
import type { AccountEvents, DecisionContext } from '../decision.js'
import type { DealEvent, RestoredDealEvent, RestoredPositionEvent } from '../event.js'
import { openingRate } from '../rules/fill.js'
import type { Account } from '../state.js'
import type { AuditedMoney, PositionRecord } from './audit.js'

/** The state of an account after its repair. */
export interface AccountRepair {
  readonly seq: number
  readonly money: AuditedMoney
  readonly positions: readonly PositionRecord[]
  readonly deals: readonly Omit<RestoredDealEvent, 'type'>[]
}

/** The texts of a repair for its deal and for its journal line. */
export interface RepairWords {
  /** The differences that were found, as JSON. */
  readonly differences: string
  readonly comment: string
  readonly dealer: Login
}

/**
 * A repair moves no money: it sets the account's state to the sum of its deals. Its own deal, which
 * shows it in the account's history, therefore has the amount 0, and the deals add up to the
 * balance before and after.
 */
export function decideRepair(
  context: DecisionContext,
  account: Account,
  { seq, money, positions, deals }: AccountRepair,
  words: RepairWords,
): AccountEvents | Refusal {
  if (account.archived) return because('conflict.archived')
  if (account.seq !== seq) {
    return because('conflict.account_rechecked')
  }
  const restored: RestoredPositionEvent[] = []
  for (const record of positions) {
    const rateMargin = record.volume === 0 ? record.rateMargin : rateOf(context, account, record)
    if (typeof rateMargin !== 'bigint') return rateMargin
    const closedAt = record.volume === 0 ? context.now : 0
    restored.push({ ...record, rateMargin, closedAt, type: 'restored_position' })
  }
  const deal = repairDeal(context, words)
  const { differences } = words
  return [
    deal,
    { type: 'restatement', dealId: deal.id, ...money, at: context.now, differences },
    ...restored,
    ...deals.map((row) => ({ ...row, type: 'restored_deal' }) as const),
  ]
}

/** The current margin rate, for a position whose stored rate cannot be found in any row. */
function rateOf(
  context: DecisionContext,
  account: Account,
  { rateMargin, symbolId, side }: PositionRecord,
): bigint | Refusal {
  if (rateMargin !== 0n) return rateMargin
  const group = groupOf(context.book, account.groupPath)
  const listed = context.book.symbolsById.get(symbolId)
  if (group === undefined || listed === undefined) {
    return because('conflict.symbol_gone', { id: symbolId })
  }
  return openingRate(context, group, symbolOfGroup(group, listed), side)
}

function repairDeal({ nextDealId, now }: DecisionContext, words: RepairWords): DealEvent {
  return {
    type: 'deal',
    id: nextDealId(),
    orderId: 0,
    positionId: 0,
    symbolId: 0,
    entry: 'balance',
    action: 'correction',
    side: 0,
    volume: 0,
    price: 0,
    bid: 0,
    ask: 0,
    profit: 0,
    swap: 0,
    commission: 0,
    fee: 0,
    credit: 0,
    rateProfit: 0n,
    reason: 'correction',
    comment: words.comment,
    at: now,
    volumeClosed: 0,
    commissionDue: 0,
    dealer: words.dealer,
    externalId: '',
    clientOrderId: '',
  }
}
