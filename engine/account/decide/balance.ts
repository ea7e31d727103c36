import { groupOf } from '../../book/book.js'
import type { GroupSpec } from '../../book/compiled.js'
import { type Refusal, refuseWith } from '../../code.js'
import { textFromScaled } from '../../numbers/decimal.js'
import { refuseField } from '../../reasons/fault.js'
import { because, say } from '../../reasons/reasons.js'
import type { DecisionContext } from '../decision.js'
import type { BalanceAction, DealEvent } from '../event.js'
import { accountMargin } from '../money/margin.js'
import { availableForMargin } from '../money/money.js'
import { mayHold } from '../money/money-bounds.js'
import type { BalanceRequest } from '../request.js'
import type { Account } from '../state.js'

/**
 * The direction in which an action moves money: its sign, or 0 if the request gives the sign; and
 * whether it moves credit.
 */
const MOVES: Readonly<
  Record<BalanceAction, { readonly sign: 1 | -1 | 0; readonly credit: boolean }>
> = {
  deposit: { sign: 1, credit: false },
  withdraw: { sign: -1, credit: false },
  credit_in: { sign: 1, credit: true },
  credit_out: { sign: -1, credit: true },
  bonus: { sign: 1, credit: false },
  charge: { sign: -1, credit: false },
  commission: { sign: -1, credit: false },
  correction: { sign: 0, credit: false },
  compensation: { sign: 0, credit: false },
}

export interface BalanceDecision {
  readonly ok: true
  readonly deal: DealEvent
}

/** A balance operation is one deal. A withdrawal must leave enough money for the open positions. */
export function decideBalance(
  context: DecisionContext,
  account: Account,
  request: BalanceRequest,
): BalanceDecision | Refusal {
  if (account.archived) return because('conflict.archived')
  const move = MOVES[request.action]
  if (request.amount === 0 || (move.sign !== 0 && request.amount < 0)) {
    const { action } = request
    return refuseField(
      'amount',
      move.sign === 0 ? say('field.not_zero') : say('field.positive_amount', { action }),
    )
  }
  const amount = move.sign === -1 ? -request.amount : request.amount
  const { commissionDue } = account
  const balance = account.balance + (move.credit ? 0 : amount)
  const credit = account.credit + (move.credit ? amount : 0)
  if (!mayHold(account, { balance, credit, commissionDue })) {
    return refuseField('amount', say('field.sum_too_large'))
  }
  if (amount < 0 && !request.skipMarginCheck) {
    const refusal = checkCovered(context, account, amount, move.credit)
    if (refusal !== undefined) return refusal
  }
  return { ok: true, deal: balanceDeal(context, request, amount, move.credit) }
}

function checkCovered(
  context: DecisionContext,
  account: Account,
  amount: number,
  isCredit: boolean,
): Refusal | undefined {
  const group = groupOf(context.book, account.groupPath)
  if (group === undefined) return because('conflict.group_gone')
  // Commissions that the day end will charge cannot be withdrawn.
  const held = isCredit ? account.credit : account.balance + Math.min(0, account.commissionDue)
  if (held + amount < 0) {
    const text = textFromScaled(held, group.currencyDigits)
    return noMoney(group, amount, text, `The account has ${text} ${group.currency}.`)
  }
  if (account.positions.size === 0 && account.pending.size === 0) return undefined
  const base = availableForMargin(account, context.book, group, context.prices)
  if (base === undefined) {
    return because('trade.off_quotes.position')
  }
  const margin = accountMargin(account, context.book, group, context.prices)
  if (margin === undefined) {
    return because('trade.off_quotes.margin')
  }
  const free = base - margin
  if (isCredit && !group.record.use_credit) return undefined
  if (free + amount >= 0) return undefined
  const text = textFromScaled(free, group.currencyDigits)
  return noMoney(group, amount, text, `Only ${text} ${group.currency} are free.`)
}

function noMoney(
  { currency, currencyDigits }: GroupSpec,
  amount: number,
  free: string,
  message: string,
): Refusal {
  const needed = textFromScaled(-amount, currencyDigits)
  return refuseWith({ needed, free, currency }, 'trade.no_money', message)
}

function balanceDeal(
  context: DecisionContext,
  request: BalanceRequest,
  amount: number,
  isCredit: boolean,
): DealEvent {
  return {
    type: 'deal',
    id: context.nextDealId(),
    orderId: 0,
    positionId: 0,
    symbolId: 0,
    entry: 'balance',
    action: request.action,
    side: 0,
    volume: 0,
    price: 0,
    bid: 0,
    ask: 0,
    profit: isCredit ? 0 : amount,
    swap: 0,
    commission: 0,
    fee: 0,
    credit: isCredit ? amount : 0,
    rateProfit: 0n,
    reason: 'dealer',
    comment: request.comment,
    at: context.now,
    volumeClosed: 0,
    commissionDue: 0,
    dealer: request.dealer,
    externalId: '',
    clientOrderId: '',
  }
}
