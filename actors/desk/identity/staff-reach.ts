import { rightsOfKey, scopeOfKey } from '../../../engine/access/api-key.js'
import {
  grantsBeyond,
  linesBeyond,
  refuseManaging,
  rightsBeyond,
  type StaffGrants,
  scopeExcess,
} from '../../../engine/access/grants.js'
import { knownRights, type Right, refuseWithout } from '../../../engine/access/rights.js'
import type { ReportLine, StaffProfile } from '../../../engine/access/staff-profile.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { sameValue } from '../../../engine/config/kind.js'
import { type GroupScope, groupReach, groupScope } from '../../../engine/names/group-path.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { apiKeysRepo } from '../../../storage/repos/people/api-keys.js'
import { staffRepo } from '../../../storage/repos/people/staff.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import type { StaffMember, StoredStaff } from '../../../wire/stored/stored-staff.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'

/** The caller with the currently stored rights: a revoked right counts at once. */
export interface Caller {
  readonly login: Login
  readonly profile: StoredStaff
  readonly rights: ReadonlySet<Right>
  readonly scope: GroupScope
  /**
   * The groups whose accounts the caller may see: its scope, and with `config.staff` also the staff
   * groups.
   */
  readonly reach: GroupScope
}

export interface StaffUser {
  readonly account: StoredAccount
  readonly profile: StoredStaff
}

/** The accounts and staff users that a caller may see and change (docs/decisions/staff.md). */
export class StaffReach {
  readonly #accounts
  readonly #keys
  readonly #staff

  constructor(desk: Desk) {
    this.#accounts = accountsRepo(desk.db)
    this.#keys = apiKeysRepo(desk.db)
    this.#staff = staffRepo(desk.db)
  }

  caller(actor: Actor): Caller | Refusal {
    const stored = actor.login === null ? undefined : this.#staff.get(actor.login)
    if (stored === undefined || !stored.active) {
      return because('forbidden.no_staff')
    }
    const profile = this.#asKey(stored, actor.via)
    if (isRefusal(profile)) return profile
    const rights = new Set(knownRights(profile.rights))
    const { login, group_scope: masks } = profile
    return { login, profile, rights, scope: groupScope(masks), reach: groupReach(masks, rights) }
  }

  /** The caller's profile, limited to what their API key may do. */
  #asKey(profile: StoredStaff, via: string | undefined): StoredStaff | Refusal {
    if (via === undefined) return profile
    const key = this.#keys.named(profile.login, via)
    if (!key?.enabled) return because('forbidden.api_key', { id: via })
    const { rights, group_scope: scope } = profile
    return { ...profile, rights: rightsOfKey(key, rights), group_scope: scopeOfKey(key, scope) }
  }

  /** The caller, if they have these rights. */
  holder(actor: Actor, ...rights: readonly Right[]): Caller | Refusal {
    const caller = this.caller(actor)
    return isRefusal(caller) ? caller : (refuseWithout(caller.rights, rights) ?? caller)
  }

  /**
   * An account that the caller may see; out of reach it is answered as not found. A staff user's
   * account must also be manageable.
   */
  account(caller: Caller, login: Login): StoredAccount | Refusal {
    const account = this.#accounts.get(login)
    if (account === undefined || !caller.reach.covers(account.group)) {
      return because('not_found.account', { login })
    }
    if (this.#staff.get(login) === undefined) return account
    const managed = this.managed(caller, login)
    return isRefusal(managed) ? managed : account
  }

  /** A staff user whom the caller may see; out of scope it is answered as not found. */
  seen(caller: Caller, login: Login): StaffUser | Refusal {
    const profile = this.#staff.get(login)
    const account = this.#accounts.get(login)
    if (profile !== undefined && account !== undefined && caller.scope.covers(account.group)) {
      return { account, profile }
    }
    return because('not_found.staff_user', { login })
  }

  /** A staff user whom the caller may see and who has no grant that the caller lacks. */
  managed(caller: Caller, login: Login): StaffUser | Refusal {
    const user = this.seen(caller, login)
    if (isRefusal(user)) return user
    return refuseManaging(login, grantsOf(user.profile), grantsOf(caller.profile)) ?? user
  }

  /**
   * Refuses to let something act with all rights of this login. An API key may do that only if it
   * has all rights that keys can have.
   */
  refuseActingFor(caller: Caller, login: Login): Refusal | null {
    if (login !== caller.login) {
      if (!caller.rights.has('config.staff')) return because('forbidden.webhook_of_other')
      const managed = this.managed(caller, login)
      return isRefusal(managed) ? managed : null
    }
    const stored = this.#staff.get(login)
    const all = rightsOfKey({ rights: null, group_scope: null }, stored?.rights ?? [])
    const isWhole =
      rightsBeyond(all, caller.rights).length === 0 &&
      scopeExcess(stored?.group_scope ?? [], caller.profile.group_scope) === null
    return isWhole ? null : because('forbidden.webhook_of_key')
  }
}

/** The grants of a profile, without rights that no longer exist. */
export function grantsOf(profile: StoredStaff): StaffGrants {
  const { group_scope, ip_allow, logs_months, reports_months } = profile
  return { rights: knownRights(profile.rights), group_scope, ip_allow, logs_months, reports_months }
}

/**
 * Refuses grants of rights, history, addresses or groups beyond the caller's own; null if the
 * caller has all of them.
 */
export function refuseGrants(granted: Partial<StaffProfile>, caller: Caller): Refusal | null {
  const [field] = grantsBeyond(granted, grantsOf(caller.profile))
  if (field === undefined) return null
  if (field === 'rights') {
    const beyond = rightsBeyond(granted.rights ?? [], caller.rights).join(', ')
    return because('forbidden.grant', { rights: beyond })
  }
  if (field === 'logs_months' || field === 'reports_months') {
    return because('forbidden.grant_months', { field, months: caller.profile[field] })
  }
  if (field === 'ip_allow') {
    return because('forbidden.grant_addresses')
  }
  const excess = scopeExcess(granted.group_scope ?? [], caller.profile.group_scope)
  const { mask = '', lacks = null } = excess ?? {}
  if (lacks === null) return because('forbidden.grant_scope', { mask })
  return because('forbidden.grant_exclusion', { mask, lacks })
}

/**
 * Without config.reports a caller may only open reports to others that the caller's own lines open.
 */
export function refuseLines(
  { reports }: { readonly reports?: readonly ReportLine[] },
  held: readonly ReportLine[],
  caller: Caller,
): Refusal | null {
  if (reports === undefined || caller.rights.has('config.reports')) return null
  const added = reports.filter((line) => !held.some((one) => sameValue(one, line)))
  const [beyond] = linesBeyond(added, caller.profile.reports)
  if (beyond === undefined) return null
  return because('forbidden.open_reports', { path: beyond.path })
}

export function memberOf({ account, profile }: StaffUser): StaffMember {
  const { reports: _, rights, ...rest } = profile
  return {
    ...rest,
    rights: knownRights(rights),
    group: account.group,
    name: account.name,
    email: account.email,
    otp_enabled: account.otp_enabled,
    last_access: account.last_access,
    last_ip: account.last_ip,
  }
}
