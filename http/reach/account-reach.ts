import type { Supervisor } from '../../actors/server/supervisor.js'
import { refuseManaging } from '../../engine/access/grants.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import { groupScope, isStaffGroup } from '../../engine/names/group-path.js'
import { because } from '../../engine/reasons/reasons.js'
import type { StoredAccount } from '../../wire/account/stored-account.js'
import type { Session } from '../exchange/session.js'
import { grantsOfSession } from './group-reach.js'

/** The account of a staff route. It is looked up and checked against the scope before the handler. */
export interface RouteAccount {
  /** The path parameter that contains the login. */
  readonly param: string
  readonly outOfScope: OutOfScope
}

/** How to answer for an account out of scope: as missing (404) or as forbidden (403). */
export type OutOfScope = 'not_found' | 'forbidden'

export interface AccountServices {
  readonly accounts: { stored(login: number): Promise<StoredAccount | Refusal> }
  readonly desk: Pick<Supervisor, 'ask'>
}

/**
 * The account, if the caller may act on it. A staff account also requires that its profile stays
 * within the caller's own rights (`engine/access/grants.ts`, G5). Routes with the login in their
 * path declare this with `account`. Others call this function, for example when the login is in the
 * body.
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
