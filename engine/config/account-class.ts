import { isStaffGroup } from '../names/group-path.js'
import { isDemoGroup } from './kinds/server-settings.js'

/**
 * Account classes by who may open them: anyone may open a `demo` account, while the broker
 * identifies the owner of a `real` one.
 */
export type AccountClass = 'demo' | 'real' | 'staff'

export function accountClass(group: string): AccountClass {
  if (isStaffGroup(group)) return 'staff'
  return isDemoGroup(group) ? 'demo' : 'real'
}
