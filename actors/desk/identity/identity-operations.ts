import type { AuthOperations } from '../../../wire/thread/auth-messages.js'
import type { Handlers } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { authDesk } from './auth.js'
import { type CodeResetOperations, codeResetDesk } from './code-resets.js'
import { type GroupsOperations, groupsDesk } from './groups.js'
import { type OwnSessionsOperations, ownSessionsDesk } from './own-sessions.js'
import { type PreferencesOperations, preferencesDesk } from './preferences.js'
import { type SessionKicksOperations, sessionKicksDesk } from './session-kicks.js'
import { type StaffOperations, staffDesk } from './staff.js'

/** The operations of the desk on sessions, staff users and who may do what. */
export interface IdentityOperations
  extends AuthOperations,
    CodeResetOperations,
    GroupsOperations,
    OwnSessionsOperations,
    PreferencesOperations,
    SessionKicksOperations,
    StaffOperations {}

export function identityHandlers(desk: Desk): Handlers<IdentityOperations> {
  return {
    ...authDesk(desk),
    ...codeResetDesk(desk),
    ...groupsDesk(desk),
    ...ownSessionsDesk(desk),
    ...preferencesDesk(desk),
    ...sessionKicksDesk(desk),
    ...staffDesk(desk),
  }
}
