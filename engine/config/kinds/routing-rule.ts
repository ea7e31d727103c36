import type { Refusal } from '../../code.js'
import { MASK_CHARACTERS_MAX, masksIn } from '../../names/mask.js'
import { bigScaledFromText } from '../../numbers/decimal.js'
import type { Fault, KeyedText } from '../../reasons/keyed-text.js'
import { because, say } from '../../reasons/reasons.js'
import { FIXED8_DIGITS, FIXED8_ONE } from '../../units.js'
import type { ContentOf } from '../config-records.js'
import { decides, finalRule, takesEverything } from '../deciding-rules.js'
import type { ConfigKind } from '../kind.js'
import {
  ROUTING_NUMBER_FIELDS,
  type RoutingCondition,
  type RoutingNumberField,
  type RoutingRuleRecord,
} from '../records/routing-rule.js'
import { type IdOf, missing, type TakenFields } from '../transfer/shape.js'
import type { ConfigWorld } from '../world.js'

export const NUMBER_OPS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
/** `eq` requires a match of the mask list, `ne` requires no match. */
export const TEXT_OPS = ['eq', 'ne'] as const

type RoutingRule = ContentOf<RoutingRuleRecord>

const DEFAULTS: RoutingRule = {
  name: '',
  position: 0,
  enabled: true,
  action: 'reject',
  action_value: '',
  conditions: [],
  dealers: [],
  order_kinds: [],
  request_kinds: [],
  skip_no_dealer: false,
}

export const REJECT_TEXT_MAX = 31
export const DELAY_MS_MAX = 60_000

export const routingRuleKind: ConfigKind<'routing'> = {
  kind: 'routing',
  noun: 'routing rule',
  scope: {
    keptTo: ({ conditions }) =>
      conditions
        .filter(({ field, op }) => field === 'group' && op === 'eq')
        .map(({ value }) => masksIn(value)),
  },
  usedByThreads: ['shards'],
  refers: [
    {
      to: 'gateways',
      by: 'id',
      namedIn: ({ action, dealers }) =>
        action === 'gateway' ? dealers.map((key, i) => ({ path: `dealers[${i}]`, key })) : [],
      whenGoing: ({ name }, [rule]) =>
        `The routing rule ${rule.name} sends orders to the gateway ${name}. Change or delete the rule first.`,
    },
  ],
  transfer: {
    keyFields: ['name'],
    keyOf: ({ name }) => name,
    leftOut: ['position'],
    exported: ({ action, dealers }, keyOf) =>
      action === 'gateway'
        ? { fields: { dealers: dealers.map((id) => keyOf('gateways', id)) }, removed: [] }
        : { fields: { dealers: [] }, removed: dealers.length === 0 ? [] : ['dealers'] },
    imported: ({ action, dealers }, idOf, before) => {
      if (!Array.isArray(dealers)) return { fields: {}, faults: [] }
      if (action === 'gateway') return importedGateways(dealers, idOf)
      const isKept = dealers.length === 0 && action === 'dealer' && before?.action === action
      return { fields: isKept ? { dealers: before.dealers } : {}, faults: [] }
    },
  },
  order: 'position',
  newPlace: (rule, world) =>
    takesEverything({ ...rule, enabled: true })
      ? undefined
      : finalRule(world.list('routing'))?.position,
  nameOf: ({ name }) => name,
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  normal: (rule) => ({
    ...rule,
    order_kinds: [...new Set(rule.order_kinds)],
    request_kinds: [...new Set(rule.request_kinds)],
  }),
  check: (rule, world) => [
    ...valueFaults(rule),
    ...dealerFaults(rule, world),
    ...rule.conditions.flatMap(conditionFaults),
  ],
  refuseChange: (before, after, world) =>
    canDecide(after) ? undefined : refuseLast(before, world),
  refuseDelete: (record, world) => refuseLast(record, world),
}

/** Converts gateway names of a file to ids. */
function importedGateways(dealers: readonly unknown[], idOf: IdOf): TakenFields {
  const ids = dealers.map((key) => idOf('gateways', key))
  const faults = ids.flatMap((id, i) =>
    id === undefined ? [missing(`dealers[${i}]`, 'gateway', dealers[i])] : [],
  )
  return { fields: { dealers: ids }, faults }
}

function canDecide({ enabled, action }: Pick<RoutingRule, 'enabled' | 'action'>): boolean {
  return enabled && decides(action)
}

/**
 * Refuses to remove the last rule that decides, because every client request would then be
 * rejected.
 */
function refuseLast(rule: RoutingRuleRecord, world: ConfigWorld): Refusal | undefined {
  if (!canDecide(rule)) return undefined
  if (world.list('routing').some((other) => other.id !== rule.id && canDecide(other))) {
    return undefined
  }
  return because('invalid_input.last_rule', { name: rule.name })
}

function valueFaults({ action, action_value: value }: RoutingRule): Fault[] {
  const fault = (said: KeyedText): Fault[] => [{ path: 'action_value', ...said }]
  if (action === 'reject') {
    const isShort = [...value].length <= REJECT_TEXT_MAX
    return isShort ? [] : fault(say('field.text_max', { max: REJECT_TEXT_MAX }))
  }
  if (action === 'delay') {
    const ms = /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 0
    const fits = ms >= 1 && ms <= DELAY_MS_MAX
    return fits ? [] : fault(say('field.delay', { max: DELAY_MS_MAX }))
  }
  return value === '' ? [] : fault(say('field.empty_for_action', { action }))
}

function dealerFaults(rule: RoutingRule, world: ConfigWorld): Fault[] {
  const { action, dealers } = rule
  const faults: Fault[] = []
  if (rule.skip_no_dealer && action !== 'dealer' && action !== 'online_dealers') {
    faults.push({ path: 'skip_no_dealer', ...say('field.for_dealers') })
  }
  if (action !== 'dealer' && action !== 'gateway') {
    if (dealers.length > 0) {
      faults.push({ path: 'dealers', ...say('field.empty_for_action', { action }) })
    }
    return faults
  }
  if (dealers.length === 0) {
    const said = action === 'dealer' ? say('field.dealer_logins') : say('field.gateway_ids')
    return [...faults, { path: 'dealers', ...said }]
  }
  if (new Set(dealers).size !== dealers.length) {
    faults.push({ path: 'dealers', ...say('field.each_once') })
  }
  dealers.forEach((id, i) => {
    const path = `dealers[${i}]`
    if (action === 'dealer' && !world.facts.isDealer(id)) {
      faults.push({ path, ...say('field.no_dealer', { login: id }) })
    }
  })
  return faults
}

function conditionFaults(condition: RoutingCondition, i: number): Fault[] {
  const { field, op, value } = condition
  const path = (part: string): string => `conditions[${i}].${part}`
  if ((ROUTING_NUMBER_FIELDS as readonly string[]).includes(field)) {
    const number = bigScaledFromText(value, FIXED8_DIGITS)
    if (number === undefined) return [{ path: path('value'), ...say('field.number') }]
    return rangeFaults(field as RoutingNumberField, number, path('value'))
  }
  const faults: Fault[] = []
  if (!(TEXT_OPS as readonly string[]).includes(op)) {
    faults.push({ path: path('op'), ...say('field.eq_or_ne', { field }) })
  }
  const masks = masksIn(value)
  if (value.length > MASK_CHARACTERS_MAX || masks.every((mask) => mask.startsWith('!'))) {
    faults.push({ path: path('value'), ...say('field.masks_needed') })
  }
  return faults
}

const RANGES: Readonly<Partial<Record<RoutingNumberField, readonly [number, number]>>> = {
  hour: [0, 23],
  weekday: [1, 7],
}

function rangeFaults(field: RoutingNumberField, value: bigint, path: string): Fault[] {
  const range = RANGES[field]
  if (range === undefined) {
    return value < 0n ? [{ path, ...say('field.not_negative') }] : []
  }
  const [min, max] = range
  const isWhole = value % FIXED8_ONE === 0n
  if (isWhole && value >= BigInt(min) * FIXED8_ONE && value <= BigInt(max) * FIXED8_ONE) return []
  const said =
    field === 'weekday'
      ? say('field.weekday', { min, max })
      : say('field.whole_range', { min, max })
  return [{ path, ...said }]
}
