import type { Wait } from '../../engine/account/decision.js'
import type { TradeRequest } from '../../engine/account/request.js'
import type { Code } from '../../engine/code.js'
import { volumeText } from '../../engine/numbers/decimal.js'
import type { Login } from '../../engine/units.js'
import type { Doer } from './doer.js'

/** The dealing desk's messages (docs/decisions/dealing.md): requests that wait for a dealer. */
export interface DealingRow {
  /** Number of the request: that of its order, where there is one already. */
  readonly id: number
  readonly login: Login
  readonly group: string
  readonly symbol: string
  /** The request as the client sent it; `side`, `order_kind` and `volume` always say what is to be done. */
  readonly request: Readonly<Record<string, string | number>>
  /** The routing rule that gives it to dealers. */
  readonly rule_id: number
  readonly account: DealtAccount
  /** How far from the market, in percent of it, a price may be without a reason; 0 is no bound. */
  readonly deviation_pct: string
  /** The account's lots of the symbol, bought less sold. */
  readonly net_volume: string
  /** The market at the newest change of the row; null where the symbol had no price. */
  readonly bid: string | null
  readonly ask: string | null
  readonly taken_by: Login | null
  /** The time at which dealers were asked. */
  readonly at: string
  /** The milliseconds since then. */
  readonly since_ms: number
  readonly expires_at: string
}

/** The account at the newest change of the row; nulls are figures that need a price that is not there, or no margin. */
export interface DealtAccount {
  readonly equity: string | null
  readonly margin_level: string | null
}

/** An event that a shard tells the dealing desk. `offered` are the dealers who may see it; null is every dealer. */
export type DealingEvent =
  | {
      readonly type: 'request'
      readonly row: DealingRow
      readonly offered: readonly Login[] | null
    }
  | DealingGone

/** A request that waits for dealers no more. */
export interface DealingGone {
  readonly type: 'gone'
  readonly id: number
  readonly outcome: Code
  /** The dealer who had taken it; null where nobody had. */
  readonly by: Login | null
  /** The price that the dealer gave; null where none was given. */
  readonly price: string | null
}

export const DEALING_ACTS = ['take', 'check', 'confirm', 'reject', 'requote', 'return'] as const

export interface DealingAct {
  readonly act: (typeof DEALING_ACTS)[number]
  readonly id: number
  readonly by: Doer
  /** Price of a confirmation, a requote or a check; empty is the market's. */
  readonly price: string
  /** Text of a rejection; may be empty. */
  readonly text: string
  /** Why a price is far from the market; empty where it needs no reason. */
  readonly reason: string
  /** Seconds for which the price of a requote holds; undefined is as long as an offer of the server. */
  readonly validSec?: number | undefined
}

/** The account as a confirmation at `price` would leave it; nulls need a price or margin that is not there. */
export interface DealingAfter {
  readonly id: number
  /** Null for a request that fills nothing. */
  readonly price: string | null
  readonly equity: string | null
  readonly margin: string | null
  readonly margin_level: string | null
}

/** The row as it stands while the request waits on, what a check found, or what the client was answered. */
export type DealingDone =
  | DealingRow
  | DealingAfter
  | {
      readonly id: number
      readonly outcome: Code
      readonly message: string
      /** 0 is none. */
      readonly order_id: number
      readonly deal_id: number
      readonly position_id: number
    }

/** The order that is to be dealt, whoever wants it. */
export function dealtOrder(kind: string, wait: Wait): DealingRow['request'] {
  const { orderKind: order_kind, side, volume } = wait
  return { kind, order_kind, side: side === 1 ? 'buy' : 'sell', volume: volumeText(volume) }
}

/** The request in the words of the trade body; what was not given is left out. */
export function dealtRequest(request: TradeRequest, wait: Wait): DealingRow['request'] {
  const fields: Record<string, string | number> = { ...dealtOrder(request.kind, wait) }
  for (const [name, value] of Object.entries(request)) {
    const known = NAMES[name]
    if (known !== undefined && isGiven(value)) fields[known] = value
  }
  return fields
}

function isGiven(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || (typeof value === 'number' && value !== 0)
}

/** Fields of a request that go by another name on the wire, or by the same one. */
const NAMES: Readonly<Record<string, string>> = {
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
