import { type LineReach, lineReach, reachesMasks } from '../../engine/access/line-reach.js'
import type { Book } from '../../engine/book/compiled.js'
import type { JournalLine } from '../../wire/stored/journal-line.js'
import type { Session } from '../pipeline/session.js'
import { reachOf } from './group-reach.js'

/**
 * Which lines of the journal a session with the right `journal` may read: on the route and on the
 * socket the same.
 *
 *   R1. A line about nobody (the server, what all groups share) is everybody's.
 *   R2. A line about an account is read by those whose scope covers the account's group as it is now;
 *       of staff accounts also `config.staff` is needed.
 *   R3. An account that is no more has no group: its lines are read by those with `config.staff`
 *       whose scope covers every path.
 *   R4. A line about masks of groups is read by those who reach the whole of them.
 */
export function reachesGroup(session: Session): (group: string | null) => boolean {
  const reach = reachOf(session)
  return (group) =>
    group === null ? session.rights.has('config.staff') && reach.covers('') : reach.covers(group)
}

/** `group` is the path of the account's group, null when the account is no more. */
export function reachesLine(
  session: Session,
  { login, masks }: Pick<JournalLine, 'login' | 'masks'>,
  group: string | null,
  book: Book,
): boolean {
  if (!session.rights.has('journal')) return false
  if (masks !== null) return reachesMasks(sessionReach(session, book), masks)
  return login === null || reachesGroup(session)(group)
}

export interface AccountsInReach {
  readonly groups: readonly string[]
  readonly gone: boolean
}

/** The accounts that a query must keep to; undefined when it need not keep to any. */
export function accountsInReach(session: Session, book: Book): AccountsInReach | undefined {
  const { groups, gone, beyond } = sessionReach(session, book)
  return gone && beyond.length === 0 ? undefined : { groups, gone }
}

/** The lines that a query must keep to; undefined when it need not keep to any. */
export function linesInReach(session: Session, book: Book): LineReach | undefined {
  const reach = sessionReach(session, book)
  return reach.gone && reachesMasks(reach, ['*']) ? undefined : reach
}

function sessionReach({ groupScope, rights }: Session, book: Book): LineReach {
  return lineReach(
    groupScope,
    rights,
    [...book.groups.values()].map(({ path }) => path),
  )
}
