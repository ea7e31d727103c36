import type { Handlers } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { type MailAddressOperations, mailAddressesDesk } from './addresses.js'
import { type MailDeliveryOperations, mailDeliveriesDesk } from './deliveries.js'
import { type MailDraftOperations, mailDraftsDesk } from './drafts.js'
import { type MailReadingOperations, mailReadingDesk } from './reading.js'
import { type MailSendingOperations, mailSendingDesk } from './sending.js'

/** The operations of the desk on mail between a broker and its traders. */
export interface MailboxOperations
  extends MailAddressOperations,
    MailDeliveryOperations,
    MailDraftOperations,
    MailReadingOperations,
    MailSendingOperations {}

export function mailboxHandlers(desk: Desk): Handlers<MailboxOperations> {
  return {
    ...mailAddressesDesk(desk),
    ...mailDeliveriesDesk(desk),
    ...mailDraftsDesk(desk),
    ...mailReadingDesk(desk),
    ...mailSendingDesk(desk),
  }
}
