import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { RoutingRuleRecord } from '../../../engine/config/records/routing-rule.js'
import { refuseField, refuseInput } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { RoutingDraftBody } from '../../../wire/schema/settings/routing-rule.js'
import type { DeepReadonly, Static } from '../../../wire/types/scalars.js'
import type { AnyFrontContext } from '../route.js'

type Draft = DeepReadonly<Static<typeof RoutingDraftBody>>
type DraftRule = NonNullable<Draft['rule']>
type Asking = Pick<AnyFrontContext, 'actor' | 'services'>

/** An unsaved rule has no id. */
const NEW_RULE = 0

/**
 * The routing rules with an unsaved rule, an unsaved order, or both. The rule is validated as on
 * saving, and a new rule gets the position that saving would give it.
 */
export async function draftedRules(
  asking: Asking,
  { rule, order }: Draft,
): Promise<readonly RoutingRuleRecord[] | Refusal> {
  if (rule === undefined && order === undefined) {
    return refuseField('draft', say('field.give_rule_or_order'))
  }
  const stored = asking.services.settings.book.records.routing
  const rules = rule === undefined ? stored : await withRule(asking, stored, rule)
  if (isRefusal(rules)) return rules
  const ordered = order === undefined ? rules : inOrder(rules, order)
  if (isRefusal(ordered)) return ordered
  return ordered.map((one, i) => ({ ...one, position: i + 1 }))
}

async function withRule(
  { services, actor }: Asking,
  stored: readonly RoutingRuleRecord[],
  { id, position, ...input }: DraftRule,
): Promise<readonly RoutingRuleRecord[] | Refusal> {
  const asked = { actor, kind: 'routing', dryRun: true } as const
  if (id === undefined) {
    if (!('action' in input)) return refuseField('draft.rule.action', say('field.missing_first'))
    const placed = position === undefined ? input : { ...input, position }
    const made = await services.desk.ask('config.create', { ...asked, input: placed })
    if (!made.ok) return underDraft(made)
    const record = made.value as RoutingRuleRecord
    return stored.toSpliced(record.position - 1, 0, { ...record, id: NEW_RULE })
  }
  const before = stored.find((one) => one.id === id)
  if (before === undefined) return refuseField('draft.rule.id', say('field.no_rule', { id }))
  const { version } = before
  const changed = await services.desk.ask('config.update', { ...asked, id, version, input })
  if (!changed.ok) return underDraft(changed)
  return stored.map((one) => (one.id === id ? (changed.value as RoutingRuleRecord) : one))
}

function inOrder(
  rules: readonly RoutingRuleRecord[],
  ids: readonly number[],
): readonly RoutingRuleRecord[] | Refusal {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const ordered = [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
  if (ordered.length === ids.length && ordered.length === rules.length) return ordered
  return refuseField('draft.order', say('field.all_rules'))
}

/** Moves the paths of errors to where the rule is in this request. */
function underDraft(refusal: Refusal): Refusal {
  if (refusal.fields === undefined) return refusal
  return refuseInput(
    refusal.fields.map(({ path, ...said }) => ({ path: `draft.rule.${path}`, ...said })),
  )
}
