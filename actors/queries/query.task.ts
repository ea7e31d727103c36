import { assertCurrentSchema } from '../../storage/migrations/migrate.js'
import { pricesPath, sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import { answerAsk, type Handlers, type Outcome } from '../thread/ask.js'
import { reportingMemory } from '../thread/own-memory.js'
import { type AccountExportQueries, accountExportQueries } from './accounts/account-export-query.js'
import { type CandleQueries, candleQueries } from './candle-query.js'
import { priceFile } from './price-file.js'
import { type AccountQueries, queryHandlers } from './queries.js'
import { type ReportRowsQueries, reportRowsQueries } from './report-rows-query.js'
import { type TickQueries, tickQueries } from './tick-query.js'

export interface AllQueries
  extends AccountExportQueries,
    AccountQueries,
    CandleQueries,
    ReportRowsQueries,
    TickQueries {}

/** The entry of a thread of the query pool. It keeps read-only connections for its life. */
export interface QueryTask {
  readonly dataDir: string
  readonly name: string
  readonly request: unknown
}

let open: { readonly dataDir: string; readonly handlers: Handlers<AllQueries> } | undefined

export default reportingMemory('queries', query)

function query(task: QueryTask): Outcome<unknown> {
  const { handlers } = opened(task.dataDir)
  return answerAsk(handlers, { type: 'ask', id: 0, name: task.name, request: task.request }).outcome
}

function opened(dataDir: string): NonNullable<typeof open> {
  if (open?.dataDir === dataDir) return open
  const db = openReader(sqlitePath(dataDir))
  assertCurrentSchema(db)
  const prices = priceFile(pricesPath(dataDir))
  open = {
    dataDir,
    handlers: {
      ...accountExportQueries(db),
      ...queryHandlers(db),
      ...candleQueries(prices),
      ...reportRowsQueries(db, dataDir),
      ...tickQueries(prices),
    },
  }
  return open
}
