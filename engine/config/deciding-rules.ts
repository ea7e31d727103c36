import type { ContentOf } from './config-records.js'
import type { RoutingAction, RoutingRuleRecord } from './records/routing-rule.js'

/** Every other action changes the request, and the walk goes on. */
export function decides(action: RoutingAction): boolean {
  return action !== 'delay' && action !== 'clear_stops'
}

/** Takes every request there is and decides it: the walk never goes on behind it. */
export function takesEverything(rule: ContentOf<RoutingRuleRecord>): boolean {
  const { enabled, action, conditions, request_kinds, order_kinds, skip_no_dealer } = rule
  if (!enabled || !decides(action) || skip_no_dealer) return false
  if (request_kinds.length > 0 || order_kinds.length > 0) return false
  return conditions.every(({ op, value }) => op === 'eq' && value.trim() === '*')
}

/** A list of rules is replaced whole when one changes, so each is gone through once. */
const LAST_ASKED = new WeakMap<readonly RoutingRuleRecord[], RoutingRuleRecord | null>()

/** The first rule that takes everything: no rule behind it is ever asked. Null where there is none. */
export function lastAsked(rules: readonly RoutingRuleRecord[]): RoutingRuleRecord | null {
  const known = LAST_ASKED.get(rules)
  if (known !== undefined) return known
  const taking = rules.filter(takesEverything).toSorted((a, b) => a.position - b.position)
  const found = taking[0] ?? null
  LAST_ASKED.set(rules, found)
  return found
}
