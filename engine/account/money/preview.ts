import type { Book, GroupSpec } from '../../book/compiled.js'
import type { Prices } from '../../book/prices.js'
import type { Minor } from '../../units.js'
import { apply } from '../apply.js'
import type { AccountEvent } from '../event.js'
import { HeldPositions } from '../holdings/held-positions.js'
import type { Account } from '../state.js'
import { accountMargin } from './margin.js'

/**
 * The account's margin after `events`. The account is not changed; only the parts that the events
 * touch are copied.
 */
export function marginAfter(
  account: Account,
  book: Book,
  group: GroupSpec,
  prices: Prices,
  events: readonly AccountEvent[],
): Minor | undefined {
  return accountMargin(accountAfter(account, events), book, group, prices)
}

/**
 * The account after `events`, for computing its money; it contains only the positions that the
 * events touch.
 */
export function accountAfter(account: Account, events: readonly AccountEvent[]): Account {
  const after: Account = {
    ...account,
    positions: new HeldPositions(),
    exposures: account.exposures.copy(),
    orders: new Map(account.orders),
    pending: new Map(account.pending),
  }
  for (const event of events) {
    if (event.type !== 'position') continue
    const position = account.positions.get(event.id)
    if (position !== undefined) after.positions.set(position)
  }
  for (const event of events) apply(after, event)
  return after
}
