import { monthsWithin, rightsBeyond, scopeExcess } from '../../engine/access/grants.js'
import { knownRights, type Right } from '../../engine/access/rights.js'
import type { StaffProfile } from '../../engine/access/staff-profile.js'
import { type Refusal, refuse } from '../../engine/code.js'
import { type GroupScope, groupScope } from '../../engine/group-path.js'
import type { Login } from '../../engine/units.js'
import { accountsRepo } from '../../storage/repos/accounts.js'
import { staffRepo } from '../../storage/repos/staff.js'
import type { StoredAccount } from '../../wire/stored-account.js'
import type { StaffMember, StoredStaff } from '../../wire/stored-staff.js'
import type { Actor, Desk } from './desk.js'

/** Who asks, as the staff table has them at this moment: a right taken away counts at once. */
export interface Caller {
  readonly login: Login
  readonly profile: StoredStaff
  readonly rights: ReadonlySet<Right>
  readonly scope: GroupScope
}

export interface StaffUser {
  readonly account: StoredAccount
  readonly profile: StoredStaff
}

/** Whom a caller may see and change (Spec 4.3; Spec 3-open-parts 11.16). */
export class StaffReach {
  readonly #accounts
  readonly #staff

  constructor(desk: Desk) {
    this.#accounts = accountsRepo(desk.db)
    this.#staff = staffRepo(desk.db)
  }

  caller(actor: Actor): Caller | Refusal {
    const profile = actor.login === null ? undefined : this.#staff.get(actor.login)
    if (profile === undefined || !profile.active) {
      return refuse('forbidden', 'You are no active staff user any more. Sign in again.')
    }
    const rights = new Set(knownRights(profile.rights))
    return { login: profile.login, profile, rights, scope: groupScope(profile.group_scope) }
  }

  /** A user out of the caller's scope reads like one that is not there. */
  seen(caller: Caller, login: Login): StaffUser | Refusal {
    const profile = this.#staff.get(login)
    const account = this.#accounts.get(login)
    if (profile !== undefined && account !== undefined && caller.scope.covers(account.group)) {
      return { account, profile }
    }
    return refuse('not_found', `There is no staff user ${login}.`)
  }

  /** Seen, and no stronger than the caller. */
  managed(caller: Caller, login: Login): StaffUser | Refusal {
    const user = this.seen(caller, login)
    if ('ok' in user) return user
    const beyond = rightsBeyond(knownRights(user.profile.rights), caller.rights)
    if (beyond.length === 0) return user
    const which = beyond.join(', ')
    return refuse('forbidden', `The staff user ${login} holds rights that you do not: ${which}.`)
  }
}

/** Nobody grants rights, history or groups beyond their own; null when all of it is the caller's. */
export function refuseGrants(granted: Partial<StaffProfile>, caller: Caller): Refusal | null {
  const { rights = [], group_scope: scope, logs_months, reports_months } = granted
  const beyond = rightsBeyond(rights, caller.rights)
  if (beyond.length > 0) {
    return refuse(
      'forbidden',
      `You cannot grant rights that you do not hold: ${beyond.join(', ')}.`,
    )
  }
  for (const [field, months] of Object.entries({ logs_months, reports_months })) {
    const own = caller.profile[field as 'logs_months' | 'reports_months']
    if (months === undefined || monthsWithin(months, own)) continue
    return refuse('forbidden', `${field}: you cannot grant more than your own ${own} months.`)
  }
  const excess = scope === undefined ? null : scopeExcess(scope, caller.profile.group_scope)
  if (excess === null) return null
  const { mask, lacks } = excess
  if (lacks === null) return refuse('forbidden', `group_scope: ${mask} reaches beyond your scope.`)
  return refuse('forbidden', `group_scope: ${mask} needs your exclusion beside it: add ${lacks}.`)
}

export function memberOf({ account, profile }: StaffUser): StaffMember {
  const { reports: _, rights, ...rest } = profile
  return {
    ...rest,
    rights: knownRights(rights),
    group: account.group,
    name: account.name,
    email: account.email,
    last_access: account.last_access,
    last_ip: account.last_ip,
  }
}
