import { knownRights, type Right } from '../../engine/access/rights.js'
import { accountsRepo } from '../../storage/repos/accounts.js'
import { staffRepo } from '../../storage/repos/staff.js'
import { accept, type Handlers } from '../ask.js'
import type { Desk } from './desk.js'

export interface GroupsOperations {
  /** Every right that some staff user of the group holds. */
  'groups.staff_rights': {
    readonly request: { readonly group: string }
    readonly answer: readonly Right[]
  }
}

export function groupsDesk(desk: Desk): Handlers<GroupsOperations> {
  const accounts = accountsRepo(desk.db)
  const staff = staffRepo(desk.db)
  return {
    'groups.staff_rights'({ group }) {
      const rights = accounts
        .loginsInGroup(group)
        .flatMap((login) => knownRights(staff.get(login)?.rights ?? []))
      return accept([...new Set(rights)])
    },
  }
}
