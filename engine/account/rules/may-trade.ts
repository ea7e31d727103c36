import { groupOf } from '../../book/book.js'
import type { Book, GroupSpec } from '../../book/compiled.js'
import { type Refusal, refuse } from '../../code.js'
import type { Account } from '../state.js'

/** The account's group when the account may trade at all, or why it may not. */
export function tradingGroup(book: Book, account: Account): GroupSpec | Refusal {
  if (account.archived) return refuse('trade.disabled', 'The account is archived.')
  if (!account.enabled) return refuse('trade.disabled', 'The account is disabled.')
  if (!account.tradingEnabled) return refuse('trade.disabled', 'Trading is off for this account.')
  const group = groupOf(book, account.groupPath)
  if (group === undefined || !group.record.enabled) {
    return refuse('trade.disabled', "The account's group is disabled.")
  }
  if (!group.record.trade_enabled) {
    return refuse('trade.disabled', "Trading is off for the account's group.")
  }
  return group
}
