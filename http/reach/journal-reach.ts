import { type LineReach, lineReach, reachesMasks } from '../../engine/access/line-reach.js'
import type { Book } from '../../engine/book/compiled.js'
import type { JournalLine } from '../../wire/stored/journal-line.js'
import type { Session } from '../exchange/session.js'
import { reachOf } from './group-reach.js'

/**
 * Which journal lines a session with the right `journal` may read, over REST and WebSocket.
 *
 * - Lines that concern no account, such as those about the server or common settings, are visible
 *   to everybody with the right.
 * - Lines about an account are visible if the scope covers the account's current group. Lines about
 *   staff accounts also need `config.staff`.
 * - Lines about a deleted account need `config.staff` and a scope that covers all groups.
 * - Lines about group masks are visible if the scope covers the whole masks.
 */
export function reachesGroup(session: Session): (group: string | null) => boolean {
  const reach = reachOf(session)
  return (group) =>
    group === null ? session.rights.has('config.staff') && reach.covers('') : reach.covers(group)
}

/**
 * True if the session may read the line. `group` is the path of the account's group; null if the
 * account was deleted.
 */
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

/** The account filter for a query, or undefined if all accounts are visible. */
export function accountsInReach(session: Session, book: Book): AccountsInReach | undefined {
  const { groups, gone, beyond } = sessionReach(session, book)
  return gone && beyond.length === 0 ? undefined : { groups, gone }
}

/** The line filter for a query, or undefined if all lines are visible. */
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
