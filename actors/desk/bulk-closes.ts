import { isRefusal } from '../../engine/code.js'
import { accept, type Outcome } from '../thread/ask.js'
import { touchedGroups } from './accounts/touched-groups.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'
import { StaffReach } from './identity/staff-reach.js'
import type { Once } from './remembered-answers.js'

/**
 * The stored part of a bulk close; its trades are separate.
 *
 *   - The plan is written with its one journal line before the first trade, and under its key if it
 *     has one: a repeat gets the same trades with the same request ids. A plan without trades has
 *     no line.
 *   - The result is written, under a second key, when the outcome of every trade is known.
 */

export interface BulkCloseBeginning {
  readonly actor: Actor
  readonly once?: Once
  readonly text: string
  readonly plan: BulkClosePlan
}

/**
 * The trades of a bulk close. A plan is stored with its answer for a day, so changes of this type
 * must keep older plans readable.
 */
export interface BulkClosePlan {
  readonly id: string
  /** The number of matching trades, including those beyond the limit of one request. */
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
