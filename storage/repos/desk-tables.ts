import type { Sqlite } from '../sqlite/open.js'
import { perDatabase } from '../sqlite/statements.js'
import { accountImportsRepo } from './accounts/account-imports.js'
import { accountStatesRepo } from './accounts/account-states.js'
import { accountsRepo } from './accounts/accounts.js'
import { credentialsRepo } from './accounts/credentials.js'
import { dailyRepo } from './accounts/daily.js'
import { countersRepo } from './counters.js'
import { idRangesRepo } from './id-ranges.js'
import { metaRepo } from './meta.js'
import { addresseesRepo } from './people/addressees.js'
import { apiKeysRepo } from './people/api-keys.js'
import { applicationsRepo } from './people/applications.js'
import { mailedStatementsRepo } from './people/mailed-statements.js'
import { mailsRepo } from './people/mails.js'
import { marginLettersRepo } from './people/margin-letters.js'
import { notesRepo } from './people/notes.js'
import { notificationsRepo } from './people/notifications.js'
import { oneTimeCodesRepo } from './people/one-time-codes.js'
import { outboxRepo } from './people/outbox.js'
import { preferencesRepo } from './people/preferences.js'
import { sessionsRepo } from './people/sessions.js'
import { signInLinksRepo } from './people/sign-in-links.js'
import { signUpRepo } from './people/sign-up.js'
import { signUpAccountsRepo } from './people/sign-up-accounts.js'
import { staffRepo } from './people/staff.js'
import { watchlistsRepo } from './people/watchlists.js'
import { filesRepo } from './records/files.js'
import { gatewayTransactionsRepo } from './records/gateway-transactions.js'
import { jobsRepo } from './records/jobs.js'
import { journalRepo } from './records/journal.js'
import { newsRepo } from './records/news.js'
import { refusedRequestsRepo } from './records/refused-requests.js'
import { webhooksRepo } from './records/webhooks.js'
import { reportJobsRepo } from './reports/report-jobs.js'
import { reportSchedulesRepo } from './reports/report-schedules.js'
import { paymentIdsRepo } from './trades/payment-ids.js'
import { projectionRepo } from './trades/projection.js'

export const deskTables = perDatabase((db: Sqlite) => ({
  accountImports: accountImportsRepo(db),
  accountStates: accountStatesRepo(db),
  accounts: accountsRepo(db),
  addressees: addresseesRepo(db),
  apiKeys: apiKeysRepo(db),
  applications: applicationsRepo(db),
  counters: countersRepo(db),
  credentials: credentialsRepo(db),
  daily: dailyRepo(db),
  files: filesRepo(db),
  gatewayTransactions: gatewayTransactionsRepo(db),
  idRanges: idRangesRepo(db),
  jobs: jobsRepo(db),
  journal: journalRepo(db),
  mailedStatements: mailedStatementsRepo(db),
  mails: mailsRepo(db),
  marginLetters: marginLettersRepo(db),
  meta: metaRepo(db),
  news: newsRepo(db),
  notes: notesRepo(db),
  notifications: notificationsRepo(db),
  oneTimeCodes: oneTimeCodesRepo(db),
  outbox: outboxRepo(db),
  paymentIds: paymentIdsRepo(db),
  preferences: preferencesRepo(db),
  projection: projectionRepo(db),
  refusedRequests: refusedRequestsRepo(db),
  reportJobs: reportJobsRepo(db),
  reportSchedules: reportSchedulesRepo(db),
  sessions: sessionsRepo(db),
  signInLinks: signInLinksRepo(db),
  signUpAccounts: signUpAccountsRepo(db),
  signUp: signUpRepo(db),
  staff: staffRepo(db),
  watchlists: watchlistsRepo(db),
  webhooks: webhooksRepo(db),
}))
