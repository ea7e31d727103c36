import type { ConfigKind, ContentOf } from './kind.js'

/** Who decides a trade request. The walk is in `engine/routing.ts`. */
export interface RoutingRuleRecord {
  readonly id: number
  readonly name: string
  readonly position: number
  readonly enabled: boolean
  readonly action: RoutingAction
  readonly action_value: string
  readonly conditions: readonly RoutingCondition[]
  /** Dealer logins in the order of the offer, or gateway ids for `gateway`. */
  readonly dealers: readonly number[]
  readonly order_kinds: readonly string[]
  readonly request_kinds: readonly string[]
  readonly skip_no_dealer: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

/** `delay` and `clear_stops` change the request and let the walk go on; the others decide. */
export type RoutingAction =
  | 'confirm_request_price'
  | 'confirm_market_price'
  | 'reject'
  | 'requote'
  | 'dealer'
  | 'online_dealers'
  | 'gateway'
  | 'delay'
  | 'clear_stops'

export interface RoutingCondition {
  readonly field: RoutingNumberField | RoutingTextField
  readonly op: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'
  readonly value: string
}

export type RoutingNumberField = 'login' | 'volume' | 'hour' | 'weekday' | 'deviation_pts'
export type RoutingTextField = 'group' | 'symbol' | 'side' | 'kind' | 'comment'

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

export const routingRuleKind: ConfigKind<'routing'> = {
  kind: 'routing',
  noun: 'routing rule',
  order: 'position',
  nameOf: ({ name }) => name,
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  check: () => [],
}
