import type { Wait } from '../../engine/account/decision.js'
import type { TradeRequest } from '../../engine/account/request.js'
import type { Code } from '../../engine/code.js'
import { volumeText } from '../../engine/numbers/decimal.js'
import type { Login } from '../../engine/units.js'
import type { Doer } from './doer.js'

/** Messages of the dealing desk (docs/decisions/dealing.md): a request in the queue. */
export interface DealingRow {
  /** The request's id, which equals the order id if there is an order already. */
  readonly id: number
  readonly login: Login
  readonly group: string
  readonly symbol: string
  /**
   * The client's request. `side`, `order_kind` and `volume` are always present and describe the
   * trade to execute.
   */
  readonly request: Readonly<Record<string, string | number>>
  /** The routing rule that sent the request to dealers. */
  readonly rule_id: number
  readonly account: DealtAccount
  /** How far from the market, in percent, a price may be without a reason; 0 means no limit. */
  readonly deviation_pct: string
  /** The account's net lots of the symbol: bought less sold. */
  readonly net_volume: string
  /** The market at the latest change of the row; null if the symbol had no price. */
  readonly bid: string | null
  readonly ask: string | null
  readonly taken_by: Login | null
  /** The time when the request was offered to dealers. */
  readonly at: string
  /** Milliseconds since `at`. */
  readonly since_ms: number
  readonly expires_at: string
}

/**
 * The account at the latest change of the row; null if a price is missing or if the account has no
 * margin.
 */
export interface DealtAccount {
  readonly equity: string | null
  readonly margin_level: string | null
}

/**
 * An event from a shard to the dealing desk. `offered` are the dealers who may see the request;
 * null means all.
 */
export type DealingEvent =
  | {
      readonly type: 'request'
      readonly row: DealingRow
      readonly offered: readonly Login[] | null
    }
  | LeftDealingRequest

export interface LeftDealingRequest {
  readonly type: 'gone'
  readonly id: number
  readonly outcome: Code
  /** The dealer who had taken it, or null. */
  readonly by: Login | null
  /** The dealer's price, or null. */
  readonly price: string | null
}

export const DEALING_ACTS = ['take', 'check', 'confirm', 'reject', 'requote', 'return'] as const

export interface DealingAct {
  readonly act: (typeof DEALING_ACTS)[number]
  readonly id: number
  readonly by: Doer
  /** The price of a confirmation, requote or check; empty for the market price. */
  readonly price: string
  /** The text of a rejection; may be empty. */
  readonly text: string
  /** The reason for a price far from the market; may be empty if none is needed. */
  readonly reason: string
  /** How many seconds a requote is valid; undefined uses the server's default. */
  readonly validSec?: number | undefined
}

/**
 * The account after a confirmation at `price`; null if a price is missing or if the account has no
 * margin.
 */
export interface DealingAfter {
  readonly id: number
  /** The price of the fill; null for a request without one. */
  readonly price: string | null
  readonly equity: string | null
  readonly margin: string | null
  readonly margin_level: string | null
}

/**
 * The answer to a dealer: the row if the request still waits, the result of a check, or the result
 * that the client received.
 */
export type DealingResult =
  | DealingRow
  | DealingAfter
  | {
      readonly id: number
      readonly outcome: Code
      readonly message: string
      /** 0 means none. */
      readonly order_id: number
      readonly deal_id: number
      readonly position_id: number
    }

/** The order to execute, for requests without a client, such as stops. */
export function dealtOrder(kind: string, wait: Wait): DealingRow['request'] {
  const { orderKind: order_kind, side, volume } = wait
  return { kind, order_kind, side: side === 1 ? 'buy' : 'sell', volume: volumeText(volume) }
}

/** The request with the field names of a trade request. Omitted fields are left out. */
export function dealtRequest(request: TradeRequest, wait: Wait): DealingRow['request'] {
  const fields: Record<string, string | number> = { ...dealtOrder(request.kind, wait) }
  for (const [name, value] of Object.entries(request)) {
    const known = API_NAMES[name]
    if (known !== undefined && isGiven(value)) fields[known] = value
  }
  return fields
}

function isGiven(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || (typeof value === 'number' && value !== 0)
}

/** Maps fields of `TradeRequest` to field names of the API. Other fields are not shown to dealers. */
const API_NAMES: Readonly<Record<string, string>> = {
  price: 'price',
  triggerPrice: 'trigger_price',
  deviationPts: 'deviation_pts',
  stopLoss: 'stop_loss',
  takeProfit: 'take_profit',
  trailingPts: 'trailing_pts',
  filling: 'filling',
  expiration: 'expiration',
  positionId: 'position_id',
  byPositionId: 'by_position_id',
  orderId: 'order_id',
  ocoOrderId: 'oco_order_id',
  comment: 'comment',
  reason: 'reason',
  dealer: 'dealer',
}
