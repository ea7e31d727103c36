/** Who decides a trade request. The walk is in `engine/routing.ts`. */
export interface RoutingRuleRecord {
  readonly id: number
  readonly name: string
  readonly position: number
  readonly enabled: boolean
  readonly action: 'confirm_market_price' | 'reject'
  readonly action_value: string
  readonly order_kinds: readonly string[]
  readonly request_kinds: readonly string[]
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
