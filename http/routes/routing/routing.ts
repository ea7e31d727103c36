import { explainRoute, type WalkStep } from '../../../engine/book/routing.js'
import { isRefusal } from '../../../engine/code.js'
import { decides } from '../../../engine/config/deciding-rules.js'
import { NUMBER_OPS, TEXT_OPS } from '../../../engine/config/kinds/routing-rule.js'
import {
  ROUTING_ACTIONS,
  ROUTING_NUMBER_FIELDS,
  ROUTING_TEXT_FIELDS,
  type RoutingAction,
  type RoutingNumberField,
  type RoutingRuleRecord,
  type RoutingTextField,
} from '../../../engine/config/records/routing-rule.js'
import { because } from '../../../engine/reasons/reasons.js'
import { RecordParams } from '../../../wire/schema/settings/config.js'
import {
  RoutingActionView,
  RoutingDealersBody,
  RoutingDealersView,
  RoutingFieldView,
  RoutingTestBody,
  RoutingTestView,
} from '../../../wire/schema/settings/routing-rule.js'
import type { Static } from '../../../wire/types/scalars.js'
import { Rows } from '../../../wire/types/scalars.js'
import { routingWarnings } from '../../readers/routing-warnings.js'
import { type FrontRoute, route } from '../route.js'
import { configRoutes, reachedRecord, withRecordShown } from '../settings/config-routes.js'
import { draftedRules } from './routing-draft.js'
import { routingQuestion } from './routing-question.js'

const PATH = '/admin/v1/routing'
const RIGHTS = ['config.routing']

interface ActionWords {
  /** The meaning of the numbers in `dealers` for this action. */
  readonly dealers: '' | 'dealer logins' | 'gateway ids'
  /** The meaning of `action_value` for this action. */
  readonly value: string
  readonly description: string
}

const ACTIONS: Readonly<Record<RoutingAction, ActionWords>> = {
  confirm_request_price: words('Fill at the price the client asked for'),
  confirm_market_price: words('Fill at the current price'),
  reject: { ...words('Reject'), value: 'the text that the client reads' },
  requote: words('Answer with the current prices'),
  dealer: { ...words('Wait for one of the dealers, in order'), dealers: 'dealer logins' },
  online_dealers: words('Wait for any dealer who is online'),
  gateway: { ...words('Send to a liquidity provider'), dealers: 'gateway ids' },
  delay: { ...words('Wait, then go on with the next rule'), value: 'milliseconds' },
  clear_stops: words('Take stop loss and take profit away, then go on with the next rule'),
}

function words(description: string): ActionWords {
  return { dealers: '', value: '', description }
}

const FIELDS: Readonly<Record<RoutingNumberField | RoutingTextField, string>> = {
  login: 'The account',
  volume: 'Lots',
  hour: 'Hour of the server clock, 0 to 23',
  weekday: 'Day of the server clock, 1 (Monday) to 7',
  deviation_pts: 'Deviation that the client accepts, in points',
  group: 'Group of the account: masks',
  symbol: 'Name or path of the symbol: masks',
  side: 'buy or sell: masks',
  kind: 'Kind of the request: masks',
  comment: 'Comment of the request: masks',
}

const actionsRoute = route({
  method: 'GET',
  path: `${PATH}/actions`,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'List the actions of routing rules',
  description: 'Lists each action, whether it decides the request, and the meaning of its value.',
  data: Rows(RoutingActionView),
  handle: () =>
    ROUTING_ACTIONS.map((action) => ({ action, decides: decides(action), ...ACTIONS[action] })),
})

const fieldsRoute = route({
  method: 'GET',
  path: `${PATH}/fields`,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'List the fields of conditions',
  description: 'Lists each field, its type and the comparisons that it allows.',
  data: Rows(RoutingFieldView),
  handle: () => [
    ...ROUTING_NUMBER_FIELDS.map((field) => fieldView(field, 'number' as const, NUMBER_OPS)),
    ...ROUTING_TEXT_FIELDS.map((field) => fieldView(field, 'text' as const, TEXT_OPS)),
  ],
})

function fieldView<Type extends 'number' | 'text'>(
  field: keyof typeof FIELDS,
  type: Type,
  ops: readonly string[],
) {
  return { field, type, ops: [...ops], description: FIELDS[field] }
}

const testRoute = route({
  method: 'POST',
  path: `${PATH}/test`,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Test which routing rule decides a request',
  description:
    'Tests a trade request of an account in your scope, or a request of the server itself, now ' +
    'or at another time. Places no order. With `position_id` or `order_id` the other fields are ' +
    'optional.\n\n' +
    '`walk` lists every rule up to the deciding one, each with the reason. `draft` tests unsaved ' +
    'rules: a new or changed rule, another order, or both. A new rule has the number 0.',
  body: RoutingTestBody,
  data: RoutingTestView,
  errors: ['conflict', 'unavailable'],
  example: {
    body: { login: 1, kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' },
  },
  async handle(context) {
    const { body, session, services } = context
    const { settings, dealing } = services
    const question = await routingQuestion(services, session, body)
    if (isRefusal(question)) return question
    const { draft } = body
    const stored = settings.book.records.routing
    const rules = draft === undefined ? stored : await draftedRules(context, draft)
    if (isRefusal(rules)) return rules
    const { decided, walk } = explainRoute(rules, question, (rule) =>
      dealing.answers(rule, question.group),
    )
    const { id = null, name = null, action = null } = decided ?? {}
    const dealers = decided === undefined ? [] : dealing.asked(decided, question.group)
    const needs = unsaidFields(body, rules, walk)
    return { rule_id: id, name, action, dealers: [...dealers], needs, walk: [...walk] }
  },
})

/** Conditions that matched defaults, because the test request did not contain their fields. */
function unsaidFields(
  body: Static<typeof RoutingTestBody>,
  rules: readonly RoutingRuleRecord[],
  walk: readonly WalkStep[],
) {
  const isUnsaid = ({ field }: RoutingRuleRecord['conditions'][number]): boolean =>
    (field === 'comment' || field === 'deviation_pts') && body[field] === undefined
  const walked = new Set(walk.map((step) => step.rule_id))
  return rules
    .filter(({ id, enabled }) => enabled && walked.has(id))
    .flatMap(({ id, conditions }) => {
      const fields = new Set(conditions.filter(isUnsaid).map(({ field }) => field))
      return [...fields].map((field) => ({ rule_id: id, field }))
    })
}

function dealersOf(rule: unknown) {
  const { dealers, version } = rule as RoutingRuleRecord
  return { dealers: [...dealers], version }
}

const dealersRoute = route({
  method: 'GET',
  path: `${PATH}/{id}/dealers`,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Read the dealers of a routing rule',
  description:
    'Answers logins of dealers, or ids of gateways for the action `gateway`, in the order in ' +
    'which they get the request.',
  params: RecordParams,
  data: RoutingDealersView,
  errors: ['not_found'],
  handle(context) {
    const rule = reachedRecord(context, 'routing', context.params.id)
    return isRefusal(rule) ? rule : dealersOf(rule)
  },
})

const setDealersRoute = route({
  method: 'POST',
  path: `${PATH}/{id}/dealers`,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Replace the dealers of a routing rule',
  description: 'Send the whole list in the order in which the dealers get the request.',
  params: RecordParams,
  body: RoutingDealersBody,
  data: RoutingDealersView,
  errors: ['not_found', 'conflict', 'unavailable'],
  example: { params: { id: '1' }, body: { dealers: [], version: 1 } },
  async handle(context) {
    const { version, dealers } = context.body
    const changed = await context.services.desk.ask('config.update', {
      actor: context.actor,
      kind: 'routing',
      id: context.params.id,
      version,
      input: { dealers },
    })
    if (!changed.ok) return withRecordShown(changed, dealersOf)
    const rule = reachedRecord(context, 'routing', context.params.id)
    if (isRefusal(rule)) return because('not_found.rule_gone')
    return dealersOf(rule)
  },
})

const LIST_WORDS =
  'Lists all rules by position, also disabled ones. `warnings` says why a rule has no effect ' +
  'now: it comes after a rule that matches everything, or no dealer of the rule exists.'
const CREATE_WORDS =
  'Creates the rule at `position`; later rules move down. Without a position, or with 0, the ' +
  'rule comes before the one that matches every request. If there is no such rule, or if the new ' +
  'rule matches every request, it becomes the last one.'

export const adminRoutingRoutes: readonly FrontRoute[] = [
  actionsRoute,
  fieldsRoute,
  testRoute,
  dealersRoute,
  setDealersRoute,
  ...configRoutes(
    {
      kind: 'routing',
      path: PATH,
      right: 'config.routing',
      one: 'a routing rule',
      many: 'routing rules',
      examples: {
        create: {
          name: 'Large orders',
          action: 'reject',
          action_value: 'Too large',
          conditions: [{ field: 'volume', op: 'gt', value: '50' }],
        },
        patch: { version: 1, enabled: true },
      },
      words: { create: { description: CREATE_WORDS }, list: { description: LIST_WORDS } },
      view: (rule, { services: { settings, gateways, clock, dealing } }) => {
        const { records } = settings.book
        const state = { records, gateways, now: clock.now() }
        return { ...rule, warnings: routingWarnings(rule, state, dealing) }
      },
    },
    'list',
    'create',
    'order',
    'read',
    'patch',
    'delete',
  ),
]
