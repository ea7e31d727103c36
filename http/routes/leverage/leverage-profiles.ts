import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { LeverageProfileRecord } from '../../../engine/config/records/leverage-profile.js'
import { groupScope } from '../../../engine/names/group-path.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { RecordParams } from '../../../wire/schema/settings/config.js'
import {
  AddLeverageRuleBody,
  LeverageProfileView,
  LeverageRuleOrderBody,
  LeverageRuleParams,
  LeverageRuleQuery,
  PatchLeverageRuleBody,
} from '../../../wire/schema/settings/leverage.js'
import { type AnyFrontContext, type FrontRoute, route } from '../route.js'
import {
  configRoutes,
  reachedRecord,
  type Viewer,
  withRecordShown,
} from '../settings/config-routes.js'

/**
 * Routes for leverage profiles and their single rules. A rule's id is its position. Changing a rule
 * replaces the whole profile, based on the version that the client read.
 */
const PATH = '/admin/v1/leverage-profiles'
const RIGHT = 'config.leverage'
const ERRORS = ['not_found', 'conflict', 'unavailable'] as const

type Rules = LeverageProfileRecord['rules']

/** A profile, with the groups within the scope that use it. */
function view(profile: LeverageProfileRecord, { services, session }: Viewer) {
  const scope = groupScope(session.groupScope)
  const groups = services.settings.book.records.groups
    .filter((group) => group.leverage_profile_id === profile.id && scope.covers(group.path))
    .map(({ path }) => path)
  return { ...profile, groups }
}

async function changeRules(
  context: AnyFrontContext & Viewer,
  id: number,
  version: number,
  change: (rules: Rules) => Rules | Refusal,
) {
  const profile = reachedRecord(context, 'leverage_profiles', id)
  if (isRefusal(profile)) return profile
  // If the version is out of date, the rule's position may mean another rule.
  // The desk then refuses the change.
  const rules = profile.version === version ? change(profile.rules) : profile.rules
  if (isRefusal(rules)) return rules
  const changed = await context.services.desk.ask('config.update', {
    actor: context.actor,
    kind: 'leverage_profiles',
    id,
    version,
    input: { rules },
  })
  const show = (record: unknown) => view(record as LeverageProfileRecord, context)
  return changed.ok ? show(changed.value) : withRecordShown(changed, show)
}

function noRule(rules: Rules, n: number): Refusal | undefined {
  if (n <= rules.length) return undefined
  return because('not_found.profile_rule', { number: n, count: rules.length })
}

const addRoute = route({
  method: 'POST',
  path: `${PATH}/{id}/rules`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'Add a rule to a leverage profile',
  description:
    '`position` starts at 1. Without it, with 0 or with a number past the end, the rule becomes ' +
    'the last one.',
  params: RecordParams,
  body: AddLeverageRuleBody,
  data: LeverageProfileView,
  errors: ERRORS,
  example: { params: { id: '1' }, body: { rule: exampleRule(), version: 1 } },
  handle: (context) => {
    const { rule, position, version } = context.body
    return changeRules(context, context.params.id, version, (rules) => {
      const at = position === 0 ? rules.length : Math.min(position - 1, rules.length)
      return rules.toSpliced(at, 0, rule as Rules[number])
    })
  },
})

const orderRoute = route({
  method: 'PUT',
  path: `${PATH}/{id}/rules/order`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'Put the rules of a leverage profile in order',
  description: '`order` lists the number of each rule exactly once.',
  params: RecordParams,
  body: LeverageRuleOrderBody,
  data: LeverageProfileView,
  errors: ERRORS,
  example: { params: { id: '1' }, body: { order: [1], version: 1 } },
  handle: (context) => {
    const { order, version } = context.body
    return changeRules(context, context.params.id, version, (rules) => {
      const isWhole = order.length === rules.length && new Set(order).size === order.length
      const picked = order.flatMap((n) => rules[n - 1] ?? [])
      if (isWhole && picked.length === rules.length) return picked
      return refuseField('order', say('field.all_rule_numbers', { count: rules.length }))
    })
  },
})

const patchRoute = route({
  method: 'PATCH',
  path: `${PATH}/{id}/rules/{n}`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'Change a rule of a leverage profile',
  description:
    '`n` is the number of the rule, from 1. Send the version of the profile that you last read ' +
    'and the fields to change.',
  params: LeverageRuleParams,
  body: PatchLeverageRuleBody,
  data: LeverageProfileView,
  errors: ERRORS,
  example: { params: { id: '1', n: '1' }, body: { name: 'Majors', version: 1 } },
  handle: (context) => {
    const { version, ...input } = context.body
    const { id, n } = context.params
    return changeRules(context, id, version, (rules) => {
      const rule = rules[n - 1]
      return rule === undefined
        ? (noRule(rules, n) as Refusal)
        : rules.with(n - 1, { ...rule, ...input } as Rules[number])
    })
  },
})

const deleteRoute = route({
  method: 'DELETE',
  path: `${PATH}/{id}/rules/{n}`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'Delete a rule of a leverage profile',
  description: '`n` is the number of the rule, from 1. Later rules move up.',
  params: LeverageRuleParams,
  query: LeverageRuleQuery,
  data: LeverageProfileView,
  errors: ERRORS,
  handle: (context) => {
    const { id, n } = context.params
    return changeRules(
      context,
      id,
      context.query.version,
      (rules) => noRule(rules, n) ?? rules.toSpliced(n - 1, 1),
    )
  },
})

function exampleRule() {
  const tiers = [
    { range_to: '100', initial: '1', maintenance: '1' },
    { range_to: '0', initial: '2', maintenance: '2' },
  ]
  return { name: 'Majors', mask: 'Forex\\Majors\\*', range_basis: 'volume', tiers }
}

export const adminLeverageProfileRoutes: readonly FrontRoute[] = [
  addRoute,
  orderRoute,
  patchRoute,
  deleteRoute,
  ...configRoutes(
    {
      kind: 'leverage_profiles',
      path: PATH,
      right: RIGHT,
      readers: [RIGHT, 'config.groups'],
      one: 'a leverage profile',
      many: 'leverage profiles',
      view,
      examples: {
        create: { name: 'Standard', rules: [exampleRule()] },
        patch: { version: 1, enabled: false },
      },
    },
    'list',
    'create',
    'read',
    'patch',
    'delete',
  ),
]
