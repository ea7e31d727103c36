import type { UnixMs } from '../../../engine/units.js'
import {
  daySumsRepo,
  type HourSums,
  type HourVolume,
  type StandingCounts,
} from '../../../storage/repos/reports/day-sums.js'
import { dealsRepo } from '../../../storage/repos/trades/deals.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { inSnapshot } from '../../../storage/sqlite/snapshot.js'
import { ID_RANGE_LENGTH } from '../../desk/id-range.js'
import { accept, type Handlers } from '../../thread/ask.js'

/**
 * The sums of a day's deals and margin calls, by group. The caller adds the answers: each covers
 * the deals after the place where the previous one ended.
 *
 *   - Within a range ids rise with time, and rows below the newest do not change
 *     (storage/repos/numbered-rows.ts). So a place is the next id of each range.
 *   - One request covers at most `NUMBERS_AT_ONCE` ids.
 */
export interface DayAsk {
  readonly start: UnixMs
  /** The next id of each range; empty at first. */
  readonly next: readonly (readonly [range: number, next: number])[]
}

export interface DayAnswer {
  readonly money: readonly HourSums[]
  readonly volumes: readonly HourVolume[]
  /** The counts of the whole day. Only the last answer has them. */
  readonly standings: readonly StandingCounts[]
  readonly next: readonly (readonly [range: number, next: number])[]
  readonly isOver: boolean
}

export interface DayQueries {
  'overview.day': { readonly request: DayAsk; readonly answer: DayAnswer }
}

const NUMBERS_AT_ONCE = 100_000

export function dayQueries(db: Sqlite): Handlers<DayQueries> {
  const deals = dealsRepo(db)
  const sums = daySumsRepo(db)
  return {
    'overview.day': ({ start, next }) =>
      inSnapshot(db, () => {
        const places = new Map(next)
        const money: HourSums[] = []
        const volumes: HourVolume[] = []
        let left = NUMBERS_AT_ONCE
        for (const { low, high } of deals.all.spans({ from: start }, ID_RANGE_LENGTH)) {
          const range = Math.floor((low - 1) / ID_RANGE_LENGTH)
          const first = Math.max(low, places.get(range) ?? 0)
          const last = Math.min(high, first + left - 1)
          if (first > last) continue
          money.push(...sums.money(start, first, last))
          volumes.push(...sums.volumes(start, first, last))
          places.set(range, last + 1)
          left -= last - first + 1
        }
        const isOver = left > 0
        const standings = isOver ? sums.standings(start) : []
        return accept({ money, volumes, standings, next: [...places], isOver })
      }),
  }
}
