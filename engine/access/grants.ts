import type { Refusal } from '../code.js'
import { comparableGroup, groupMaskFits, type ScopeMasks, scopeMasks } from '../names/group-path.js'
import { maskFits } from '../names/mask.js'
import { because } from '../reasons/reasons.js'
import type { Login } from '../units.js'
import { prefixBeyond } from './address.js'
import type { ReportLine } from './staff-profile.js'

/**
 * The grants that one staff user may give to another: nothing beyond their own.
 *
 *   - Rights: only rights that the granter has.
 *   G2. History: 0 means all of it, so only a granter with all of it may grant 0.
 *   G3. Groups: a scope is granted only if the granter's scope provably covers every path of it. An
 *       unprovable scope is refused, so a scope never grows when it is passed on.
 *   - Addresses: each network is inside one of the granter's. An empty list means every address.
 *   G5. A managed user has nothing beyond the manager in all of this. Otherwise setting their
 *       password, or changing their rights for a moment, would be a way around it.
 *   G6. Report lines: each is inside one line of the granter, unless the granter manages reports.
 *
 * The proof of G3 works per mask, linear in the number of masks:
 *   - Each granted mask is inside one mask of the granter. A mask is inside another exactly if the
 *     other matches its text, with its stars read as characters that only a star matches.
 *   - For each `!` mask of the granter, either no path matches both it and a granted mask, or some
 *     `!` mask of the grant excludes as much. So repeat your own exclusions when you grant.
 */

/**
 * The grants of a staff user: rights, the groups and addresses they are limited to, and the months
 * of history.
 */
export interface StaffGrants {
  readonly rights: readonly string[]
  readonly group_scope: readonly string[]
  readonly ip_allow: readonly string[]
  readonly logs_months: number
  readonly reports_months: number
}

/** The grants in the order in which refusals list them. */
const GRANTS = ['rights', 'logs_months', 'reports_months', 'ip_allow', 'group_scope'] as const

/** The fields of `granted` that are not proven to lie within `own`. */
export function grantsBeyond(
  granted: Partial<StaffGrants>,
  own: StaffGrants,
): (keyof StaffGrants)[] {
  const { rights = [], group_scope: scope = [], ip_allow: addresses } = granted
  const { logs_months: logs, reports_months: reports } = granted
  const isBeyond: Readonly<Record<keyof StaffGrants, boolean>> = {
    rights: rightsBeyond(rights, new Set(own.rights)).length > 0,
    logs_months: logs !== undefined && !monthsWithin(logs, own.logs_months),
    reports_months: reports !== undefined && !monthsWithin(reports, own.reports_months),
    ip_allow: addresses !== undefined && prefixBeyond(addresses, own.ip_allow) !== null,
    group_scope: scopeExcess(scope, own.group_scope) !== null,
  }
  return GRANTS.filter((field) => isBeyond[field])
}

/** The reason why a user with the grants `own` may not manage this user; null if they may. */
export function refuseManaging(login: Login, user: StaffGrants, own: StaffGrants): Refusal | null {
  const beyond = grantsBeyond(user, own)
  if (beyond.length === 0) return null
  if (beyond[0] !== 'rights') {
    return because('forbidden.staff_reach', { login, masks: beyond.join(', ') })
  }
  const rights = rightsBeyond(user.rights, new Set(own.rights)).join(', ')
  return because('forbidden.staff_rights', { login, rights })
}

/** The rights of `granted` that are not in `held`. */
export function rightsBeyond(granted: readonly string[], held: ReadonlySet<string>): string[] {
  return granted.filter((right) => !held.has(right))
}

/** Months of history, 0 = all (G2). */
export function monthsWithin(granted: number, own: number): boolean {
  return own === 0 || (granted !== 0 && granted <= own)
}

/** True when every path that fits `inner` fits `outer`. Masks are without `!` and commas. */
export function maskWithin(inner: string, outer: string): boolean {
  return groupMaskFits(outer, inner)
}

/** The reason why a scope may not be granted: a mask of it, as compared, and the exclusion that it lacks. */
export interface ScopeExcess {
  readonly mask: string
  /**
   * The granter's `!` mask that the grant must repeat; null if the granted mask itself is too wide.
   */
  readonly lacks: string | null
}

/** The excess of `granted` over `own`; null when there is provably none (G3). */
export function scopeExcess(
  granted: readonly string[],
  own: readonly string[],
): ScopeExcess | null {
  const inner = scopeMasks(granted)
  const outer = scopeMasks(own)
  for (const mask of inner.allowed) {
    if (!outer.allowed.some((one) => maskWithin(mask, one))) return { mask, lacks: null }
    const lacks = outer.denied.find((denied) => !isTakenAway(denied, mask, inner))
    if (lacks !== undefined) return { mask, lacks: `!${lacks}` }
  }
  return null
}

/** True if no path that matches `mask` and the granter's `denied` is left in the granted scope. */
function isTakenAway(denied: string, mask: string, granted: ScopeMasks): boolean {
  if (!masksMeet(denied, mask)) return true
  return granted.denied.some((one) => maskWithin(denied, one) || maskWithin(mask, one))
}

/**
 * True if some text matches both masks. With a star in both only their ends matter, because the
 * parts between can always be written one after the other.
 */
export function masksMeet(one: string, other: string): boolean {
  const a = comparableGroup(one)
  const b = comparableGroup(other)
  if (!a.includes('*')) return groupMaskFits(b, a)
  if (!b.includes('*')) return groupMaskFits(a, b)
  const startOf = (mask: string): string => mask.slice(0, mask.indexOf('*'))
  const endOf = (mask: string): string => mask.slice(mask.lastIndexOf('*') + 1)
  const startsMeet = startOf(a).startsWith(startOf(b)) || startOf(b).startsWith(startOf(a))
  return startsMeet && (endOf(a).endsWith(endOf(b)) || endOf(b).endsWith(endOf(a)))
}

/** The lines of `granted` that no single line of `own` covers completely (G6). */
export function linesBeyond(
  granted: readonly ReportLine[],
  own: readonly ReportLine[],
): ReportLine[] {
  return granted.filter((line) => !own.some((mine) => isLineWithin(line, mine)))
}

function isLineWithin(line: ReportLine, mine: ReportLine): boolean {
  const isDeep =
    mine.depth_days !== 0 && (line.depth_days === 0 || line.depth_days > mine.depth_days)
  const opensMore = (line.view && !mine.view) || (line.export && !mine.export)
  return !isDeep && !opensMore && maskFits(mine.path, line.path)
}
