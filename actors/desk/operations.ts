import type { AuthOperations } from '../../wire/thread/auth-messages.js'
import type { Handlers } from '../thread/ask.js'
import { type AccountChangesOperations, accountChangesDesk } from './account-changes.js'
import { type AccountsOperations, accountsDesk } from './accounts.js'
import type { Desk } from './desk.js'
import { type FilesOperations, filesDesk } from './files.js'
import { authDesk } from './identity/auth.js'
import { type GroupsOperations, groupsDesk } from './identity/groups.js'
import { type StaffOperations, staffDesk } from './identity/staff.js'
import { type IdsOperations, idsDesk } from './ids.js'
import { type JobsOperations, jobsDesk } from './jobs.js'
import { type OnceOperations, onceDesk } from './once.js'
import { type ScheduledRunsOperations, scheduledRunsDesk } from './scheduled-runs.js'
import { type ConfigOperations, configDesk } from './settings/config.js'
import { type ConnectionOperations, connectionsDesk } from './settings/connections.js'
import {
  type LeverageSwitchOperations,
  leverageSwitchesDesk,
} from './settings/leverage-switches.js'
import { type BeginningOperations, beginningDesk } from './start/beginning.js'
import { type SystemOperations, systemDesk } from './system.js'

/** Everything the desk can be asked. A part is one file: its operations, and their handlers. */
export interface DeskOperations
  extends AccountChangesOperations,
    AccountsOperations,
    AuthOperations,
    BeginningOperations,
    ConfigOperations,
    ConnectionOperations,
    FilesOperations,
    GroupsOperations,
    IdsOperations,
    LeverageSwitchOperations,
    JobsOperations,
    OnceOperations,
    ScheduledRunsOperations,
    StaffOperations,
    SystemOperations {}

export function deskHandlers(desk: Desk): Handlers<DeskOperations> {
  const config = configDesk(desk)
  return {
    ...accountChangesDesk(desk),
    ...accountsDesk(desk),
    ...authDesk(desk),
    ...beginningDesk(desk),
    ...config,
    ...connectionsDesk(desk),
    ...filesDesk(desk),
    ...groupsDesk(desk),
    ...idsDesk(desk),
    ...leverageSwitchesDesk(desk, config),
    ...jobsDesk(desk),
    ...onceDesk(desk),
    ...scheduledRunsDesk(desk),
    ...staffDesk(desk),
    ...systemDesk(desk),
  }
}
