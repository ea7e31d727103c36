import type { Minor } from '../../units.js'
import { BALANCE_ACTIONS, type BalanceAction, type DealEvent } from '../event.js'

/** The balance operation that reverses another balance operation. */
export interface Reversal {
  readonly action: BalanceAction
  /** The amount, with the sign that a request for this action has. */
  readonly amount: Minor
  /** Names the reversed deal, so that `isReversalOf` recognises the reversal. */
  readonly comment: string
}

/**
 * The action that moves money in the opposite direction. Actions without one are reversed by a
 * correction.
 */
const OPPOSITE: Partial<Readonly<Record<BalanceAction, BalanceAction>>> = {
  deposit: 'withdraw',
  withdraw: 'deposit',
  credit_in: 'credit_out',
  credit_out: 'credit_in',
}

/**
 * The reversal of a deal; undefined unless the deal is a balance operation with an amount, and
 * without swap, commission or fee.
 */
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

/** True if the deal is the reversal of the other deal. */
export function isReversalOf(deal: Pick<DealEvent, 'entry' | 'comment'>, dealId: number): boolean {
  return deal.entry === 'balance' && deal.comment === reversalComment(dealId)
}
