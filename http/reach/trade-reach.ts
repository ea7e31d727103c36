import { groupOf, symbolByName } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { groupMaskFits, isStaffGroup } from '../../engine/names/group-path.js'
import type { Session } from '../pipeline/session.js'
import { reachOf } from './group-reach.js'

/** Lists of all accounts are of trading accounts in scope: those of staff groups are left out. */
export interface TradesAsk {
  readonly group?: string
  readonly company?: string
  readonly symbol?: string
}

export interface TradesReach {
  readonly groups: readonly string[]
  readonly others: readonly string[]
}

export function tradesReach(session: Session, book: Book, asked: TradesAsk): TradesReach {
  const reach = reachOf(session)
  const groups: string[] = []
  const others: string[] = []
  for (const { path, record } of book.groups.values()) {
    const isAsked =
      (asked.group === undefined || groupMaskFits(asked.group, path)) &&
      (asked.company === undefined || record.company === asked.company)
    const isTheirs = isAsked && reach.covers(path) && !isStaffGroup(path)
    const side = isTheirs ? groups : others
    side.push(path)
  }
  return { groups, others }
}

export function isWithin({ groups }: TradesReach, book: Book, path: string): boolean {
  const group = groupOf(book, path)
  return group !== undefined && groups.includes(group.path)
}

const NO_SUCH_SYMBOL = -1

/** The symbol of that name, in any case; one that is not there has no rows. */
export function symbolAsked(book: Book, name: string | undefined): { symbolId?: number } {
  if (name === undefined) return {}
  return { symbolId: symbolByName(book, name)?.id ?? NO_SUCH_SYMBOL }
}
