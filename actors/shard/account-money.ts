import { type Money, moneyOf } from '../../engine/account/money/money.js'
import type { Account } from '../../engine/account/state.js'
import type { AccountBooks } from './books.js'

/** The account's money. Undefined if computing it fails; the account is then set aside. */
export function moneyOrNone(
  core: Pick<AccountBooks, 'book' | 'contextOf' | 'quarantine'>,
  account: Account,
): Money | undefined {
  try {
    return moneyOf(account, core.book, core.contextOf(account).prices)
  } catch (error) {
    core.quarantine.add(account, error)
    return undefined
  }
}
