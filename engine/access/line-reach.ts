import { groupReach, groupScope } from '../names/group-path.js'
import { scopeExcess } from './grants.js'

/**
 * The groups whose journal lines a user may read. A line is about an account, about masks of groups
 * (a mail to them, a change of their settings), or about nobody.
 */
export interface LineReach {
  readonly scope: readonly string[]
  /** Paths of the existing groups: those in reach, and the others. */
  readonly groups: readonly string[]
  readonly beyond: readonly string[]
  /** Also lines about deleted accounts. */
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

/** Whether everything the masks select, now or one day, is in reach. */
export function reachesMasks(
  { scope, beyond }: Pick<LineReach, 'scope' | 'beyond'>,
  masks: readonly string[],
): boolean {
  if (scopeExcess(masks, scope) !== null) return false
  const selected = groupScope(masks)
  return !beyond.some((path) => selected.covers(path))
}
