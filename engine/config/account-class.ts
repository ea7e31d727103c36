import { isStaffGroup } from '../names/group-path.js'
import { isDemoGroup } from './kinds/server-settings.js'

/**
 * The classes of accounts by who may open them: anyone may open one of `demo`; the broker knows the
 * owner of one of `real`.
 */
export type AccountClass = 'demo' | 'real' | 'staff'

export function accountClass(group: string): AccountClass {
  if (isStaffGroup(group)) return 'staff'
  return isDemoGroup(group) ? 'demo' : 'real'
}
