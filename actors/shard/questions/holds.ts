import type { Account } from '../../../engine/account/state.js'
import { isRefusal } from '../../../engine/code.js'
import type { ShardOperations } from '../../../wire/thread/shard-messages.js'
import type { ShardCore } from '../core.js'
import type { ShardAnswer } from './answer.js'

/**
 * Does the condition hold of the account? While it is held nothing is decided of it, so the answer stays true
 * until the desk has committed what hangs on it (actors/server/account-keeper.ts). One that does not meet it is
 * not held: it trades on.
 */
export function holdAsked(
  core: ShardCore,
  { login, condition }: ShardOperations['hold']['request'],
): ShardAnswer {
  const account = core.account(login)
  if (isRefusal(account)) return account
  const meets = condition === 'flat' ? isFlat(account) : account.lastRecordSeq === 0
  const isHeld = meets && core.parking.requests.of(login).length === 0
  if (isHeld) core.held.add(login)
  return { ok: true, value: { is_held: isHeld } }
}

/** Nothing of it can gain or lose any more, and the day end will not charge it. */
function isFlat({ positions, orders, commissionDue }: Account): boolean {
  return positions.size === 0 && orders.size === 0 && commissionDue === 0
}
