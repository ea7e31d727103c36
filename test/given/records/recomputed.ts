import { type AccountDifference, audit } from '../../../engine/account/audit/audit.js'
import { Recomputation } from '../../../engine/account/audit/recompute.js'
import type { AccountRecord } from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'

/** The fields in which the account is not what its whole history makes of it. */
export function recomputed(
  account: Account,
  records: readonly AccountRecord[],
): readonly AccountDifference[] {
  const found = new Recomputation(account.positions.keys())
  for (const { events } of records.toReversed()) {
    for (const event of events.toReversed()) found.event(event)
  }
  return audit(account, undefined, found.result(true)).differences
}
