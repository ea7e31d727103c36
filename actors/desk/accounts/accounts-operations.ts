import type { Handlers } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { type AccountsOperations, accountsDesk } from './accounts.js'
import { type AccountClientsOperations, accountClientsDesk } from './clients.js'
import { type DemoExpiryOperations, demoExpiryDesk } from './demo-expiry.js'
import { type AccountImportsOperations, accountImportsDesk } from './imports.js'
import { type AccountPasswordsOperations, accountPasswordsDesk } from './passwords.js'
import { type AccountChangesOperations, accountChangesDesk } from './placement.js'
import { type AccountEditsOperations, accountEditsDesk } from './record.js'

/** What the desk can be asked about accounts. */
export interface AccountsRoomOperations
  extends AccountChangesOperations,
    AccountClientsOperations,
    AccountEditsOperations,
    AccountImportsOperations,
    AccountPasswordsOperations,
    AccountsOperations,
    DemoExpiryOperations {}

export function accountsRoomHandlers(desk: Desk): Handlers<AccountsRoomOperations> {
  return {
    ...accountChangesDesk(desk),
    ...accountClientsDesk(desk),
    ...accountEditsDesk(desk),
    ...accountImportsDesk(desk),
    ...accountPasswordsDesk(desk),
    ...accountsDesk(desk),
    ...demoExpiryDesk(desk),
  }
}
