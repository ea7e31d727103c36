import type { Handlers, OperationsOf } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { type ApplicationsOperations, applicationsDesk } from './applications.js'
import { type MailTestsOperations, mailTestsDesk } from './mail-tests.js'
import { type MarginLettersOperations, marginLettersDesk } from './margin-letters.js'
import { type NotificationsOperations, notificationsDesk } from './notifications.js'
import { type OutboxOperations, outboxDesk } from './outbox.js'
import { type SignUpOperations, signUpDesk } from './sign-up.js'
import { type StatementsOperations, statementsDesk } from './statements.js'
import { watchlistsDesk } from './watchlists.js'

/** The operations of the desk on what people keep, and what they are sent. */
export interface PeopleOperations
  extends ApplicationsOperations,
    MailTestsOperations,
    MarginLettersOperations,
    NotificationsOperations,
    OutboxOperations,
    SignUpOperations,
    StatementsOperations,
    OperationsOf<ReturnType<typeof watchlistsDesk>> {}

export function peopleHandlers(desk: Desk): Handlers<PeopleOperations> {
  return {
    ...applicationsDesk(desk),
    ...mailTestsDesk(desk),
    ...marginLettersDesk(desk),
    ...notificationsDesk(desk),
    ...outboxDesk(desk),
    ...signUpDesk(desk),
    ...statementsDesk(desk),
    ...watchlistsDesk(desk),
  }
}
