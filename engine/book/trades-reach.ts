import { type GroupScope, groupMaskFits, isStaffGroup } from '../names/group-path.js'
import type { Book } from './compiled.js'

/** The filters of a list of trades. */
export interface TradesAsk {
  readonly group?: string | undefined
  readonly company?: string | undefined
}

/** The groups whose trades a list contains, and the groups that it leaves out. */
export interface TradesReach {
  readonly groups: readonly string[]
  readonly others: readonly string[]
}

/** The groups in scope whose trades lists of all accounts contain. Staff groups are left out. */
export function tradesReachIn(book: Book, scope: GroupScope, asked: TradesAsk): TradesReach {
  const groups: string[] = []
  const others: string[] = []
  for (const { path, record } of book.groups.values()) {
    const isRequested =
      (asked.group === undefined || groupMaskFits(asked.group, path)) &&
      (asked.company === undefined || record.company === asked.company)
    const isTheirs = isRequested && scope.covers(path) && !isStaffGroup(path)
    const side = isTheirs ? groups : others
    side.push(path)
  }
  return { groups, others }
}
