import { type Money, moneyOf } from '../../engine/account/money/money.js'
import type { Account } from '../../engine/account/state.js'
import type { AccountBooks } from './books.js'

/** The money of an account that stands; one whose figures cannot be found is set aside. */
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
