import type { Handlers } from '../thread/ask.js'
import { type AccountChangesOperations, accountChangesDesk } from './account-changes.js'
import { type AccountImportsOperations, accountImportsDesk } from './account-imports.js'
import { type AccountsOperations, accountsDesk } from './accounts.js'
import type { Desk } from './desk.js'
import { type FilesOperations, filesDesk } from './files.js'
import { type IdentityOperations, identityHandlers } from './identity/identity-operations.js'
import { type IdsOperations, idsDesk } from './ids.js'
import { type JobsOperations, jobsDesk } from './jobs.js'
import { type OnceOperations, onceDesk } from './once.js'
import { type ScheduledRunsOperations, scheduledRunsDesk } from './scheduled-runs.js'
import { type SettingsOperations, settingsHandlers } from './settings/settings-operations.js'
import { type BeginningOperations, beginningDesk } from './start/beginning.js'
import { type SystemOperations, systemDesk } from './system.js'

/**
 * Everything the desk can be asked. A part is one file: its operations, and their handlers. Rooms of the desk list
 * their parts themselves.
 */
export interface DeskOperations
  extends AccountChangesOperations,
    AccountImportsOperations,
    AccountsOperations,
    BeginningOperations,
    FilesOperations,
    IdentityOperations,
    IdsOperations,
    JobsOperations,
    OnceOperations,
    ScheduledRunsOperations,
    SettingsOperations,
    SystemOperations {}

export function deskHandlers(desk: Desk): Handlers<DeskOperations> {
  return {
    ...accountChangesDesk(desk),
    ...accountImportsDesk(desk),
    ...accountsDesk(desk),
    ...beginningDesk(desk),
    ...filesDesk(desk),
    ...identityHandlers(desk),
    ...idsDesk(desk),
    ...jobsDesk(desk),
    ...onceDesk(desk),
    ...scheduledRunsDesk(desk),
    ...settingsHandlers(desk),
    ...systemDesk(desk),
  }
}
