import type { StaffGrants } from '../../../engine/access/grants.js'
import type { Login } from '../../../engine/units.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { grantsOf } from './staff-reach.js'

export function groupsDesk(desk: Desk) {
  const { accounts, staff } = desk.tables
  return {
    /** Returns the staff users of a group and their grants. */
    'groups.staff_grants': ({
      group,
    }: {
      readonly group: string
    }): Outcome<readonly (readonly [login: Login, grants: StaffGrants])[]> =>
      accept(
        accounts.loginsInGroup(group).flatMap((login) => {
          const profile = staff.get(login)
          return profile === undefined ? [] : [[login, grantsOf(profile)] as const]
        }),
      ),
  }
}
