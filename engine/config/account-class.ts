import { isStaffGroup } from '../names/group-path.js'
import { isDemoGroup } from './kinds/server-settings.js'

/** The kinds of accounts by what they may cost: anybody opens one of `demo`, the broker knows who has one of `real`. */
export type AccountClass = 'demo' | 'real' | 'staff'

export function accountClass(group: string): AccountClass {
  if (isStaffGroup(group)) return 'staff'
  return isDemoGroup(group) ? 'demo' : 'real'
}
