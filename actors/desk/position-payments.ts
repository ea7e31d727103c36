import { isRefusal } from '../../engine/code.js'
import type { Login } from '../../engine/units.js'
import { accept, type Outcome } from '../thread/ask.js'
import { touchedGroups } from './accounts/touched-groups.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'
import { StaffReach } from './identity/staff-reach.js'
import type { Once } from './remembered-answers.js'

/**
 * The durable part of payments for positions, beside the payments themselves.
 *
 *   P1. That they were begun, with one line of the journal, is written before the first of them and under the
 *       request's key: whoever repeats it under that key needs no new confirmation. Only readers who reach all groups
 *       that are paid see the line.
 */

export interface PositionPaymentsBeginning {
  readonly actor: Actor
  readonly once?: Once
  readonly payments: number
  /** The accounts that are paid, each once. */
  readonly logins: readonly Login[]
}

export function positionPaymentsDesk(desk: Desk) {
  const reach = new StaffReach(desk)
  return {
    'position_payments.begin': ({
      actor,
      payments,
      logins,
    }: PositionPaymentsBeginning): Outcome<{ readonly payments: number }> => {
      const caller = reach.holder(actor, 'accounts.balance')
      if (isRefusal(caller)) return caller
      return desk.change((journal) => {
        const text = `Payments for positions: ${payments} to ${logins.length} accounts`
        const kind = 'payments'
        const masks = touchedGroups(desk, logins)
        if (payments > 0) journal(actor, { kind, about: { kind }, masks, text })
        return accept({ payments })
      })
    },
  }
}
