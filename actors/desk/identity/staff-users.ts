import { knownRights } from '../../../engine/access/rights.js'
import {
  normalProfile,
  profileFaults,
  type ReportLine,
  type StaffProfile,
  sameList,
} from '../../../engine/access/staff-profile.js'
import { assert } from '../../../engine/assert.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { sameValue } from '../../../engine/config/kind.js'
import type { ConfigWorld } from '../../../engine/config/world.js'
import { groupPath, isStaffGroup } from '../../../engine/names/group-path.js'
import { refuseField, refuseInput } from '../../../engine/reasons/fault.js'
import type { KeyedText } from '../../../engine/reasons/keyed-text.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import type { StaffMember } from '../../../wire/stored/stored-staff.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'
import type { Once } from '../remembered-answers.js'
import { refuseMove } from './group-move.js'
import { type ClosedSession, closedText, LiveAccess } from './live-access.js'
import {
  type Caller,
  memberOf,
  refuseGrants,
  refuseLines,
  StaffReach,
  type StaffUser,
} from './staff-reach.js'

/**
 * Creates, changes and deletes staff users (docs/decisions/staff.md).
 *
 *   - A change is one transaction: profile, account, sessions and one journal line with the changed
 *     fields. A change without effect writes nothing.
 *   - Only changed fields need the right to grant them.
 *   - The order of the checks is part of the contract: the body, the target (404), its rights and
 *     the grants (403), then versions and uses (409).
 */
export interface CreateStaff {
  readonly actor: Actor
  readonly once?: Once
  readonly login: Login
  readonly profile: Partial<StaffProfile>
}

export interface UpdateStaff {
  readonly actor: Actor
  readonly login: Login
  readonly version: number
  readonly change: StaffUserChange
  /**
   * True if the account has no records, as its shard reports (group-move.ts). Undefined counts as
   * having some.
   */
  readonly isFresh?: boolean
}

export interface StaffUserChange extends Partial<StaffProfile> {
  readonly group?: string
  readonly name?: string
  readonly email?: string
  readonly active?: boolean
  readonly reports?: readonly ReportLine[]
}

/** A planned change, with the user whom it changes. */
export interface StaffPlan {
  readonly user: StaffUser
  readonly change: StaffUserChange
}

const KIND = 'staff'

export class StaffUsers {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #live: LiveAccess

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#live = new LiveAccess(desk)
  }

  create({ actor, login, profile: given }: CreateStaff): Outcome<StaffMember> {
    const normal = normalProfile(given)
    const faults = profileFaults(normal)
    if (faults.length > 0) return refuseInput(faults)
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const account = this.#desk.tables.accounts.get(login)
    if (account === undefined) return because('not_found.account', { login })
    const unfit = refuseStaffGroup(account.group, caller)
    if (unfit !== null) return refuseField('login', unfit)
    const profile = { ...startOf(caller), ...normal }
    const refusal = refuseGrants(profile, caller)
    if (refusal !== null) return refusal
    if (this.#desk.tables.staff.get(login) !== undefined) {
      return because('conflict.staff_exists', { login })
    }
    if (account.archived_at !== null) {
      return because('conflict.staff_archived', { login })
    }
    const now = this.#desk.clock.now()
    const outcome = this.#desk.change((journal) => {
      this.#desk.tables.staff.insert({ login, ...profile }, now)
      this.#desk.tables.accounts.update(login, {}, now)
      const changes = changesOf({}, profile)
      journal(actor, { kind: KIND, login, text: `Staff user ${login} was created`, changes })
      return accept(this.#member(login))
    })
    if (outcome.ok) this.#live.tell(login, [])
    return outcome
  }

  update(request: UpdateStaff): Outcome<StaffMember> {
    const planned = this.planned(request, this.#desk.config.world)
    if (isRefusal(planned)) return planned
    const { user, change } = planned
    if (Object.keys(change).length === 0) return accept(memberOf(user))
    const { actor, login } = request
    return this.#write(actor, user, change, `Staff user ${login} was changed`)
  }

  /**
   * The fields that a request changes, and their user; writes nothing. `world` are the settings
   * that it must fit.
   */
  planned(request: UpdateStaff, world: ConfigWorld): StaffPlan | Refusal {
    const { actor, login, version, change: given, isFresh = false } = request
    const normal = normalProfile(given)
    const { group_scope: scope, ...rest } = normal
    // An empty scope is checked below, because it may be the stored one.
    const faults = profileFaults(scope?.length === 0 ? rest : normal)
    if (faults.length > 0) return refuseInput(faults)
    const asked = this.#asked(actor, login)
    if (isRefusal(asked)) return asked
    const { caller, user } = asked
    const change = difference(user, normal, caller, world)
    if (isRefusal(change)) return change
    if (change.active === false && login === caller.login) return refuseSelf('disable')
    const refusal =
      refuseGrants(change, caller) ?? refuseLines(change, user.profile.reports, caller)
    if (refusal !== null) return refusal
    if (version !== user.profile.version) return stale(user.profile.version)
    if (change.group !== undefined) {
      const moved = refuseMove(world, user.account, change.group, isFresh)
      if (moved !== null) return moved
    }
    return { user, change }
  }

  disable(actor: Actor, login: Login): Outcome<StaffMember> {
    const asked = this.#asked(actor, login)
    if (isRefusal(asked)) return asked
    const { caller, user } = asked
    if (login === caller.login) return refuseSelf('disable')
    if (!user.profile.active) return accept(memberOf(user))
    const text = `Staff user ${login} was disabled`
    return this.#write(actor, user, { active: false }, text)
  }

  /**
   * Deletes a staff user permanently. Only allowed if no trade or journal line refers to the user.
   */
  remove(actor: Actor, login: Login): Outcome<null> {
    const asked = this.#asked(actor, login)
    if (isRefusal(asked)) return asked
    if (login === asked.caller.login) return refuseSelf('delete')
    const traces = this.#traces(login)
    if (traces !== null) {
      return because('conflict.staff_left_traces', { login, traces })
    }
    const outcome = this.#desk.change((journal) => {
      this.#desk.tables.staff.remove(login)
      this.#desk.tables.apiKeys.removeOfLogin(login)
      const closed = this.#live.closeAll(login)
      const text = `Staff user ${login} was deleted${closedText(closed)}`
      journal(actor, { kind: KIND, login, text })
      return accept(closed)
    })
    if (!outcome.ok) return outcome
    this.#live.tell(login, outcome.value)
    return accept(null)
  }

  #asked(actor: Actor, login: Login): { caller: Caller; user: StaffUser } | Refusal {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const user = this.#reach.managed(caller, login)
    return isRefusal(user) ? user : { caller, user }
  }

  #write(
    actor: Actor,
    { account, profile }: StaffUser,
    change: StaffUserChange,
    what: string,
  ): Outcome<StaffMember> {
    let closed: readonly ClosedSession[] = []
    const outcome = this.#desk.change((journal) => {
      closed = this.carryOut({ user: { account, profile }, change }, what, (line) =>
        journal(actor, line),
      )
      return accept(this.#member(account.login))
    })
    if (outcome.ok) this.#live.tell(account.login, closed)
    return outcome
  }

  /**
   * Writes a planned change; called inside changes. Returns the closed sessions, which the caller
   * reports after the change.
   */
  carryOut(
    { user: { account, profile }, change }: StaffPlan,
    what: string,
    journal: (line: Parameters<JournalWriter>[1]) => void,
  ): readonly ClosedSession[] {
    const { login } = account
    const { group, name, email, ...ofProfile } = change
    const ofAccount = definedOf({ group, name, email })
    const signsOut = group !== undefined || change.active === false
    const now = this.#desk.clock.now()
    this.#desk.tables.staff.update(profile, ofProfile, now)
    if (Object.keys(ofAccount).length > 0) this.#desk.tables.accounts.update(login, ofAccount, now)
    const closed = signsOut ? this.#live.closeAll(login) : this.#live.closeLost(login)
    const changes = changesOf({ ...profile, ...accountPart(account) }, change)
    const fields = changes.map(({ field }) => field).join(', ')
    const text = `${what}${fields === 'active' ? '' : `: ${fields}`}${closedText(closed)}`
    journal({ kind: KIND, login, text, changes })
    return closed
  }

  #traces(login: Login): string | null {
    if ((this.#desk.tables.accountStates.get(login)?.orders ?? 0) > 0) return 'has made trades'
    if (this.#desk.tables.journal.hasChangesBy(login))
      return 'has made changes that the journal tells of'
    const offers = this.#desk.config.world
      .list('routing')
      .find(({ action, dealers }) => action !== 'gateway' && dealers.includes(login))
    return offers === undefined ? null : `is a dealer of the routing rule ${offers.name}`
  }

  #member(login: Login): StaffMember {
    const profile = this.#desk.tables.staff.get(login)
    const account = this.#desk.tables.accounts.get(login)
    assert(profile !== undefined && account !== undefined, 'a written staff user can be read')
    return memberOf({ account, profile })
  }
}

/** The fields of `given` that differ from the stored fields, checked. */
function difference(
  { account, profile }: StaffUser,
  given: StaffUserChange,
  caller: Caller,
  world: ConfigWorld,
): StaffUserChange | Refusal {
  const stored: StaffUserChange = { ...profile, rights: knownRights(profile.rights) }
  const before: Readonly<Record<string, unknown>> = { ...stored, ...accountPart(account) }
  const sent = Object.entries(given).filter(([, value]) => value !== undefined)
  const change = Object.fromEntries(
    sent.filter(([field, value]) => !isSame(before[field], value)),
  ) as StaffUserChange
  const [fault] = change.group_scope?.length === 0 ? profileFaults(change) : []
  if (fault !== undefined) return refuseInput([fault])
  if (change.group === undefined) return change
  const group = world.named('groups', groupPath(change.group))
  if (group === undefined) return refuseField('group', say('field.no_such_group'))
  if (group.path === account.group) {
    const { group: _, ...rest } = change
    return rest
  }
  const unfit = refuseStaffGroup(group.path, caller)
  if (unfit !== null) return refuseField('group', unfit)
  if (!group.enabled) return refuseField('group', say('field.group_disabled'))
  return { ...change, group: group.path }
}

/** Defaults of a new staff user: the creator's history and addresses, nothing more. */
export function startOf({ profile }: Caller): StaffProfile {
  const { ip_allow, logs_months, reports_months } = profile
  return {
    rights: [],
    group_scope: [],
    mailbox_name: '',
    ip_allow,
    logs_months,
    reports_months,
  }
}

/** The reason why the caller may not have a staff user in this group; null if they may. */
export function refuseStaffGroup(path: string, caller: Caller): KeyedText | null {
  if (!isStaffGroup(path)) {
    return say('field.staff_group', { path })
  }
  return caller.scope.covers(path) ? null : say('field.group_out_of_scope', { path })
}

function accountPart({ group, name, email }: StoredAccount) {
  return { group, name, email }
}

function isSame(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return before === after
  const isPlain = [...before, ...after].every((entry) => typeof entry === 'string')
  return isPlain ? sameList(before, after) : sameValue(before, after)
}

export function changesOf(before: object, after: object): FieldChange[] {
  const from = before as Readonly<Record<string, unknown>>
  return Object.entries(after).map(([field, to]) => ({ field, from: from[field] ?? null, to }))
}

function definedOf<Given extends object>(given: Given) {
  const fields = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields) as { [Name in keyof Given]?: Exclude<Given[Name], undefined> }
}

export function stale(version: number): Refusal {
  return because('conflict.staff_changed', { version })
}

function refuseSelf(what: 'delete' | 'disable'): Refusal {
  return because('forbidden.yourself', { what })
}
