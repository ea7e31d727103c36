import type { Account } from '../../../engine/account/state.js'
import { isRefusal } from '../../../engine/code.js'
import type { ShardOperations } from '../../../wire/thread/shard-messages.js'
import type { ShardCore } from '../core.js'
import type { ShardAnswer } from './answer.js'

/**
 * Checks a condition of the account. If it is true, the account is locked: nothing is decided for
 * it, so the condition stays true until the desk has committed the change that depends on it
 * (actors/server/account-keeper.ts). Otherwise the account continues to trade.
 */
export function answerHold(
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

/** True if nothing in the account can gain or lose money, and the day end will not charge it. */
function isFlat({ positions, orders, commissionDue }: Account): boolean {
  return positions.size === 0 && orders.size === 0 && commissionDue === 0
}
