import type { Supervisor } from '../../actors/server/supervisor.js'
import { grantsBeyond, type StaffGrants } from '../../engine/access/grants.js'
import { groupOf } from '../../engine/book/book.js'
import type { GroupSpec } from '../../engine/book/compiled.js'
import type { Refusal } from '../../engine/code.js'
import type { GroupRecord } from '../../engine/config/records/group.js'
import {
  type GroupScope,
  groupPath,
  groupReach,
  groupScope,
  isStaffGroup,
} from '../../engine/names/group-path.js'
import { because } from '../../engine/reasons/reasons.js'
import type { GroupWatch } from '../../wire/thread/watched-accounts.js'
import type { Session } from '../exchange/session.js'

/** The only service that this file needs. */
interface WithSettings {
  readonly settings: Pick<Supervisor, 'book'>
}

interface WithDesk {
  readonly desk: Pick<Supervisor, 'ask'>
}

/**
 * The groups that a staff user may act on: those in the scope, and staff groups with the right
 * `config.staff`.
 */
export function reachOf(session: Pick<Session, 'groupScope' | 'rights'>): GroupScope {
  return groupReach(session.groupScope, session.rights)
}

/** The watch for a mask within the session's scope, in the form that shards expect. */
export function groupWatchOf(
  { groupScope: scope, rights }: Pick<Session, 'groupScope' | 'rights'>,
  mask: string,
): GroupWatch {
  return { mask, scope, sees_staff: rights.has('config.staff') }
}

/** The groups that the session may act on, sorted by path. */
export function reachableGroups(services: WithSettings, session: Session): GroupSpec[] {
  const reach = reachOf(session)
  return [...services.settings.book.groups.values()].filter(({ path }) => reach.covers(path))
}

/** The group with this path (slash or backslash). A group out of reach is reported as missing. */
export function reachableGroup(
  services: WithSettings,
  session: Session,
  path: string,
): GroupSpec | Refusal {
  const group = groupOf(services.settings.book, groupPath(path))
  if (group !== undefined && reachOf(session).covers(group.path)) return group
  return because('not_found.group_by_path', { path })
}

/** Checks whether the user may create a group at this path. */
export function refuseGroupPath(session: Session, path: string): Refusal | undefined {
  if (!groupScope(session.groupScope).covers(path)) {
    return because('forbidden.group_scope', { group: path })
  }
  if (!isStaffGroup(path) || session.rights.has('config.staff')) return undefined
  return because('forbidden.staff_groups')
}

/**
 * Disabling a staff group disables its members. Users may not disable their own group or staff that
 * they do not manage.
 */
export async function refuseDisabling(
  services: WithDesk,
  session: Session,
  { path, enabled: isEnabled }: Pick<GroupRecord, 'path' | 'enabled'>,
  enabled: unknown,
): Promise<Refusal | undefined> {
  if (enabled !== false || !isEnabled || !isStaffGroup(path)) return undefined
  if (session.group.toLowerCase() === path.toLowerCase()) {
    return because('forbidden.own_group')
  }
  const staff = await services.desk.ask('groups.staff_grants', { group: path })
  if (!staff.ok) return staff
  const own = grantsOfSession(session)
  const isBeyond = staff.value.some(([, grants]) => grantsBeyond(grants, own).length > 0)
  if (!isBeyond) return undefined
  return because('forbidden.staff_of_group', { group: path })
}

/** The rights of a staff session, which staff that it manages may not exceed. */
export function grantsOfSession(session: Session): StaffGrants {
  const { rights, groupScope, ipAllow, logsMonths, reportsMonths } = session
  return {
    rights: [...rights],
    group_scope: groupScope,
    ip_allow: ipAllow,
    logs_months: logsMonths,
    reports_months: reportsMonths,
  }
}
