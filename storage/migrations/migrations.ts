import { accountChanges } from './account-changes.js'
import { accountClients } from './account-clients.js'
import { accountImports } from './account-imports.js'
import { accountNotes } from './account-notes.js'
import { accountWindows } from './account-windows.js'
import { accountWords } from './account-words.js'
import { apiAddresses } from './api-addresses.js'
import { apiKeys } from './api-keys.js'
import { appendOnlyJournal } from './append-only-journal.js'
import { applicationLikenesses } from './application-likenesses.js'
import { archivedAccounts } from './archived-accounts.js'
import { changesInCode } from './changes-in-code.js'
import { closeReasons } from './close-reasons.js'
import { closedByDeals } from './closed-by-deals.js'
import { dailyRows } from './daily-rows.js'
import { eventStream } from './event-stream.js'
import { executions } from './executions.js'
import { fileReferences } from './file-references.js'
import { files } from './files.js'
import { firstTables } from './first-tables.js'
import { gatewayTransactions } from './gateway-transactions.js'
import { heldFills } from './held-fills.js'
import { historyMarks } from './history-marks.js'
import { idEarlier } from './id-earlier.js'
import { idMarks } from './id-marks.js'
import { jobStarts } from './job-starts.js'
import { jobs } from './jobs.js'
import { journalAbout } from './journal-about.js'
import { journalMasks } from './journal-masks.js'
import { mailboxes } from './mailboxes.js'
import { mailedStatements } from './mailed-statements.js'
import { marginLetters } from './margin-letters.js'
import type { Migration } from './migration.js'
import { news } from './news.js'
import { nightParts } from './night-parts.js'
import { notes } from './notes.js'
import { notifications } from './notifications.js'
import { oneTimeCodes } from './one-time-codes.js'
import { ordersThere } from './orders-there.js'
import { outbox } from './outbox.js'
import { outboxCodes } from './outbox-codes.js'
import { outboxCounts } from './outbox-counts.js'
import { outboxMessages } from './outbox-messages.js'
import { outboxUrgent } from './outbox-urgent.js'
import { paymentIds } from './payment-ids.js'
import { plainWordsOfAccounts } from './plain-words.js'
import { positionCorrections } from './position-corrections.js'
import { preferences } from './preferences.js'
import { providerDeals } from './provider-deals.js'
import { providerOrders } from './provider-orders.js'
import { refusedRequests } from './refused-requests.js'
import { rememberedAnswers } from './remembered-answers.js'
import { reportJobs } from './report-jobs.js'
import { reportSchedules } from './report-schedules.js'
import { requestKeyBatches } from './request-key-batches.js'
import { requestKeySecret } from './request-key-secret.js'
import { requestSources } from './request-sources.js'
import { restingOrders } from './resting-orders.js'
import { sessionDigests } from './session-digests.js'
import { settingsAuthors } from './settings-authors.js'
import { signInLinks } from './sign-in-links.js'
import { signUp } from './sign-up.js'
import { signUpAccounts } from './sign-up-accounts.js'
import { staffReports } from './staff-reports.js'
import { swapYearDays } from './swap-year-days.js'
import { tradeChanges } from './trade-changes.js'
import { tradedSymbols } from './traded-symbols.js'
import { watchlists } from './watchlists.js'
import { webhooks } from './webhooks.js'

/**
 * The migrations of `openfloor.sqlite`, in the order in which missing migrations are applied. A new
 * migration is a file with its own name, and a line at the end.
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
  watchlists,
  notifications,
  outbox,
  fileReferences,
  historyMarks,
  signUp,
  mailedStatements,
  heldFills,
  mailboxes,
  archivedAccounts,
  reportJobs,
  reportSchedules,
  marginLetters,
  signUpAccounts,
  journalMasks,
  outboxCodes,
  closeReasons,
  outboxCounts,
  accountWords,
  settingsAuthors,
  journalAbout,
  applicationLikenesses,
  changesInCode,
  executions,
  jobStarts,
  outboxUrgent,
  idMarks,
  idEarlier,
  refusedRequests,
  tradeChanges,
  apiKeys,
  eventStream,
  webhooks,
  plainWordsOfAccounts,
  signInLinks,
  notes,
  outboxMessages,
]
