import { groupReach, groupScope } from '../names/group-path.js'
import { scopeExcess } from './grants.js'

/**
 * The groups whose journal lines a user may read. A line is about an account, about masks of groups
 * (a mail to them, a change of their settings), or about nobody.
 */
export interface LineReach {
  readonly scope: readonly string[]
  /** The paths of the existing groups, divided into those in reach and the others. */
  readonly groups: readonly string[]
  readonly beyond: readonly string[]
  /** True if the user may also read lines about deleted accounts. */
  readonly gone: boolean
}

/** `paths` are the paths of all groups. */
export function lineReach(
  scope: readonly string[],
  rights: ReadonlySet<string>,
  paths: readonly string[],
): LineReach {
  const reach = groupReach(scope, rights)
  return {
    scope,
    groups: paths.filter((path) => reach.covers(path)),
    beyond: paths.filter((path) => !reach.covers(path)),
    gone: rights.has('config.staff') && reach.covers(''),
  }
}

/** True if every group that the masks select, now or later, is in reach. */
export function reachesMasks(
  { scope, beyond }: Pick<LineReach, 'scope' | 'beyond'>,
  masks: readonly string[],
): boolean {
  if (scopeExcess(masks, scope) !== null) return false
  const selected = groupScope(masks)
  return !beyond.some((path) => selected.covers(path))
}
