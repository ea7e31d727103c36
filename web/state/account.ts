import { computed, signal } from '@preact/signals'

export interface Money {
  readonly balance: string
  readonly credit: string
  readonly equity: string | null
  readonly margin: string | null
  readonly margin_free: string | null
  readonly margin_level: string | null
  readonly profit: string | null
}

export interface Terms {
  readonly currency: string
  readonly currency_digits: number
  readonly margin_mode: 'hedging' | 'netting'
  readonly leverage: number
  readonly margin_call_level: string
  readonly stop_out_level: string
  readonly stop_out_mode: string
  readonly trade_enabled: boolean
  readonly company: string
  readonly deposit_url: string
  readonly withdraw_url: string
}

export interface Position {
  readonly id: number
  readonly symbol: string
  readonly digits: number
  readonly side: 'buy' | 'sell'
  readonly volume: string
  readonly price_open: string
  readonly swap: string
  readonly opened_at: string
  readonly stop_loss?: string | null
  readonly take_profit?: string | null
  readonly trailing_pts?: number | null
  readonly comment?: string | null
}

export interface Order {
  readonly id: number
  readonly symbol: string
  readonly digits: number
  readonly kind: string
  readonly side: 'buy' | 'sell'
  readonly state: string
  readonly volume_initial: string
  readonly volume_current: string
  readonly price?: string | null
  readonly trigger_price?: string | null
  readonly stop_loss?: string | null
  readonly take_profit?: string | null
  readonly expiration: string
  readonly expires_at?: string | null
  readonly created_at: string
  readonly done_at?: string | null
  readonly comment?: string | null
  readonly oco_order_id?: number | null
}

export interface Valuation {
  readonly price_current: string | null
  readonly profit: string | null
  readonly margin: string | null
  readonly swap: string
  /** What a point of all its lots is worth now, in the account's currency. */
  readonly point_value?: string | null
}

export const money = signal<Money | null>(null)
export const terms = signal<Terms | null>(null)
export const positions = signal<ReadonlyMap<number, Position>>(new Map())
export const orders = signal<ReadonlyMap<number, Order>>(new Map())
export const valuations = signal<ReadonlyMap<number, Valuation>>(new Map())
/** Counts up with each deal: whoever shows histories reads them again. */
export const deals = signal(0)

export const positionList = computed(() =>
  [...positions.value.values()].sort((one, other) => other.id - one.id),
)
export const orderList = computed(() =>
  [...orders.value.values()].sort((one, other) => other.id - one.id),
)

interface SnapshotData {
  readonly account: { readonly money: Money; readonly terms: Terms | null }
  readonly positions: readonly Position[]
  readonly orders: readonly Order[]
}

export function takeSnapshot({ account, ...lists }: SnapshotData): void {
  money.value = account.money
  terms.value = account.terms
  positions.value = new Map(lists.positions.map((row) => [row.id, row]))
  orders.value = new Map(lists.orders.map((row) => [row.id, row]))
}

export function takePosition(row: Position): void {
  const next = new Map(positions.value)
  if (/^0(\.0*)?$/.test(row.volume)) next.delete(row.id)
  else next.set(row.id, row)
  positions.value = next
}

export function takeOrder(row: Order): void {
  const next = new Map(orders.value)
  if (row.done_at !== undefined && row.done_at !== null) next.delete(row.id)
  else next.set(row.id, row)
  orders.value = next
}

export function takeValuation(
  rows: readonly (Valuation & { readonly position_id: number })[],
): void {
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
