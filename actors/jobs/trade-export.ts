import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { perDatabase } from '../../storage/sqlite/statements.js'
import { type CsvCell, CsvNumber, csvLine } from '../../wire/format/csv.js'
import { TRADE_NUMBERS, type TradeExportWork } from '../../wire/window/trade-window.js'
import type { TracedPosition, WindowPosition } from '../../wire/window/window.js'
import { tradeWindowQueries } from '../queries/trade-window-query.js'
import { WINDOW_LIMIT_MAX } from '../queries/window-page.js'
import type { JobPlace, JobSlice } from '../thread/job-work.js'

/**
 * A history of trades as CSV, by number. A slice continues after the last row of the previous one,
 * so each trade has one line. Rows after the end of the period are left out, however long the job
 * takes.
 */
const SLICE_BYTES = 512 * 1024
const NUMBER = /^-?\d+(\.\d+)?$/

const queriesOf = perDatabase((db) => tradeWindowQueries(db))

type Position = WindowPosition | TracedPosition

/** The next slice, or the refusal that ends the export. */
export function exportTrades(
  db: Sqlite,
  { list, fields, login, from, ...more }: TradeExportWork,
  { place, done, total }: JobPlace,
): JobSlice<string> | string {
  const asked = {
    ...more,
    sort: { field: TRADE_NUMBERS[list], isFalling: false },
    ...(from === undefined ? {} : { from }),
    ...(login === undefined ? {} : { login }),
  }
  const isFirst = place === ''
  let text = isFirst ? csvLine(fields) : ''
  if (login !== undefined && !isReached(db, login, more.reach.groups)) {
    return { made: text, place: 'none', done, total: done, isOver: true }
  }
  const queries = queriesOf(db)
  const counted = isFirst ? queries['trades.window_count']({ ...asked, kind: list }) : null
  const all = counted?.ok === true ? (counted.value.total ?? 0) : (total ?? 0)
  let last: Position | null = isFirst ? null : (JSON.parse(place) as Position)
  let count = 0
  for (;;) {
    const page = queries[`${list}.window`]({
      ...asked,
      place: last === null ? { edge: 'first' } : { edge: 'after', from: last },
      limit: WINDOW_LIMIT_MAX,
    })
    if (!page.ok) return page.message
    const { items, hasAfter } = page.value
    for (const item of items) text += lineOf(JSON.parse(item) as Row, fields)
    count += items.length
    last = page.value.last ?? last
    const so = done + count
    const next = { made: text, place: JSON.stringify(last), done: so }
    if (!hasAfter) return { ...next, total: so, isOver: true }
    if (text.length >= SLICE_BYTES) return { ...next, total: Math.max(all, so), isOver: false }
  }
}

type Row = Readonly<Record<string, CsvCell>>

function lineOf(row: Row, fields: readonly string[]): string {
  const cells = fields.map((name) => {
    const cell = row[name] ?? null
    return typeof cell === 'string' && NUMBER.test(cell) ? new CsvNumber(cell) : cell
  })
  return csvLine(cells)
}

/** True if the account is in one of the groups now. It may have been moved since the request. */
function isReached(db: Sqlite, login: number, groups: readonly string[]): boolean {
  const path = accountsRepo(db).group(login)?.toLowerCase()
  return groups.some((group) => group.toLowerCase() === path)
}
