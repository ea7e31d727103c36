import type { PricedDeal } from '../../engine/account/audit/reprice.js'
import type { DealAction } from '../../engine/account/event.js'
import {
  isReversalOf,
  type Reversal,
  reversalOf,
} from '../../engine/account/rules/balance-reversal.js'
import { DEALS_SINCE_MAX } from '../../engine/limits/requests.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login, Minor, Side, VolumeUnits } from '../../engine/units.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { dealsRepo } from '../../storage/repos/trades/deals.js'
import { positionsRepo } from '../../storage/repos/trades/positions.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { exactJson } from '../../wire/format/exact-json.js'
import type { StoredDeal } from '../../wire/stored/stored-trades.js'
import { accept, type Handlers } from '../thread/ask.js'
import { accountHistories } from './accounts/account-histories.js'
import { tradesOf } from './one-trade-query.js'

/**
 * Data for corrections of deals: the positions of deals, each with all its deals; and a balance
 * operation with its reversal, if it has one.
 */
export interface DealPricesQueries {
  'deals.reversal': {
    readonly request: { readonly login: Login; readonly id: number }
    readonly answer: DealReversal
  }
  'deals.of_positions': {
    readonly request: {
      readonly ids: readonly number[]
      /** The groups whose trades the reader may see. */
      readonly groups: readonly string[]
    }
    readonly answer: {
      /** Deals that do not exist, are out of reach, or belong to no position. */
      readonly missing: readonly number[]
      /** The `PositionOfDeals[]` as JSON with exact integers, in order of the requested deals. */
      readonly positions: string
    }
  }
}

export interface PositionOfDeals {
  readonly login: number
  readonly group: string
  readonly positionId: number
  readonly symbolId: number
  readonly asked: readonly number[]
  /** Oldest first. */
  readonly deals: readonly PricedDeal[]
  readonly isComplete: boolean
  /** The open position of the deal; null if the position is closed or deleted. */
  readonly held: PositionNow | null
}

export interface PositionNow {
  readonly side: Side
  readonly volume: VolumeUnits
  readonly priceOpen: number
  readonly openRest: number
  readonly version: number
}

export interface DealReversal {
  /** The balance operation that would reverse the deal; null for a deal of another kind. */
  readonly reversal: Reversal | null
  /**
   * The deal that has already reversed it, with its amount in minor units; null if there is none.
   */
  readonly done: { readonly id: number; readonly action: DealAction; readonly moved: Minor } | null
}

/** How many deals are read at once to find a reversal, newest first. */
const READ_AT_ONCE = 1_000

export function dealPricesQueries(db: Sqlite): Handlers<DealPricesQueries> {
  const accounts = accountsRepo(db)
  const positions = positionsRepo(db)
  const trades = tradesOf(db)
  const deals = dealsRepo(db)
  const histories = accountHistories(db)
  const reversalAmong = ({ login, id, at }: StoredDeal): StoredDeal | null | undefined => {
    for (let page = 1; ; page++) {
      const span = { login, from: at, page, limit: READ_AT_ONCE }
      const { ids, total } = histories.page('deals', span)
      if (total > DEALS_SINCE_MAX) return undefined
      for (const one of ids) {
        const deal = one > id ? deals.get(one) : undefined
        if (deal !== undefined && isReversalOf(deal, id)) return deal
      }
      if (page * READ_AT_ONCE >= total) return null
    }
  }
  return {
    'deals.reversal': ({ login, id }) =>
      inSnapshot(db, () => {
        const deal = deals.get(id)
        if (deal?.login !== login) return because('not_found.deal', { id })
        const reversal = reversalAmong(deal)
        if (reversal === undefined) {
          return because('conflict.deals_since_max', { id, max: DEALS_SINCE_MAX })
        }
        const done = reversal && {
          id: reversal.id,
          action: reversal.action,
          moved: reversal.profit + reversal.credit,
        }
        return accept({ reversal: reversalOf(deal) ?? null, done })
      }),
    'deals.of_positions': ({ ids, groups }) =>
      inSnapshot(db, () => {
        const reached = new Set(groups.map((path) => path.toLowerCase()))
        const missing: number[] = []
        const asked = new Map<number, number[]>()
        for (const id of ids) {
          const deal = trades.named({ kind: 'deals', id })
          const group = deal === undefined ? undefined : accounts.group(deal.login)
          const isReached = group !== undefined && reached.has(group.toLowerCase())
          if (deal === undefined || !isReached || deal.positionId === 0) missing.push(id)
          else asked.set(deal.positionId, [...(asked.get(deal.positionId) ?? []), id])
        }
        const found = [...asked].flatMap(([positionId, own]): PositionOfDeals[] => {
          const one = trades.named({ kind: 'positions', id: positionId })
          if (one === undefined) {
            missing.push(...own)
            return []
          }
          const { login, symbolId } = one
          const { deals, isComplete } = trades.dealsOf(one)
          const held = positions.get(login, positionId)
          return [
            {
              login,
              group: accounts.group(login) ?? '',
              positionId,
              symbolId,
              asked: own,
              deals: deals.map(({ id, entry, side, volume, price, profit, rateProfit }) => {
                return { id, entry, side, volume, price, profit, rateProfit }
              }),
              isComplete,
              held: held === undefined ? null : heldOf(held),
            },
          ]
        })
        return accept({ missing, positions: exactJson(found) })
      }),
  }
}

function heldOf({ side, volume, priceOpen, openRest, version }: PositionNow): PositionNow {
  return { side, volume, priceOpen, openRest, version }
}
