import type { BalanceAction, DealEvent } from '../../engine/account/event.js'
import { groupIn, type Scene } from './naive-account.js'
import { naiveMargin } from './naive-margin.js'
import { usableFunds } from './naive-money.js'
import { NEW_DEAL, type Outcome, refused } from './naive-outcome.js'
import { unitsOf } from './naive-ratio.js'

export interface BalanceAsk {
  readonly action: BalanceAction
  readonly amount: string
  readonly comment: string
  readonly skip_margin_check: boolean
}

const SIGNED: readonly string[] = ['correction', 'compensation']
const TAKING: readonly string[] = ['withdraw', 'credit_out', 'charge', 'commission']

/** A request that moves money makes one deal; one that takes money away leaves the account covered (docs/decisions/money.md). */
export function naiveBalance(scene: Scene, body: BalanceAsk, dealer: number): Outcome {
  const { account, now } = scene
  const { action, comment } = body
  const asked = unitsOf(body.amount, 2) ?? 0
  if (asked === 0 || (asked < 0 && !SIGNED.includes(action))) return refused('invalid_input')
  const amount = TAKING.includes(action) ? -asked : asked
  const isCredit = action.startsWith('credit')
  if (amount < 0 && !body.skip_margin_check) {
    const own = account.balance + Math.min(0, account.commissionDue)
    if ((isCredit ? account.credit : own) + amount < 0) return refused('trade.no_money')
    if (account.positions.size > 0 || account.orders.size > 0) {
      const funds = usableFunds(scene)
      if (funds === undefined) return refused('trade.off_quotes')
      const counts = !isCredit || groupIn(scene).use_credit
      if (counts && funds - naiveMargin(scene) + amount < 0) return refused('trade.no_money')
    }
  }
  const deal: DealEvent = {
    type: 'deal',
    id: NEW_DEAL,
    orderId: 0,
    positionId: 0,
    symbolId: 0,
    entry: 'balance',
    action,
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
    comment,
    at: now,
    volumeClosed: 0,
    commissionDue: 0,
    dealer,
    externalId: '',
    clientOrderId: '',
  }
  return { code: 'ok', events: [deal] }
}
