import type { Supervisor } from '../../actors/server/supervisor.js'
import { refuseManaging } from '../../engine/access/grants.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import { groupScope, isStaffGroup } from '../../engine/names/group-path.js'
import { because } from '../../engine/reasons/reasons.js'
import type { StoredAccount } from '../../wire/stored/stored-account.js'
import type { Session } from '../pipeline/session.js'
import type { AccountReader } from '../readers/account-reader.js'
import { grantsOfSession } from './group-reach.js'

/** The account that a staff route is about: it is found, and refused out of scope, before the handler. */
export interface RouteAccount {
  /** The parameter of the path that is its login. */
  readonly param: string
  readonly outOfScope: OutOfScope
}

/** How an account out of scope is answered: as one that is not there (404), or as one that is (403). */
export type OutOfScope = 'not_found' | 'forbidden'

interface AccountServices {
  readonly accounts: Pick<AccountReader, 'stored'>
  readonly desk: Pick<Supervisor, 'ask'>
}

/**
 * The account, when the caller may act on it. A staff account also needs that its staff profile lies
 * within the caller's own (`engine/access/grants.ts`, G5). Routes declare it (`account` of a route) where the login is
 * in their path; this is called where it comes in a body, or with a position that was looked up.
 */
export async function reachableAccount(
  { accounts, desk }: AccountServices,
  session: Session,
  login: number,
  outOfScope: OutOfScope,
): Promise<StoredAccount | Refusal> {
  const account = await accounts.stored(login)
  if (isRefusal(account)) return account
  const isStaff = isStaffGroup(account.group)
  const isCovered = groupScope(session.groupScope).covers(account.group)
  if (isCovered && !isStaff) return account
  if (isCovered && session.rights.has('config.staff')) {
    const grants = await desk.ask('accounts.staff_grants', { login })
    if (!grants.ok) return grants
    if (grants.value === null) return account
    return refuseManaging(login, grants.value, grantsOfSession(session)) ?? account
  }
  if (outOfScope === 'not_found') return because('not_found.account', { login })
  return because('forbidden.account_scope', { login })
}
