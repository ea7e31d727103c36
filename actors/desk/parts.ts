import type { OperationsOf } from '../thread/ask.js'
import { accountsDesk } from './accounts/accounts.js'
import { accountBatchesDesk } from './accounts/batches.js'
import { accountClientsDesk } from './accounts/clients.js'
import { demoExpiryDesk } from './accounts/demo-expiry.js'
import { accountImportsDesk } from './accounts/imports.js'
import { accountNotesDesk } from './accounts/notes.js'
import { accountPasswordsDesk } from './accounts/passwords.js'
import { accountChangesDesk } from './accounts/placement.js'
import { accountEditsDesk } from './accounts/record.js'
import { bulkClosesDesk } from './bulk-closes.js'
import { comparisonDesk } from './comparison.js'
import { dealCorrectionsDesk } from './deal-corrections.js'
import type { Desk } from './desk.js'
import { filesDesk } from './files.js'
import { fixNumbersDesk } from './fix-numbers.js'
import { apiKeysDesk } from './identity/api-keys.js'
import { authDesk } from './identity/auth.js'
import { codeResetDesk } from './identity/code-resets.js'
import { groupsDesk } from './identity/groups.js'
import { ownSessionsDesk } from './identity/own-sessions.js'
import { preferencesDesk } from './identity/preferences.js'
import { sessionKicksDesk } from './identity/session-kicks.js'
import { signInLinksDesk } from './identity/sign-in-links.js'
import { staffDesk } from './identity/staff.js'
import { idsDesk } from './ids.js'
import { jobsDesk } from './jobs.js'
import { mailAddressesDesk } from './mailbox/addresses.js'
import { mailDeliveriesDesk } from './mailbox/deliveries.js'
import { mailDraftsDesk } from './mailbox/drafts.js'
import { mailPreviewsDesk } from './mailbox/previews.js'
import { mailReadingDesk } from './mailbox/reading.js'
import { mailSendingDesk } from './mailbox/sending.js'
import { paymentIdsDesk } from './payment-ids.js'
import { applicationsDesk } from './people/applications.js'
import { mailTestsDesk } from './people/mail-tests.js'
import { marginLettersDesk } from './people/margin-letters.js'
import { notificationsDesk } from './people/notifications.js'
import { outboxDesk } from './people/outbox.js'
import { signUpDesk } from './people/sign-up.js'
import { statementsDesk } from './people/statements.js'
import { watchlistsDesk } from './people/watchlists.js'
import { positionPaymentsDesk } from './position-payments.js'
import { providerRecordsDesk } from './provider-records.js'
import { refusedRequestsDesk } from './refused-requests.js'
import { reportJobsDesk } from './reports/report-jobs.js'
import { reportReadersDesk } from './reports/report-readers.js'
import { reportSchedulesDesk } from './reports/report-schedules.js'
import { scheduledRunsDesk } from './scheduled-runs.js'
import { brandImagesDesk } from './settings/brand-images.js'
import { configDesk } from './settings/config.js'
import { connectionsDesk } from './settings/connections.js'
import { leverageSwitchesDesk } from './settings/leverage-switches.js'
import { licenceDesk } from './settings/licence.js'
import { webhooksDesk } from './settings/webhooks.js'
import { beginningDesk } from './start/beginning.js'
import { demoTraderDesk } from './start/demo-trader.js'
import { systemDesk } from './system.js'

/**
 * The operations of the desk, part by part: the file of each part defines what they take and
 * return.
 */
export function deskParts(desk: Desk) {
  const config = configDesk(desk)
  return {
    ...config,
    ...accountBatchesDesk(desk),
    ...accountChangesDesk(desk),
    ...accountClientsDesk(desk),
    ...accountEditsDesk(desk),
    ...accountImportsDesk(desk),
    ...accountNotesDesk(desk),
    ...accountPasswordsDesk(desk),
    ...accountsDesk(desk),
    ...apiKeysDesk(desk),
    ...applicationsDesk(desk),
    ...authDesk(desk),
    ...beginningDesk(desk),
    ...brandImagesDesk(desk),
    ...bulkClosesDesk(desk),
    ...codeResetDesk(desk),
    ...connectionsDesk(desk),
    ...dealCorrectionsDesk(desk),
    ...demoExpiryDesk(desk),
    ...demoTraderDesk(desk),
    ...filesDesk(desk),
    ...fixNumbersDesk(desk),
    ...groupsDesk(desk),
    ...idsDesk(desk),
    ...jobsDesk(desk),
    ...leverageSwitchesDesk(desk, config),
    ...licenceDesk(desk),
    ...mailAddressesDesk(desk),
    ...mailDeliveriesDesk(desk),
    ...mailDraftsDesk(desk),
    ...mailPreviewsDesk(desk),
    ...mailReadingDesk(desk),
    ...mailSendingDesk(desk),
    ...mailTestsDesk(desk),
    ...marginLettersDesk(desk),
    ...notificationsDesk(desk),
    ...outboxDesk(desk),
    ...ownSessionsDesk(desk),
    ...paymentIdsDesk(desk),
    ...positionPaymentsDesk(desk),
    ...preferencesDesk(desk),
    ...providerRecordsDesk(desk),
    ...refusedRequestsDesk(desk),
    ...reportJobsDesk(desk),
    ...reportReadersDesk(desk),
    ...reportSchedulesDesk(desk),
    ...scheduledRunsDesk(desk),
    ...sessionKicksDesk(desk),
    ...signInLinksDesk(desk),
    ...signUpDesk(desk),
    ...staffDesk(desk),
    ...statementsDesk(desk),
    ...systemDesk(desk),
    ...comparisonDesk(desk),
    ...watchlistsDesk(desk),
    ...webhooksDesk(desk, config),
  }
}

export type PartOperations = OperationsOf<ReturnType<typeof deskParts>>
