import { isRefusal } from '../../engine/code.js'
import type { Login } from '../../engine/units.js'
import { accept, type Outcome } from '../thread/ask.js'
import { touchedGroups } from './accounts/touched-groups.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'
import { StaffReach } from './identity/staff-reach.js'
import type { Once } from './remembered-answers.js'

/**
 * The stored part of payments for positions; the payments themselves are separate.
 *
 * The begin, with one journal line, is written before the first payment under the request's key, so
 * a repeat under that key needs no new confirmation. Only staff who reach all paid groups see the
 * line.
 */

export interface PositionPaymentsBeginning {
  readonly actor: Actor
  readonly once?: Once
  readonly payments: number
  /** The logins of the paid accounts, without duplicates. */
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
