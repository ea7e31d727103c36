import type { Handlers, Outcome } from '../thread/ask.js'
import {
  type AccountsRoomOperations,
  accountsRoomHandlers,
} from './accounts/accounts-operations.js'
import type { Actor } from './actor.js'
import { type BulkClosesOperations, bulkClosesDesk } from './bulk-closes.js'
import type { Desk } from './desk.js'
import { type FilesOperations, filesDesk } from './files.js'
import { type IdentityOperations, identityHandlers } from './identity/identity-operations.js'
import { type IdsOperations, idsDesk } from './ids.js'
import { type JobsOperations, jobsDesk } from './jobs.js'
import { type MailboxOperations, mailboxHandlers } from './mailbox/mailbox-operations.js'
import { type OnceOperations, onceDesk } from './once.js'
import { type PaymentIdsOperations, paymentIdsDesk } from './payment-ids.js'
import { type PeopleOperations, peopleHandlers } from './people/people-operations.js'
import { type PositionPaymentsOperations, positionPaymentsDesk } from './position-payments.js'
import { type ProviderRecordsOperations, providerRecordsDesk } from './provider-records.js'
import type { Once } from './remembered-answers.js'
import { type ReportsOperations, reportsHandlers } from './reports/reports-operations.js'
import { withRoom } from './room.js'
import { type ScheduledRunsOperations, scheduledRunsDesk } from './scheduled-runs.js'
import { type SettingsOperations, settingsHandlers } from './settings/settings-operations.js'
import { type BeginningOperations, beginningDesk } from './start/beginning.js'
import { type DemoTraderOperations, demoTraderDesk } from './start/demo-trader.js'
import { type SystemOperations, systemDesk } from './system.js'

/**
 * Everything the desk can be asked. A part is one file: its operations, and their handlers. Rooms of the desk list
 * their parts themselves.
 */
export interface DeskOperations
  extends AccountsRoomOperations,
    BeginningOperations,
    BulkClosesOperations,
    DemoTraderOperations,
    FilesOperations,
    IdentityOperations,
    IdsOperations,
    JobsOperations,
    MailboxOperations,
    OnceOperations,
    PaymentIdsOperations,
    PeopleOperations,
    PositionPaymentsOperations,
    ProviderRecordsOperations,
    ReportsOperations,
    ScheduledRunsOperations,
    SettingsOperations,
    SystemOperations {}

export function deskHandlers(desk: Desk): Handlers<DeskOperations> {
  const handlers = {
    ...accountsRoomHandlers(desk),
    ...beginningDesk(desk),
    ...bulkClosesDesk(desk),
    ...demoTraderDesk(desk),
    ...filesDesk(desk),
    ...identityHandlers(desk),
    ...idsDesk(desk),
    ...jobsDesk(desk),
    ...mailboxHandlers(desk),
    ...paymentIdsDesk(desk),
    ...peopleHandlers(desk),
    ...positionPaymentsDesk(desk),
    ...providerRecordsDesk(desk),
    ...reportsHandlers(desk),
    ...scheduledRunsDesk(desk),
    ...settingsHandlers(desk),
    ...systemDesk(desk),
  }
  return { ...madeOnce(desk, withRoom(desk, handlers)), ...onceDesk(desk) }
}

/** Whatever is asked for under a key is made once (actors/desk/remembered-answers.ts). */
function madeOnce<Parts extends object>(desk: Desk, handlers: Parts): Parts {
  const made = Object.entries(handlers as Record<string, Handler>).map(([name, handle]) => {
    const once: Handler = (request) => {
      if (request?.once === undefined || request.actor === undefined) return handle(request)
      return desk.answers.once(request.actor, request.once, () => handle(request))
    }
    return [name, once]
  })
  return Object.fromEntries(made) as Parts
}

type Handler = (
  request: { readonly actor?: Actor; readonly once?: Once } | null,
) => Outcome<unknown>
