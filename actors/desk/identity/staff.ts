import { lineFaults, normalLines, type ReportLine } from '../../../engine/access/staff-profile.js'
import { isRefusal } from '../../../engine/code.js'
import { sameValue } from '../../../engine/config/kind.js'
import { groupMaskFits, isStaffGroup } from '../../../engine/names/group-path.js'
import { refuseInput } from '../../../engine/reasons/fault.js'
import type { Login } from '../../../engine/units.js'
import { passwordChanged } from '../../../wire/stored/line-facts.js'
import type { ExportedStaff, StaffMember, StaffReports } from '../../../wire/stored/stored-staff.js'
import type { StoredCredential } from '../../../wire/thread/auth-messages.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { CodeResets } from './code-resets.js'
import { closedText, LiveAccess } from './live-access.js'
import { memberOf, refuseLines, StaffReach } from './staff-reach.js'
import { type CreateStaff, StaffUsers, stale, type UpdateStaff } from './staff-users.js'

/**
 * Requests of the front about staff users. The caller's rights and scope are checked here as
 * stored.
 */

interface OneStaff {
  readonly actor: Actor
  readonly login: Login
}

interface SetPassword extends OneStaff {
  readonly hash: string
}

interface SetReports extends OneStaff {
  readonly version: number
  readonly lines: readonly ReportLine[]
}

interface ListStaff {
  readonly actor: Actor
  readonly group?: string
  readonly login?: Login
  readonly name?: string
  readonly page: number
  readonly limit: number
}

export function staffDesk(desk: Desk) {
  const users = new StaffUsers(desk)
  const staff = new StaffDesk(desk)
  return {
    'staff.list': (request: ListStaff) => staff.list(request),
    /** Staff users for a settings file of another server, in order of logins. */
    'staff.exported': (request: ListStaff) => staff.exported(request),
    'staff.get': (request: OneStaff) => staff.get(request),
    'staff.create': (request: CreateStaff) => users.create(request),
    'staff.update': (request: UpdateStaff) => users.update(request),
    'staff.remove': ({ actor, login }: OneStaff) => users.remove(actor, login),
    'staff.disable': ({ actor, login }: OneStaff) => users.disable(actor, login),
    /** The rules for this user's password; refused in the same cases as setting one. */
    'staff.password_rules': (request: OneStaff) => staff.passwordRules(request),
    'staff.set_password': (request: SetPassword) => staff.setPassword(request),
    'staff.reset_otp': (request: OneStaff) => staff.resetOtp(request),
    'staff.reports': (request: OneStaff) => staff.reports(request),
    'staff.set_reports': (request: SetReports) => staff.setReports(request),
  }
}

class StaffDesk {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #live: LiveAccess
  readonly #codes: CodeResets

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#live = new LiveAccess(desk)
    this.#codes = new CodeResets(desk)
  }

  list(request: ListStaff): Outcome<{ items: StaffMember[]; total: number }> {
    const caller = this.#reach.caller(request.actor)
    if (isRefusal(caller)) return caller
    const { group, page, limit } = request
    const groups = this.#desk.config.world
      .list('groups')
      .map(({ path }) => path)
      .filter((path) => isStaffGroup(path) && caller.scope.covers(path))
      .filter((path) => group === undefined || groupMaskFits(group, path))
    const { login = 0, name = '' } = request
    const filter = { groups, login, name }
    const items = this.#desk.tables.staff
      .logins(filter, (page - 1) * limit, limit)
      .flatMap((found) => {
        const user = this.#reach.seen(caller, found)
        return isRefusal(user) ? [] : [memberOf(user)]
      })
    return accept({ items, total: this.#desk.tables.staff.countMatching(filter) })
  }

  exported(request: ListStaff): Outcome<{ items: ExportedStaff[]; total: number }> {
    const found = this.list(request)
    if (!found.ok) return found
    const { items, total } = found.value
    const exported = items.flatMap((member) => {
      const profile = this.#desk.tables.staff.get(member.login)
      return profile === undefined ? [] : [exportedStaff(member, profile.reports)]
    })
    return accept({ items: exported, total })
  }

  get({ actor, login }: OneStaff): Outcome<StaffMember> {
    const user = this.#seen(actor, login)
    return isRefusal(user) ? user : accept(memberOf(user))
  }

  passwordRules({
    actor,
    login,
  }: OneStaff): Outcome<{ readonly group: string; readonly others: readonly StoredCredential[] }> {
    const user = this.#managed(actor, login)
    if (isRefusal(user)) return user
    const others = this.#desk.tables.credentials.others(login, 'master')
    return accept({ group: user.account.group, others })
  }

  setPassword({ actor, login, hash }: SetPassword): Outcome<null> {
    const user = this.#managed(actor, login)
    if (isRefusal(user)) return user
    const outcome = this.#desk.change((journal) => {
      this.#desk.tables.credentials.set(login, 'master', hash, this.#desk.clock.now())
      const closed = this.#live.closeAll(login)
      const text = `The password of ${login} was set by staff${closedText(closed)}`
      const changes = [passwordChanged('master', 'set')]
      journal(actor, { kind: 'account.password', login, text, changes })
      return accept(closed)
    })
    if (!outcome.ok) return outcome
    this.#live.tell(login, outcome.value)
    return accept(null)
  }

  resetOtp({ actor, login }: OneStaff): Outcome<null> {
    const user = this.#managed(actor, login)
    return isRefusal(user) ? user : this.#codes.reset(actor, user.account)
  }

  reports({ actor, login }: OneStaff): Outcome<StaffReports> {
    const user = this.#seen(actor, login)
    if (isRefusal(user)) return user
    return accept({ version: user.profile.version, lines: user.profile.reports })
  }

  setReports({ actor, login, version, lines: given }: SetReports): Outcome<StaffReports> {
    const faults = lineFaults(given)
    if (faults.length > 0) return refuseInput(faults)
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const user = this.#reach.managed(caller, login)
    if (isRefusal(user)) return user
    const { profile } = user
    const lines = normalLines(given)
    const refusal = refuseLines({ reports: lines }, profile.reports, caller)
    if (refusal !== null) return refusal
    if (version !== profile.version) return stale(profile.version)
    if (sameValue(profile.reports, lines)) return accept({ version, lines })
    return this.#desk.change((journal) => {
      this.#desk.tables.staff.update(profile, { reports: lines }, this.#desk.clock.now())
      const text = `Staff user ${login} was changed: reports`
      const changes = [{ field: 'reports', from: profile.reports, to: lines }]
      journal(actor, { kind: 'staff', login, text, changes })
      return accept({ version: version + 1, lines })
    })
  }

  #seen(actor: Actor, login: Login) {
    const caller = this.#reach.caller(actor)
    return isRefusal(caller) ? caller : this.#reach.seen(caller, login)
  }

  #managed(actor: Actor, login: Login) {
    const caller = this.#reach.caller(actor)
    return isRefusal(caller) ? caller : this.#reach.managed(caller, login)
  }
}

/** The exported fields of a staff user; passwords and one-time secrets are not among them. */
function exportedStaff(member: StaffMember, reports: readonly ReportLine[]): ExportedStaff {
  const { login, group, name, email, active, rights, group_scope, otp_enabled } = member
  const { ip_allow, mailbox_name, logs_months, reports_months } = member
  return {
    fields: {
      login,
      group,
      name,
      email,
      active,
      rights,
      group_scope,
      ip_allow,
      mailbox_name,
      logs_months,
      reports_months,
      reports,
    },
    removed: otp_enabled ? ['password', 'one_time_codes'] : ['password'],
  }
}
