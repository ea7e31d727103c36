/** A rule that decides trade requests. `engine/book/routing.ts` evaluates the rules. */
export interface RoutingRuleRecord {
  readonly id: number
  readonly name: string
  readonly position: number
  readonly enabled: boolean
  readonly action: RoutingAction
  readonly action_value: string
  readonly conditions: readonly RoutingCondition[]
  /** The logins of dealers in the order of the offer, or gateway ids for `gateway`. */
  readonly dealers: readonly number[]
  readonly order_kinds: readonly (typeof ORDER_KINDS)[number][]
  readonly request_kinds: readonly (typeof REQUEST_KINDS)[number][]
  readonly skip_no_dealer: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

/**
 * `delay` and `clear_stops` change the request, and evaluation continues. The other actions decide
 * it.
 */
export const ROUTING_ACTIONS = [
  'confirm_request_price',
  'confirm_market_price',
  'reject',
  'requote',
  'dealer',
  'online_dealers',
  'gateway',
  'delay',
  'clear_stops',
] as const

export type RoutingAction = (typeof ROUTING_ACTIONS)[number]

/**
 * The kinds of trade requests: of clients and dealers first, and from `activate` on of the server.
 */
export const REQUEST_KINDS = [
  'open',
  'close',
  'close_by',
  'place',
  'change',
  'delete',
  'stops',
  'activate',
  'sl',
  'tp',
  'stop_out',
  'expire',
  'rollover',
] as const

export const ORDER_KINDS = ['market', 'limit', 'stop', 'stop_limit'] as const

export interface RoutingCondition {
  readonly field: RoutingNumberField | RoutingTextField
  readonly op: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'
  readonly value: string
}

export const ROUTING_NUMBER_FIELDS = [
  'login',
  'volume',
  'hour',
  'weekday',
  'deviation_pts',
] as const

export const ROUTING_TEXT_FIELDS = ['group', 'symbol', 'side', 'kind', 'comment'] as const

export type RoutingNumberField = (typeof ROUTING_NUMBER_FIELDS)[number]

export type RoutingTextField = (typeof ROUTING_TEXT_FIELDS)[number]
