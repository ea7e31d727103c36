import { isRefusal, type Refusal } from '../../../engine/code.js'
import { ACCOUNT_BATCH_MAX, ACCOUNT_BATCH_NAMED_MAX } from '../../../engine/limits/bulk.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { AccountBatch } from '../../../wire/schema/accounts/account-batch.js'
import { withoutRepeats } from '../../bulk/without-repeats.js'
import type { Session } from '../../exchange/session.js'
import type { FrontServices } from '../route.js'
import { windowOf } from './account-window.js'

/** A selection of accounts: by login, or by a window query with exceptions. */
export type MeantAccounts = Pick<
  AccountBatch,
  'logins' | 'filter' | 'search' | 'group' | 'group_path' | 'client' | 'except'
>

/** True if the request selects accounts. Without a selection it would mean all of them. */
export function isNamed({ except = [], ...who }: MeantAccounts): boolean {
  return except.length > 0 || Object.values(who).some((value) => value !== undefined)
}

/** The logins that a request selects, in ascending order. */
export async function meantLogins(
  services: FrontServices,
  session: Session,
  { logins, except = [], ...query }: MeantAccounts,
): Promise<readonly Login[] | Refusal> {
  if (logins !== undefined) {
    if (isNamed(query)) return refuseField('logins', say('field.logins_or_query'))
    const once = withoutRepeats(logins, ACCOUNT_BATCH_NAMED_MAX, 'logins')
    return isRefusal(once) ? once : once.toSorted((a, b) => a - b)
  }
  const window = windowOf(services, session, { ...query, sort: 'login' })
  if (isRefusal(window)) return window
  const max = ACCOUNT_BATCH_MAX
  const found = await services.queries
    .of(session)
    .run('accounts.window_logins', { ...window.asked, max })
  if (!found.ok) return found
  const left = new Set(except)
  return found.value.filter((login) => !left.has(login))
}
