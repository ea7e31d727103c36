import type { PricedDeal } from '../../engine/account/audit/reprice.js'
import type { Side, VolumeUnits } from '../../engine/units.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { positionsRepo } from '../../storage/repos/trades/positions.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { exactJson } from '../../wire/thread/exact-json.js'
import { accept, type Handlers } from '../thread/ask.js'
import { tradesOf } from './one-trade-query.js'

/** The positions of deals, each with all its deals: what a correction of prices is worked out from. */
export interface DealPricesQueries {
  'deals.of_positions': {
    readonly request: {
      readonly ids: readonly number[]
      /** The groups whose trades the reader reaches. */
      readonly groups: readonly string[]
    }
    readonly answer: {
      /** Deals that are not there, out of reach, or of no position. */
      readonly missing: readonly number[]
      /** Exact JSON of `PositionOfDeals[]`, in the order of the deals that were asked for. */
      readonly positions: string
    }
  }
}

export interface PositionOfDeals {
  readonly login: number
  readonly group: string
  readonly positionId: number
  readonly symbolId: number
  /** Those that were asked for. */
  readonly asked: readonly number[]
  /** Oldest first. */
  readonly deals: readonly PricedDeal[]
  readonly isComplete: boolean
  /** As it is open; null where it is closed, or taken out. */
  readonly held: PositionNow | null
}

export interface PositionNow {
  readonly side: Side
  readonly volume: VolumeUnits
  readonly priceOpen: number
  readonly openRest: number
  readonly version: number
}

export function dealPricesQueries(db: Sqlite): Handlers<DealPricesQueries> {
  const accounts = accountsRepo(db)
  const positions = positionsRepo(db)
  const trades = tradesOf(db)
  return {
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
