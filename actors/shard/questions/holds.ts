import { isRefusal } from '../../../engine/code.js'
import type { Login } from '../../../engine/units.js'
import type { ShardCore } from '../core.js'
import type { ShardAnswer } from './answer.js'

/**
 * May the account still be made another one, with other money? While it is held nothing is decided of it,
 * so the answer stays true until the desk has committed what hangs on it (actors/server/account-keeper.ts).
 * An account that has a record is not held: it will never be without one again.
 */
export function holdAsked(core: ShardCore, login: Login): ShardAnswer {
  const account = core.account(login)
  if (isRefusal(account)) return account
  const isFresh = account.lastRecordSeq === 0 && core.parking.requests.of(login).length === 0
  if (isFresh) core.held.add(login)
  return { ok: true, value: { is_fresh: isFresh } }
}
