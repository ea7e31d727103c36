import { isRefusal } from '../../engine/code.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Actor } from './actor.js'
import type { Desk } from './desk.js'
import { StaffReach } from './identity/staff-reach.js'
import type { Once } from './remembered-answers.js'

/**
 * The stored part of price corrections of many deals; the corrections themselves are separate.
 *
 * The plan, with the reasons for what is left out, is written with one journal line before the
 * first correction, under the request's key: a repeat continues the same plan.
 */
export interface DealCorrectionsBeginning {
  readonly actor: Actor
  readonly once?: Once
  readonly text: string
  readonly plan: DealCorrectionsPlan
}

/**
 * The plan of a correction. Plans are stored for a day, so later versions must be able to read
 * them.
 */
export interface DealCorrectionsPlan {
  readonly missing: readonly number[]
  readonly rows: readonly PlannedCorrection[]
}

/** A position whose deals are corrected, or the reason why not. */
export interface PlannedCorrection {
  readonly login: number
  readonly group: string
  readonly currency: string
  readonly positionId: number
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  /** The open lots of the position; zero if the position is closed. */
  readonly volume: string
  readonly deals: readonly CorrectedDeal[]
  /** The position's version; 0 if no open price changes. */
  readonly version: number
  /** The open price before the correction; null if the position is closed. */
  readonly priceOpenBefore: string | null
  readonly priceOpen: string | null
  readonly openRest: number
  readonly amount: string
  /** `ok` if the correction is possible; otherwise the reason. */
  readonly code: string
  readonly message: string
}

export interface CorrectedDeal {
  readonly id: number
  readonly side: 'buy' | 'sell'
  readonly price_before: string
  readonly price: string
}

export function dealCorrectionsDesk(desk: Desk) {
  const reach = new StaffReach(desk)
  return {
    'deal_corrections.begin': ({
      actor,
      text,
      plan,
    }: DealCorrectionsBeginning): Outcome<DealCorrectionsPlan> => {
      const caller = reach.holder(actor, 'trades.manager', 'accounts.balance')
      if (isRefusal(caller)) return caller
      return desk.change((journal) => {
        const kind = 'deal_corrections'
        const corrected = plan.rows.filter(({ code }) => code === 'ok')
        const masks = [...new Set(corrected.map(({ group }) => group))]
        if (corrected.length > 0) journal(actor, { kind, about: { kind }, masks, text })
        return accept(plan)
      })
    },
  }
}
