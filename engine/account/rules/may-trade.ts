import { groupOf } from '../../book/book.js'
import type { Book, GroupSpec } from '../../book/compiled.js'
import type { Refusal } from '../../code.js'
import { because } from '../../reasons/reasons.js'
import type { Account } from '../state.js'

/** The account's group if the account may trade, otherwise the refusal. */
export function tradingGroup(book: Book, account: Account): GroupSpec | Refusal {
  if (account.archived) return because('trade.disabled.archived')
  if (!account.enabled) return because('trade.disabled.account')
  if (!account.tradingEnabled) return because('trade.disabled.account_trading')
  const group = groupOf(book, account.groupPath)
  if (group === undefined || !group.record.enabled) {
    return because('trade.disabled.group')
  }
  if (!group.record.trade_enabled) {
    return because('trade.disabled.group_trading')
  }
  return group
}
