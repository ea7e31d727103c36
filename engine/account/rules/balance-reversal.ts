import type { Minor } from '../../units.js'
import { BALANCE_ACTIONS, type BalanceAction, type DealEvent } from '../event.js'

/** The balance operation that takes back another one. */
export interface Reversal {
  readonly action: BalanceAction
  /** With the sign that a request for this action has. */
  readonly amount: Minor
  /** Names the deal that is reversed: by it the reversal is found again. */
  readonly comment: string
}

/** Money that came in goes out again. What has no opposite of its own is corrected. */
const OPPOSITE: Partial<Readonly<Record<BalanceAction, BalanceAction>>> = {
  deposit: 'withdraw',
  withdraw: 'deposit',
  credit_in: 'credit_out',
  credit_out: 'credit_in',
}

/** Undefined for a deal that moved no balance or credit, or more than that. */
export function reversalOf(deal: DealEvent): Reversal | undefined {
  const { entry, profit, credit, swap, commission, fee, commissionDue } = deal
  const action = BALANCE_ACTIONS.find((one) => one === deal.action)
  const isMore = swap !== 0 || commission !== 0 || fee !== 0 || commissionDue !== 0
  const moved = profit + credit
  if (entry !== 'balance' || action === undefined || isMore || moved === 0) return undefined
  const opposite = OPPOSITE[action]
  const comment = reversalComment(deal.id)
  if (opposite !== undefined) return { action: opposite, amount: Math.abs(moved), comment }
  return { action: 'correction', amount: -moved, comment }
}

export const reversalComment = (dealId: number): string => `Reversal of deal ${dealId}`

/** Whether the deal is the reversal of the other one. */
export function isReversalOf(deal: Pick<DealEvent, 'entry' | 'comment'>, dealId: number): boolean {
  return deal.entry === 'balance' && deal.comment === reversalComment(dealId)
}
