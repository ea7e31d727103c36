import { isRefusal } from '../../engine/code.js'
import { accept, type Outcome } from '../thread/ask.js'
import { touchedGroups } from './accounts/touched-groups.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'
import { StaffReach } from './identity/staff-reach.js'
import type { Once } from './remembered-answers.js'

/**
 * The durable part of a bulk close, beside its trades.
 *
 *   B1. What it will do is written with its one line of the journal before the first trade, and under
 *       its key if it has one: a repeat is given the same trades, with the same request ids. One that has nothing
 *       to do has no line.
 *   B2. What came of it is written when it is known of every trade, under a key of its own.
 */

export interface BulkCloseBeginning {
  readonly actor: Actor
  readonly once?: Once
  /** The text of the journal's line. */
  readonly text: string
  readonly plan: BulkClosePlan
}

/** The trades of a bulk close. Answers are stored for a day under their keys, so stored plans must stay readable. */
export interface BulkClosePlan {
  /** The beginning of the request id of each of its trades. */
  readonly id: string
  /** The number of trades that matched, including those beyond what one request may do. */
  readonly total: number
  readonly trades: readonly PlannedTrade[]
}

export type PlannedTrade = readonly [
  operation: 'close' | 'delete' | 'clear_stops',
  kind: 'position' | 'order',
  login: number,
  id: number,
  /** The symbol's name; missing in plans of earlier versions. */
  symbol?: string,
]

export function bulkClosesDesk(desk: Desk) {
  const reach = new StaffReach(desk)
  return {
    'bulk_closes.begin': ({ actor, text, plan }: BulkCloseBeginning): Outcome<BulkClosePlan> => {
      const caller = reach.holder(actor, 'trades.edit')
      if (isRefusal(caller)) return caller
      return desk.change((journal) => {
        const kind = 'bulk_close'
        const masks = touchedGroups(
          desk,
          plan.trades.map(([, , login]) => login),
        )
        if (plan.trades.length > 0) journal(actor, { kind, about: { kind }, masks, text })
        return accept(plan)
      })
    },
    'bulk_closes.end': ({
      outcome,
    }: {
      readonly actor: Actor
      readonly once: Once
      readonly outcome: unknown
    }): Outcome<unknown> => desk.change(() => accept(outcome)),
  }
}
