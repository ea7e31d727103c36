import type { AuthOperations } from '../../wire/thread/auth-messages.js'
import type { Handlers } from '../thread/ask.js'
import { type AccountsOperations, accountsDesk } from './accounts.js'
import type { Desk } from './desk.js'
import { authDesk } from './identity/auth.js'
import { type GroupsOperations, groupsDesk } from './identity/groups.js'
import { type StaffOperations, staffDesk } from './identity/staff.js'
import { type IdsOperations, idsDesk } from './ids.js'
import { type JobsOperations, jobsDesk } from './jobs.js'
import { type OnceOperations, onceDesk } from './once.js'
import { type ConfigOperations, configDesk } from './settings/config.js'
import { type ConnectionOperations, connectionsDesk } from './settings/connections.js'
import { type BeginningOperations, beginningDesk } from './start/beginning.js'
import { type SystemOperations, systemDesk } from './system.js'

/** Everything the desk can be asked. A part is one file: its operations, and their handlers. */
export interface DeskOperations
  extends AccountsOperations,
    AuthOperations,
    BeginningOperations,
    ConfigOperations,
    ConnectionOperations,
    GroupsOperations,
    IdsOperations,
    JobsOperations,
    OnceOperations,
    StaffOperations,
    SystemOperations {}

export function deskHandlers(desk: Desk): Handlers<DeskOperations> {
  return {
    ...accountsDesk(desk),
    ...authDesk(desk),
    ...beginningDesk(desk),
    ...configDesk(desk),
    ...connectionsDesk(desk),
    ...groupsDesk(desk),
    ...idsDesk(desk),
    ...jobsDesk(desk),
    ...onceDesk(desk),
    ...staffDesk(desk),
    ...systemDesk(desk),
  }
}
