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
import type { GroupWatch } from '../../wire/thread/watched.js'
import type { Session } from '../pipeline/session.js'

/** The services that are asked here. */
interface WithSettings {
  readonly settings: Pick<Supervisor, 'book'>
}

interface WithDesk {
  readonly desk: Pick<Supervisor, 'ask'>
}

/** The groups a staff user may act on: those of the scope, and staff groups with `config.staff`. */
export function reachOf(session: Pick<Session, 'groupScope' | 'rights'>): GroupScope {
  return groupReach(session.groupScope, session.rights)
}

/** The groups of a mask that the session reaches, as shards are asked about them. */
export function groupWatchOf(
  { groupScope: scope, rights }: Pick<Session, 'groupScope' | 'rights'>,
  mask: string,
): GroupWatch {
  return { mask, scope, sees_staff: rights.has('config.staff') }
}

/** The groups in the session's reach, in the order of their paths. */
export function reachableGroups(services: WithSettings, session: Session): GroupSpec[] {
  const reach = reachOf(session)
  return [...services.settings.book.groups.values()].filter(({ path }) => reach.covers(path))
}

/** The group of a path, slash or backslash; one that is out of reach is not there. */
export function reachableGroup(
  services: WithSettings,
  session: Session,
  path: string,
): GroupSpec | Refusal {
  const group = groupOf(services.settings.book, groupPath(path))
  if (group !== undefined && reachOf(session).covers(group.path)) return group
  return because('not_found.group_by_path', { path })
}

/** May this user create a group there? */
export function refuseGroupPath(session: Session, path: string): Refusal | undefined {
  if (!groupScope(session.groupScope).covers(path)) {
    return because('forbidden.group_scope', { group: path })
  }
  if (!isStaffGroup(path) || session.rights.has('config.staff')) return undefined
  return because('forbidden.staff_groups')
}

/**
 * To disable a group of staff is to disable them: nobody does so to themselves, nor to someone whom
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

/** The grants of a staff session, which nobody that it manages may exceed. */
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
