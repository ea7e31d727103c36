import type { ContentOf } from './config-records.js'
import type { RoutingAction, RoutingRuleRecord } from './records/routing-rule.js'

/** True for actions that decide a request. Other actions change it, and evaluation continues. */
export function decides(action: RoutingAction): boolean {
  return action !== 'delay' && action !== 'clear_stops'
}

/** True if the rule matches and decides every request, so that later rules are never evaluated. */
export function takesEverything(rule: ContentOf<RoutingRuleRecord>): boolean {
  const { enabled, action, conditions, request_kinds, order_kinds, skip_no_dealer } = rule
  if (!enabled || !decides(action) || skip_no_dealer) return false
  if (request_kinds.length > 0 || order_kinds.length > 0) return false
  return conditions.every(({ op, value }) => op === 'eq' && value.trim() === '*')
}

/** A list of rules is replaced as a whole when one changes, so each list is scanned once. */
const LAST_ASKED = new WeakMap<readonly RoutingRuleRecord[], RoutingRuleRecord | null>()

/** The first rule that decides everything: no later rule is evaluated; null if there is none. */
export function finalRule(rules: readonly RoutingRuleRecord[]): RoutingRuleRecord | null {
  const known = LAST_ASKED.get(rules)
  if (known !== undefined) return known
  const taking = rules.filter(takesEverything).toSorted((a, b) => a.position - b.position)
  const found = taking[0] ?? null
  LAST_ASKED.set(rules, found)
  return found
}
