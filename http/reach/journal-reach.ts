import type { Book } from '../../engine/book/compiled.js'
import type { Login } from '../../engine/units.js'
import type { Session } from '../pipeline/session.js'
import { reachOf } from './group-reach.js'

/**
 * Which lines of the journal a session with the right `journal` may read: on the route and on the
 * socket the same.
 *
 *   R1. A line about nobody (settings, the server) is everybody's.
 *   R2. A line about an account is read by those whose scope covers the account's group as it is now;
 *       of staff accounts also `config.staff` is needed.
 *   R3. An account that is no more has no group: its lines are read by those with `config.staff`
 *       whose scope covers every path.
 */
export function reachesGroup(session: Session): (group: string | null) => boolean {
  const reach = reachOf(session)
  return (group) =>
    group === null ? session.rights.has('config.staff') && reach.covers('') : reach.covers(group)
}

/** `group` is the path of the account's group, null when the account is no more. */
export function reachesLine(session: Session, login: Login | null, group: string | null): boolean {
  if (!session.rights.has('journal')) return false
  return login === null || reachesGroup(session)(group)
}

export interface AccountsInReach {
  readonly groups: readonly string[]
  readonly gone: boolean
}

/** The accounts that a query must keep to; undefined when it need not keep to any. */
export function accountsInReach(session: Session, book: Book): AccountsInReach | undefined {
  const reaches = reachesGroup(session)
  const paths = [...book.groups.values()].map(({ path }) => path)
  const groups = paths.filter(reaches)
  const gone = reaches(null)
  return gone && groups.length === paths.length ? undefined : { groups, gone }
}
