import { reachConditions } from '../../../storage/repos/accounts/account-reach.js'
import type { TradeFilter } from '../../../storage/repos/numbered-rows.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { seededInts } from './histories.js'

/** Rows of six accounts by time, of which those with even logins are in one group and the others in another. */
export interface TimedRow {
  readonly at: number
  readonly login: number
  readonly symbolId: number
}

export function insertAccounts(db: Sqlite): void {
  const account = db.prepare(
    'INSERT INTO accounts (login, group_path, created_at, updated_at) VALUES (?, ?, 1, 1)',
  )
  for (let login = 1; login <= 6; login++) account.run(login, login % 2 === 0 ? 'even' : 'odd')
}

/** What is asked for, and what it is of the rows as they are sorted: spans of time, a symbol, some accounts. */
export function casesOf<Row extends TimedRow>(
  db: Sqlite,
  sorted: readonly Row[],
  seed: number,
): readonly (readonly [filter: TradeFilter, wanted: readonly Row[]])[] {
  const reach = reachConditions(db)({ groups: ['even'], others: ['odd'] })
  const int = seededInts(seed)
  const newest = sorted[0]?.at ?? 0
  const spans = Array.from({ length: 12 }, () => {
    const [one, other] = [990 + int(newest - 980), 990 + int(newest - 980)]
    return { from: Math.min(one, other), to: Math.max(one, other) }
  })
  const ofSpans = spans.flatMap(({ from, to }) => {
    const between = sorted.filter(({ at }) => at >= from && at <= to)
    return [
      [{ from, to }, between],
      [{ from }, sorted.filter(({ at }) => at >= from)],
      [{ to }, sorted.filter(({ at }) => at <= to)],
      [{ from, to, symbolId: 2 }, between.filter(({ symbolId }) => symbolId === 2)],
      [{ from, to, reach }, between.filter(({ login }) => login % 2 === 0)],
    ] as const
  })
  return [[{}, sorted], ...ofSpans]
}
