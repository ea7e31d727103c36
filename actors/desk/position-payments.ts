import { isRefusal } from '../../engine/code.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'
import { StaffReach } from './identity/staff-reach.js'
import type { Once } from './remembered-answers.js'

/**
 * The durable part of payments for positions, beside the payments themselves.
 *
 *   P1. That they were begun, with one line of the journal, is written before the first of them and under the
 *       request's key: whoever repeats it under that key needs no new confirmation.
 */

export interface PositionPaymentsBeginning {
  readonly actor: Actor
  readonly once?: Once
  readonly payments: number
  readonly accounts: number
}

export function positionPaymentsDesk(desk: Desk) {
  const reach = new StaffReach(desk)
  return {
    'position_payments.begin': ({
      actor,
      payments,
      accounts,
    }: PositionPaymentsBeginning): Outcome<{ readonly payments: number }> => {
      const caller = reach.holder(actor, 'accounts.balance')
      if (isRefusal(caller)) return caller
      return desk.change((journal) => {
        const text = `Payments for positions: ${payments} to ${accounts} accounts`
        const kind = 'payments'
        if (payments > 0) journal(actor, { kind, about: { kind }, text })
        return accept({ payments })
      })
    },
  }
}
