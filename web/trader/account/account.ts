import { batch, computed, signal } from '@preact/signals'
import type { FrameSchemas, TraderEvent, TraderLiveOps } from '../../link/contract.js'

type Money = Pick<
  FrameSchemas['MoneyView'],
  | 'balance'
  | 'credit'
  | 'commission'
  | 'equity'
  | 'margin'
  | 'margin_free'
  | 'margin_level'
  | 'profit'
>

type Terms = FrameSchemas['AccountTermsView']

/** A position from the account's snapshot or from an event. */
export type Position = Pick<
  FrameSchemas['OpenPositionView'] | FrameSchemas['PositionToldView'],
  | 'id'
  | 'symbol'
  | 'digits'
  | 'side'
  | 'volume'
  | 'price_open'
  | 'swap'
  | 'opened_at'
  | 'stop_loss'
  | 'take_profit'
  | 'trailing_pts'
  | 'comment'
>

export type Order = Pick<
  FrameSchemas['OpenOrderView'] | FrameSchemas['OrderToldView'],
  | 'id'
  | 'symbol'
  | 'digits'
  | 'kind'
  | 'side'
  | 'state'
  | 'volume_initial'
  | 'volume_current'
  | 'price'
  | 'trigger_price'
  | 'stop_loss'
  | 'take_profit'
  | 'expiration'
  | 'expires_at'
  | 'created_at'
  | 'done_at'
  | 'comment'
  | 'oco_order_id'
>

/**
 * The live figures of a position. `point_value` is the value of one point for its whole volume, in
 * the account's currency.
 */
type Valuation = Omit<ValuedRow, 'position_id'>

type ValuedRow = Extract<TraderEvent, { event: 'valuation' }>['data']['rows'][number]

export const money = signal<Money | null>(null)
export const terms = signal<Terms | null>(null)
export const positions = signal<ReadonlyMap<number, Position>>(new Map())
export const orders = signal<ReadonlyMap<number, Order>>(new Map())
export const valuations = signal<ReadonlyMap<number, Valuation>>(new Map())
/** Increases with each deal, so that histories reload. */
export const deals = signal(0)

export const positionList = computed(() =>
  [...positions.value.values()].sort((one, other) => other.id - one.id),
)
export const orderList = computed(() =>
  [...orders.value.values()].sort((one, other) => other.id - one.id),
)

export function takeSnapshot({ account, ...lists }: TraderLiveOps['snapshot']['data']): void {
  batch(() => {
    money.value = account.money
    terms.value = account.terms
    positions.value = new Map(lists.positions.map((row) => [row.id, row]))
    orders.value = new Map(lists.orders.map((row) => [row.id, row]))
  })
}

export function takePosition(row: Position): void {
  const next = new Map(positions.value)
  const before = next.get(row.id)
  if (/^0(\.0*)?$/.test(row.volume)) next.delete(row.id)
  else next.set(row.id, row)
  batch(() => {
    if (before !== undefined && isOtherTrade(before, row)) forgetValue(row.id)
    positions.value = next
  })
}

/**
 * Whether the position has changed in a way that makes old figures invalid: partly closed,
 * increased or reversed.
 */
function isOtherTrade(one: Position, other: Position): boolean {
  return (
    one.volume !== other.volume || one.price_open !== other.price_open || one.side !== other.side
  )
}

function forgetValue(id: number): void {
  const next = new Map(valuations.value)
  if (next.delete(id)) valuations.value = next
}

export function takeOrder(row: Order): void {
  const next = new Map(orders.value)
  if (row.done_at !== undefined && row.done_at !== null) next.delete(row.id)
  else next.set(row.id, row)
  orders.value = next
}

export function takeValuation(rows: readonly ValuedRow[]): void {
  const next = new Map(valuations.value)
  for (const { position_id, ...row } of rows) next.set(position_id, row)
  for (const id of next.keys()) if (!positions.value.has(id)) next.delete(id)
  valuations.value = next
}

export function clearAccount(): void {
  money.value = null
  terms.value = null
  positions.value = new Map()
  orders.value = new Map()
  valuations.value = new Map()
}
