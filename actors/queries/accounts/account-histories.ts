import type { Login, UnixMs } from '../../../engine/units.js'
import { accountStatesRepo } from '../../../storage/repos/accounts/account-states.js'
import { type HistoryKind, newestOf } from '../../../storage/repos/trades/history-marks.js'
import {
  type HistoryHead,
  type HistoryPage,
  type HistoryRange,
  historyRowsRepo,
} from '../../../storage/repos/trades/history-rows.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { ClosedSums } from '../../../wire/row/closed-sums.js'

export interface OwnHistoryRequest {
  readonly login: Login
  readonly symbolId?: number
  /** The first and last time of the rows, both inclusive; undefined for no limit. */
  readonly from?: UnixMs
  readonly to?: UnixMs
  /** The number of the page, from 1. */
  readonly page: number
  readonly limit: number
}

export function accountHistories(db: Sqlite) {
  const states = accountStatesRepo(db)
  const rows = historyRowsRepo(db)
  const headOf = (kind: HistoryKind, login: Login): HistoryHead => {
    const state = states.get(login)
    if (state === undefined) return { login, lastId: 0, count: 0 }
    const { ordinal, id } = newestOf(kind, state)
    return { login, lastId: id, count: ordinal }
  }
  const rangeOf = (
    kind: HistoryKind,
    { login, from, to }: Pick<OwnHistoryRequest, 'login' | 'from' | 'to'>,
  ): [HistoryHead, HistoryRange] => {
    const head = headOf(kind, login)
    return [head, rows[kind].between(head, from, to)]
  }
  return {
    page(kind: HistoryKind, request: OwnHistoryRequest): HistoryPage {
      const { symbolId, page, limit } = request
      const [head, range] = rangeOf(kind, request)
      const offset = (page - 1) * limit
      if (symbolId === undefined) return rows[kind].page(head, range, offset, limit)
      return rows[kind].pageOfSymbol(head, range, symbolId, offset, limit)
    },
    /** The totals over all matches. */
    closedSums(request: OwnHistoryRequest): ClosedSums {
      const { symbolId } = request
      const [head, range] = rangeOf('closed', request)
      const sums =
        symbolId === undefined
          ? rows.closed.sums(head, range)
          : rows.closed.sumsOfSymbol(head, range, symbolId)
      const of = (name: string): bigint => sums[name] ?? 0n
      return {
        count: of('count'),
        commission: of('commission'),
        fee: of('fee'),
        profit: of('profit'),
        swap: of('swap'),
        volume: of('volume'),
      }
    },
    /** The sums of all deals after this time. */
    dealSumsAfter(login: Login, to: UnixMs | undefined): { balance: bigint; credit: bigint } {
      if (to === undefined) return { balance: 0n, credit: 0n }
      const [head, range] = rangeOf('deals', { login, from: to + 1 })
      const { balance = 0n, credit = 0n } = rows.deals.sums(head, range)
      return { balance, credit }
    },
  }
}
