import type { Login } from '../../engine/units.js'
import { accountStatesRepo } from '../../storage/repos/accounts/account-states.js'
import { dailyRepo } from '../../storage/repos/accounts/daily.js'
import { projectionRepo } from '../../storage/repos/trades/projection.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { type DailyHolder, dailyText } from '../../wire/answer/daily-view.js'
import type { JsonValue } from '../../wire/format/json-parts.js'
import { accept, type Handlers } from '../thread/ask.js'
import { BAD_PAGE, isPage } from './page.js'
import type { TradeRows } from './trade-queries.js'

/** The daily rows of an account, newest first, as JSON. */
export interface DailyQueries {
  'account.daily': { readonly request: DailyRequest; readonly answer: TradeRows }
}

export interface DailyRequest {
  readonly login: Login
  readonly holder: DailyHolder
  /** The first and last day number, both inclusive; undefined for no limit. */
  readonly from?: number
  readonly to?: number
  /** The number of the page, from 1. */
  readonly page: number
  readonly limit: number
  readonly minProjectionSeq?: number
}

export function dailyQueries(db: Sqlite): Handlers<DailyQueries> {
  const states = accountStatesRepo(db)
  const daily = dailyRepo(db)
  const projection = projectionRepo(db)
  return {
    'account.daily': ({ login, holder, page, limit, minProjectionSeq = 0, ...days }) => {
      if (!isPage(page, limit)) return BAD_PAGE
      const { from = 0, to = Number.MAX_SAFE_INTEGER } = days
      const first = (page - 1) * limit
      return inSnapshot(db, () => {
        const projectionSeq = projection.seq()
        if (projectionSeq < minProjectionSeq) {
          return accept({ rows: [], total: 0, projectionSeq, isPending: true })
        }
        const rows: JsonValue[] = []
        let total = 0
        for (const row of daily.chain(states.get(login)?.day ?? 0, login)) {
          if (row.day < from) break
          if (row.day > to) continue
          if (total >= first && rows.length < limit) rows.push(dailyText(row, holder))
          total += 1
        }
        return accept({ rows, total, projectionSeq, isPending: false })
      })
    },
  }
}
