import type { StaffGrants } from '../../../engine/access/grants.js'
import type { Login } from '../../../engine/units.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { staffRepo } from '../../../storage/repos/people/staff.js'
import { accept, type Handlers } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { grantsOf } from './staff-reach.js'

export interface GroupsOperations {
  /** The staff users of the group, and what each may do. */
  'groups.staff_grants': {
    readonly request: { readonly group: string }
    readonly answer: readonly (readonly [login: Login, grants: StaffGrants])[]
  }
}

export function groupsDesk(desk: Desk): Handlers<GroupsOperations> {
  const accounts = accountsRepo(desk.db)
  const staff = staffRepo(desk.db)
  return {
    'groups.staff_grants': ({ group }) =>
      accept(
        accounts.loginsInGroup(group).flatMap((login) => {
          const profile = staff.get(login)
          return profile === undefined ? [] : [[login, grantsOf(profile)] as const]
        }),
      ),
  }
}
