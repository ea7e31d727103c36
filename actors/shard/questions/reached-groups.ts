import { groupMaskFits, groupScope, isStaffGroup } from '../../../engine/names/group-path.js'
import type { GroupWatch } from '../../../wire/thread/watched.js'

/** Whether a group is one of those that are asked about. What was found of a path is remembered: accounts share few. */
export function reachedGroups({
  mask,
  scope,
  sees_staff: seesStaff,
}: GroupWatch): (path: string) => boolean {
  const within = groupScope(scope)
  const known = new Map<string, boolean>()
  return (path) => {
    let isReached = known.get(path)
    if (isReached === undefined) {
      isReached =
        groupMaskFits(mask, path) && (seesStaff || !isStaffGroup(path)) && within.covers(path)
      known.set(path, isReached)
    }
    return isReached
  }
}
