import type { RoutingRuleRecord } from '../config/records/routing-rule.js'
import { type GroupScope, groupScope, isStaffGroup } from '../names/group-path.js'
import type { Login } from '../units.js'

/** A staff user with the right `dealing` and a live socket. */
export interface DealerOnline {
  readonly login: Login
  readonly scope: readonly string[]
  /** True if the dealer may also answer requests of staff groups. */
  readonly sees_staff: boolean
}

type RoutedToDealers = Pick<RoutingRuleRecord, 'action' | 'dealers'>

/** The online dealers, with the groups whose requests they may answer. */
export class Dealers {
  readonly #scopes = new Map<Login, GroupScope>()

  set(online: readonly DealerOnline[]): void {
    this.#scopes.clear()
    for (const { login, scope, sees_staff: seesStaff } of online) {
      const covered = groupScope(scope)
      this.#scopes.set(login, {
        covers: (path) => covered.covers(path) && (seesStaff || !isStaffGroup(path)),
      })
    }
  }

  /** True if the dealer is online and the group is in the dealer's scope. */
  reaches(login: Login, group: string): boolean {
    return this.#scopes.get(login)?.covers(group) ?? false
  }

  someReaches(group: string): boolean {
    for (const scope of this.#scopes.values()) if (scope.covers(group)) return true
    return false
  }

  /** True if an online dealer would receive a request of the group by this rule. */
  answers({ action, dealers }: RoutedToDealers, group: string): boolean {
    if (action === 'online_dealers') return this.someReaches(group)
    return dealers.some((login) => this.reaches(login, group))
  }
}
