import type { GatewaysClient } from '../../actors/links/gateways/gateway-statuses.js'
import type { BookRecords } from '../../engine/config/book-records.js'
import { decides, finalRule } from '../../engine/config/deciding-rules.js'
import type { RoutingRuleRecord } from '../../engine/config/records/routing-rule.js'
import { say } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'
import type { DealingDesk } from './dealing-desk.js'
import { type HealthNote, healthNote } from './health-note.js'

/** The settings and connection states that decide what a routing rule does at the moment. */
export interface RoutingState {
  readonly records: Pick<BookRecords, 'routing' | 'gateways'>
  readonly gateways: Pick<GatewaysClient, 'status'>
  readonly now: UnixMs
}

/** Warnings about enabled rules that do not do what they appear to, one sentence each. */
export function routingWarnings(
  rule: RoutingRuleRecord,
  state: RoutingState,
  dealing: Pick<DealingDesk, 'hasDealerOf'>,
): string[] {
  if (!rule.enabled) return []
  const shadow = shadowOf(rule, state)
  const warnings = shadow === null ? [] : [neverReached(rule, shadow)]
  if (sendsToNobody(rule, state)) warnings.push(`It sends to nobody: ${whyNobody(rule, state)}.`)
  if (asksDealers(rule) && !rule.skip_no_dealer && !dealing.hasDealerOf(rule)) {
    warnings.push('It waits for nobody: no dealer of it is online. What it takes is refused.')
  }
  return warnings
}

/**
 * Warnings about all rules for the server's operator. Only gateways are included, because dealers
 * may simply be off duty.
 */
export function routingNotes(state: RoutingState): HealthNote[] {
  const enabled = state.records.routing.filter((rule) => rule.enabled)
  const shadowed = enabled.filter((rule) => shadowOf(rule, state) !== null)
  const nobody = enabled.filter((rule) => sendsToNobody(rule, state))
  return [
    ...counted('routing.shadowed', 'note.rules_shadowed', shadowed),
    ...counted('routing.sends_to_nobody', 'note.rules_to_nobody', nobody),
  ]
}

function counted(
  code: string,
  reason: 'note.rules_shadowed' | 'note.rules_to_nobody',
  rules: readonly RoutingRuleRecord[],
): HealthNote[] {
  const count = rules.length
  if (count === 0) return []
  return [
    healthNote(code, say(reason, { count }), { kind: 'routing', ids: rules.map(({ id }) => id) }),
  ]
}

/**
 * The earlier rule that matches every request, so that this rule is never reached; null if there is
 * none.
 */
function shadowOf(
  rule: RoutingRuleRecord,
  { records }: Pick<RoutingState, 'records'>,
): RoutingRuleRecord | null {
  const last = finalRule(records.routing)
  return last !== null && rule.position > last.position ? last : null
}

function neverReached(
  { action }: RoutingRuleRecord,
  { name, position }: RoutingRuleRecord,
): string {
  const what = decides(action) ? 'never decides' : 'changes no request'
  return `It ${what}: ${name} stands before it, at ${position}, and takes everything.`
}

function asksDealers({ action }: RoutingRuleRecord): boolean {
  return action === 'dealer' || action === 'online_dealers'
}

function sendsToNobody(rule: RoutingRuleRecord, state: RoutingState): boolean {
  return rule.action === 'gateway' && gatewaysOf(rule, state).every((one) => one.state !== 'online')
}

function whyNobody(rule: RoutingRuleRecord, state: RoutingState): string {
  return gatewaysOf(rule, state)
    .map((one) => `${one.name} is ${one.state === 'disabled' ? 'disabled' : 'not online'}`)
    .join(', ')
}

function gatewaysOf({ dealers }: RoutingRuleRecord, { records, gateways, now }: RoutingState) {
  return records.gateways
    .filter(({ id }) => dealers.includes(id))
    .map((gateway) => ({ name: gateway.name, state: gateways.status(gateway, now).state }))
}
