import type { ReportModule } from '../../engine/reports/modules.js'
import { exposureSource, summarySource } from './account-sources.js'
import { dailySource } from './daily-source.js'
import { commissionsSource, dealsSource, operationsSource, routingSource } from './deal-sources.js'
import { executionsSource } from './execution-source.js'
import { journalSource, marginSource } from './journal-sources.js'
import type { ReportSource } from './report-source.js'
import { tradesSource } from './trade-source.js'

/**
 * The source of each module's rows; only the source reads its own fences and places, which are
 * JSON.
 */
const SOURCES: { readonly [Module in ReportModule]: unknown } = {
  trades: tradesSource,
  deals: dealsSource,
  daily: dailySource,
  balance_operations: operationsSource,
  commissions: commissionsSource,
  exposure: exposureSource,
  accounts_summary: summarySource,
  margin_calls: marginSource,
  routing: routingSource,
  executions: executionsSource,
  journal: journalSource,
}

export function sourceOf(module: ReportModule): ReportSource {
  return SOURCES[module] as ReportSource
}
