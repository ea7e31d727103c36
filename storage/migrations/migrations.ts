import { firstTables } from './0001-first-tables.js'
import { sessionDigests } from './0002-session-digests.js'
import { staffReports } from './0003-staff-reports.js'
import { tradedSymbols } from './0004-traded-symbols.js'
import { appendOnlyJournal } from './0005-append-only-journal.js'
import { restingOrders } from './0006-resting-orders.js'
import { swapYearDays } from './0007-swap-year-days.js'
import { dailyRows } from './0008-daily-rows.js'
import { requestKeyBatches } from './0009-request-key-batches.js'
import { providerOrders } from './0010-provider-orders.js'
import { nightParts } from './0011-night-parts.js'
import { positionCorrections } from './0012-position-corrections.js'
import { closedByDeals } from './0013-closed-by-deals.js'
import { rememberedAnswers } from './0014-remembered-answers.js'
import { requestKeySecret } from './0015-request-key-secret.js'
import { accountChanges } from './account-changes.js'
import { accountClients } from './account-clients.js'
import { accountImports } from './account-imports.js'
import { accountNotes } from './account-notes.js'
import { accountWindows } from './account-windows.js'
import { apiAddresses } from './api-addresses.js'
import { files } from './files.js'
import { gatewayTransactions } from './gateway-transactions.js'
import { jobs } from './jobs.js'
import type { Migration } from './migration.js'
import { news } from './news.js'
import { oneTimeCodes } from './one-time-codes.js'
import { ordersThere } from './orders-there.js'
import { paymentIds } from './payment-ids.js'
import { preferences } from './preferences.js'
import { providerDeals } from './provider-deals.js'
import { requestSources } from './request-sources.js'

/**
 * The steps of `openfloor.sqlite`, in the order in which a database takes those that it lacks. A new step is a
 * file with a name of its own, and a line at the end.
 */
export const MIGRATIONS: readonly Migration[] = [
  firstTables,
  sessionDigests,
  staffReports,
  tradedSymbols,
  appendOnlyJournal,
  restingOrders,
  swapYearDays,
  dailyRows,
  requestKeyBatches,
  providerOrders,
  nightParts,
  positionCorrections,
  closedByDeals,
  rememberedAnswers,
  requestKeySecret,
  accountChanges,
  jobs,
  accountWindows,
  files,
  accountImports,
  paymentIds,
  requestSources,
  oneTimeCodes,
  accountClients,
  preferences,
  apiAddresses,
  providerDeals,
  gatewayTransactions,
  news,
  ordersThere,
  accountNotes,
]
