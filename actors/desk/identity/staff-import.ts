import {
  lineFaults,
  normalLines,
  normalProfile,
  profileFaults,
} from '../../../engine/access/staff-profile.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { ImportMode } from '../../../engine/config/transfer/import-mode.js'
import type { ConfigWorld } from '../../../engine/config/world.js'
import { CONFIG_SLICE_MS } from '../../../engine/limits/settings.js'
import { groupPath } from '../../../engine/names/group-path.js'
import { refuseField, refuseInput } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { ImportedStaff, StoredStaff } from '../../../wire/stored/stored-staff.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { refuseAccount } from '../accounts/account-counts.js'
import { NewAccounts } from '../accounts/accounts.js'
import type { Actor } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'
import type { ItemResult } from '../settings/item-result.js'
import { type ClosedSession, LiveAccess } from './live-access.js'
import { type Caller, refuseGrants, refuseLines, StaffReach } from './staff-reach.js'
import {
  changesOf,
  refuseStaffGroup,
  type StaffPlan,
  type StaffUserChange,
  StaffUsers,
  startOf,
} from './staff-users.js'

/**
 * Staff users from a settings file, identified by login.
 *
 *   - A new one has an account without passwords and is disabled, so it can sign in only after
 *     authorised staff have set a password and enabled it. One that is disabled here stays
 *     disabled.
 *   - A user cannot become another person: a login with another name or e-mail address here is
 *     refused, as is the login of an account that is no staff user.
 *   - The file cannot grant anything that the caller could not grant otherwise. Each user is
 *     imported completely or refused.
 */
export interface StaffImport {
  readonly do: 'staff'
  readonly login: Login
  readonly mode: ImportMode
  readonly fields: ImportedStaff
}

interface NewUser {
  readonly group: string
  readonly details: { readonly name: string; readonly email: string }
  readonly profile: Omit<StoredStaff, 'login' | 'created_at' | 'updated_at' | 'version'>
}

type Planned =
  | { readonly did: 'created'; readonly user: NewUser }
  | { readonly did: 'changed'; readonly plan: StaffPlan; readonly isKeptOff: boolean }

export class StaffImports {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #users: StaffUsers
  readonly #accounts: NewAccounts
  readonly #live: LiveAccess

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#users = new StaffUsers(desk)
    this.#accounts = new NewAccounts(desk)
    this.#live = new LiveAccess(desk)
  }

  /** Imports as many users as fit into a slice of the desk's time, at least one, in one change. */
  taken(actor: Actor, items: readonly StaffImport[]): Outcome<readonly ItemResult[]> {
    const told: (readonly [Login, readonly ClosedSession[]])[] = []
    const { world } = this.#desk.config
    const outcome = this.#desk.change((journal) => {
      const results = this.#walk(items, (item) => {
        const planned = this.#planned(actor, item, world)
        if (planned === 'skipped' || isRefusal(planned)) return planned
        if (planned.did === 'changed') {
          if (Object.keys(planned.plan.change).length === 0) return planned
          const text = `Staff user ${item.login} was changed`
          const closed = this.#users.carryOut(planned.plan, text, (line) => journal(actor, line))
          told.push([item.login, closed])
          return planned
        }
        const refusal = this.#opened(actor, item.login, planned.user, journal)
        if (refusal !== null) return refusal
        told.push([item.login, []])
        return planned
      })
      return accept(results)
    })
    if (outcome.ok) for (const [login, closed] of told) this.#live.tell(login, closed)
    return outcome
  }

  /** Describes what would be done under the future settings `world`. */
  lookedAt(actor: Actor, items: readonly StaffImport[], world: ConfigWorld): ItemResult[] {
    return this.#walk(items, (item) => {
      const planned = this.#planned(actor, item, world)
      const isNew = planned !== 'skipped' && !isRefusal(planned) && planned.did === 'created'
      return (isNew ? refuseAccount(this.#desk) : undefined) ?? planned
    })
  }

  #walk(
    items: readonly StaffImport[],
    take: (item: StaffImport) => Planned | Refusal | 'skipped',
  ): ItemResult[] {
    const { clock } = this.#desk
    const until = clock.monotonic() + CONFIG_SLICE_MS
    const results: ItemResult[] = []
    for (const item of items) {
      results.push(resultOf(item.login, take(item)))
      if (clock.monotonic() >= until) break
    }
    return results
  }

  #planned(actor: Actor, item: StaffImport, world: ConfigWorld): Planned | Refusal | 'skipped' {
    const caller = this.#reach.holder(actor, 'config.staff')
    if (isRefusal(caller)) return caller
    const { login, mode } = item
    const { accounts, staff } = this.#desk.tables
    if (staff.get(login) !== undefined) return this.#change(actor, caller, item, world)
    if (accounts.get(login) !== undefined) {
      return because('conflict.account_no_staff', { login })
    }
    if (mode === 'update_only') return 'skipped'
    if (!caller.rights.has('accounts.edit')) {
      return because('forbidden.import_staff')
    }
    const user = newUser(item.fields, caller, world)
    return isRefusal(user) ? user : { did: 'created', user }
  }

  #change(
    actor: Actor,
    caller: Caller,
    { login, mode, fields }: StaffImport,
    world: ConfigWorld,
  ): Planned | Refusal | 'skipped' {
    const user = this.#reach.managed(caller, login)
    if (isRefusal(user)) return user
    if (mode === 'create_only') return 'skipped'
    const { account, profile } = user
    const { name = account.name, email = account.email, active, reports, ...more } = fields
    if (name !== account.name || email.toLowerCase() !== account.email.toLowerCase()) {
      return because('conflict.staff_differs', { login })
    }
    const faults = lineFaults(reports ?? [])
    if (faults.length > 0) return refuseInput(faults)
    const change: StaffUserChange = {
      ...more,
      ...(reports !== undefined && { reports: normalLines(reports) }),
      ...(active === false && { active }),
    }
    const plan = this.#users.planned({ actor, login, version: profile.version, change }, world)
    if (isRefusal(plan)) return plan
    return { did: 'changed', plan, isKeptOff: active !== false && !profile.active }
  }

  /** Opens the account and makes it a staff user. If refused, nothing has changed. */
  #opened(actor: Actor, login: Login, user: NewUser, journal: JournalWriter): Refusal | null {
    const { group, details, profile } = user
    const opened = this.#accounts.open(
      { actor, login, group, must_change_password: true, details, hashes: {} },
      journal,
    )
    if (!opened.ok) return opened
    this.#desk.tables.staff.insert({ login, ...profile }, this.#desk.clock.now())
    const text = `Staff user ${login} was created, disabled and without a password`
    journal(actor, { kind: 'staff', login, text, changes: changesOf({}, profile) })
    return null
  }
}

function newUser(fields: ImportedStaff, caller: Caller, world: ConfigWorld): NewUser | Refusal {
  const { group: path, name = '', email = '', active: _, reports = [], ...given } = fields
  const { group_scope = [], ...rest } = normalProfile(given)
  const granted = group_scope.length === 0 ? rest : { ...rest, group_scope }
  const faults = [...profileFaults(granted), ...lineFaults(reports)]
  if (faults.length > 0) return refuseInput(faults)
  if (path === undefined) return refuseField('group', say('field.missing_new_user'))
  const group = world.named('groups', groupPath(path))
  if (group === undefined) {
    return refuseField('group', say('field.no_group_here', { path }))
  }
  const unfit = refuseStaffGroup(group.path, caller)
  if (unfit !== null) return refuseField('group', unfit)
  if (!group.enabled) return refuseField('group', say('field.group_disabled'))
  const start = { ...startOf(caller), ...granted }
  const lines = normalLines(reports)
  const refusal = refuseGrants(start, caller) ?? refuseLines({ reports: lines }, [], caller)
  if (refusal !== null) return refusal
  const profile = { ...start, active: false, reports: lines }
  return { group: group.path, details: { name, email }, profile }
}

function resultOf(login: Login, planned: Planned | Refusal | 'skipped'): ItemResult {
  const nothing = { id: login, fields: [], code: null, message: '', field: null }
  if (planned === 'skipped') return { ...nothing, did: 'skipped' }
  if (isRefusal(planned)) {
    const { code, message } = planned
    const [first] = 'fields' in planned ? (planned.fields as readonly { path: string }[]) : []
    return { ...nothing, did: 'refused', code, message, field: first?.path ?? null }
  }
  if (planned.did === 'created') return { ...nothing, did: 'created', warnings: [NO_PASSWORD] }
  const fields = Object.keys(planned.plan.change)
  const warnings = planned.isKeptOff ? [STAYS_OFF] : []
  return { ...nothing, did: fields.length === 0 ? 'same' : 'changed', fields, warnings }
}

const NO_PASSWORD = 'It is new, so it is disabled and has no password: set one, then enable it.'
const STAYS_OFF = 'It is active in the file and not here: enable it when it may sign in.'
