import type { Code, RefusalNumbers } from '../code.js'
import type { Login, Minor, PricePts, Rate, Side, UnixMs, VolumeUnits } from '../units.js'

/**
 * Events of an account. The log stores exactly these; recovery and the projection read nothing
 * else.
 *
 *   - An event is the whole new row. So applying it twice has no effect, writing it to SQLite is
 *     one upsert, and a replay needs no prices, settings or clock.
 *   - A logged shape never changes: a new shape is a new record version (wire/record/record.ts).
 *   - Times come from the request's turn.
 */
export type AccountEvent =
  | OrderEvent
  | DealEvent
  | PositionEvent
  | CorrectionEvent
  | StandingEvent
  | NightEvent
  | DayEvent
  | RestatementEvent
  | RestoredPositionEvent
  | RestoredDealEvent

/** The log stores the index of a value in these lists, so values may only be appended. */
export const SIDES = [1, -1] as const
export const DEAL_SIDES = [1, -1, 0] as const

export const ORDER_KINDS = ['market', 'limit', 'stop', 'stop_limit'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]
export type PendingOrderKind = Exclude<OrderKind, 'market'>

export const ORDER_STATES = [
  'filled',
  'rejected',
  'placed',
  'partial',
  'cancelled',
  'expired',
  'started',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** `''` is the default filling policy of the symbol's execution mode. */
export const FILLINGS = ['', 'fok', 'ioc', 'return'] as const
export type Filling = (typeof FILLINGS)[number]

export const EXPIRATIONS = ['gtc', 'day', 'specified', 'specified_day'] as const
export type Expiration = (typeof EXPIRATIONS)[number]

/** A row of the account's orders: an executed market order, a pending order, or the end of one. */
export interface OrderEvent {
  readonly type: 'order'
  readonly id: number
  readonly symbolId: number
  readonly side: Side
  readonly kind: OrderKind
  readonly state: OrderState
  readonly volumeInitial: VolumeUnits
  readonly volumeCurrent: VolumeUnits
  readonly price: PricePts
  /** The id of the position that the order opens or closes. */
  readonly positionId: number
  readonly reason: Reason
  readonly comment: string
  readonly createdAt: UnixMs
  /** The time when the order ended; 0 while it is pending. */
  readonly doneAt: UnixMs
  /** The price at which a stop limit order becomes a limit order. 0 means none, here and below. */
  readonly triggerPrice: PricePts
  /** The stops for the position that the order opens. */
  readonly stopLoss: PricePts
  readonly takeProfit: PricePts
  readonly trailingPts: number
  readonly deviationPts: number
  readonly filling: Filling
  readonly expiration: Expiration
  readonly expiresAt: UnixMs
  /** The opposite position of a close by. */
  readonly byPositionId: number
  /** The order that is cancelled when this one fills. */
  readonly ocoOrderId: number
  /** The time when the stop limit order became a limit order. */
  readonly activatedAt: UnixMs
  /**
   * The rate from margin currency to deposit currency at placement, with which its reserved margin
   * is computed.
   */
  readonly rateMargin: Rate
  /** The login of the staff user who requested or executed the order. */
  readonly dealer: Login
  readonly version: number
  /** The gateway that the order was sent through; 0 if none. */
  readonly gatewayId: number
  readonly externalId: string
  /** The sum of volume x price over the provider's fills of the order. */
  readonly filledValue: bigint
  /** The id of the newest of its deals that a provider filled. */
  readonly lastDealId: number
  /** The client's id for the request that placed or last changed it; empty for none. */
  readonly clientOrderId: string
  /**
   * The terminal and session that placed the order, as `desktop:ID`; empty if the server placed it.
   */
  readonly session: string
  /** The version under which a provider knows the order that rests there; 0 for other orders. */
  readonly attempt: number
  /**
   * The request that the provider has not answered yet; empty for none
   * (engine/account/rules/at-provider/resting-order.ts).
   */
  readonly asked: string
  /**
   * The provider fills that wait for a decision of staff, as JSON; empty for none
   * (engine/account/rules/at-provider/held-fills.ts).
   */
  readonly heldFills: string
  /**
   * The routing rule that decided the order. 0 if the server booked it itself, or if the order is
   * older than this field.
   */
  readonly ruleId: number
  /**
   * The requested price of a market order, or the level that closed its position; 0 for the market
   * price.
   */
  readonly priceAsked: PricePts
  /**
   * How a request waited before its decision; empty if it did not wait
   * (engine/account/rules/order-way.ts).
   */
  readonly way: string
}

export const DEAL_ENTRIES = ['in', 'out', 'inout', 'out_by', 'balance'] as const
export type DealEntry = (typeof DEAL_ENTRIES)[number]

/**
 * A deal. A balance operation is a deal with entry `balance`, without a symbol; `action` names it.
 */
export interface DealEvent {
  readonly type: 'deal'
  readonly id: number
  readonly orderId: number
  readonly positionId: number
  readonly symbolId: number
  readonly entry: DealEntry
  /** `buy`, `sell`, or the balance action (`deposit`, `withdraw`, …). */
  readonly action: DealAction
  readonly side: Side | 0
  readonly volume: VolumeUnits
  readonly price: PricePts
  /** The market prices at the time of the deal. */
  readonly bid: PricePts
  readonly ask: PricePts
  readonly profit: Minor
  readonly swap: Minor
  readonly commission: Minor
  readonly fee: Minor
  /** The amount that the deal adds to `credit` (credit operations only). */
  readonly credit: Minor
  /** The rate from profit currency to deposit currency; 0 for balance operations. */
  readonly rateProfit: Rate
  readonly reason: Reason
  readonly comment: string
  readonly at: UnixMs
  /** The volume with which an `inout` deal closed the former position. */
  readonly volumeClosed: VolumeUnits
  /**
   * The amount that the deal adds to the commissions charged at the day end; costs are negative.
   */
  readonly commissionDue: Minor
  /** The login of the staff user who executed the deal. */
  readonly dealer: Login
  /** The provider's execution id; `here` if the rest of the order was filled by this server. */
  readonly externalId: string
  /** The client order id of its order at the time of the deal. */
  readonly clientOrderId: string
}

export interface PositionSums {
  readonly closedVolume: VolumeUnits
  readonly profit: Minor
  readonly commission: Minor
  readonly fee: Minor
  readonly swapPaid: Minor
}

/** `volume` 0 with `closedAt` set: the position is closed. */
export interface PositionEvent {
  readonly type: 'position'
  readonly id: number
  readonly symbolId: number
  readonly side: Side
  readonly volume: VolumeUnits
  readonly priceOpen: PricePts
  readonly priceClose: PricePts
  readonly rateMargin: Rate
  readonly swap: Minor
  readonly openedAt: UnixMs
  readonly closedAt: UnixMs
  readonly reason: Reason
  readonly comment: string
  readonly version: number
  readonly stopLoss: PricePts
  readonly takeProfit: PricePts
  readonly trailingPts: number
  /**
   * The rounding remainder of an average open price: the sum of volume x price minus volume x
   * `priceOpen`.
   */
  readonly openRest: number
  /** The login of the staff user who executed it. */
  readonly dealer: Login
}

/** A position that staff corrected, as the new row. `volume` 0 with `closedAt`: it was deleted. */
export type CorrectionEvent = Omit<PositionEvent, 'type'> & { readonly type: 'correction' }

export const STANDINGS = ['margin_call', 'stop_out'] as const

/**
 * The account reached a level of its group or left it, or a stop out closes an order or a position.
 */
export interface StandingEvent {
  readonly type: 'standing'
  readonly standing: (typeof STANDINGS)[number]
  readonly entered: boolean
  readonly equity: Minor
  readonly margin: Minor
  /** The order or position that the stop out closes; 0 for none. */
  readonly orderId: number
  readonly positionId: number
  readonly at: UnixMs
}

/**
 * A part of the night's swaps is charged; more parts follow before the day ends, for an account
 * with more positions than one record takes.
 */
export interface NightEvent {
  readonly type: 'night'
  /** The server's date that is ending, in days since 1970-01-01. */
  readonly day: number
  /** The id of the last position that was charged. */
  readonly through: number
  /** The number of positions that this record changed. */
  readonly positions: number
  readonly at: UnixMs
}

/**
 * The end of an account's day: its daily row, which is also the start of the next day's figures.
 */
export interface DayEvent {
  readonly type: 'day'
  /** The server's date that ended, in days since 1970-01-01. */
  readonly day: number
  readonly endsMonth: boolean
  readonly balance: Minor
  readonly credit: Minor
  readonly swap: Minor
  /** False if a price was missing: the four fields after it are then 0 and mean nothing. */
  readonly isValued: boolean
  readonly equity: Minor
  readonly margin: Minor
  readonly marginFree: Minor
  readonly profit: Minor
  readonly at: UnixMs
  /** The path of its group on that day. */
  readonly group: string
}

/** A repair: the account's new money, computed from its deals (engine/account/audit/audit.ts). */
export interface RestatementEvent {
  readonly type: 'restatement'
  /** The deal that shows the repair in the account's history; its amount is 0. */
  readonly dealId: number
  readonly balance: Minor
  readonly credit: Minor
  readonly commissionDue: Minor
  readonly balancePrevDay: Minor
  readonly balancePrevMonth: Minor
  readonly at: UnixMs
  /** The differences, as in the answer and the journal: JSON of `FieldDifference`s. */
  readonly differences: string
}

/** A repair: a position and the sums of its deals. `volume` 0 with `closedAt`: there is none. */
export type RestoredPositionEvent = Omit<PositionEvent, 'type'> &
  PositionSums & { readonly type: 'restored_position' }

/**
 * A repair of the tables: a deal that they lack or show wrongly, as the log has it. The deal moves
 * no money again.
 */
export type RestoredDealEvent = Omit<DealEvent, 'type'> & {
  readonly type: 'restored_deal'
  /** The account's seq under which the deal was first sent. */
  readonly seq: number
  /** The account's deal before it; 0 for none. */
  readonly previousId: number
}

/** The symbol of an event; 0 if it has none. */
export function symbolOf(event: AccountEvent): number {
  const { type } = event
  if (type === 'standing' || type === 'night' || type === 'day') return 0
  return type === 'restatement' ? 0 : event.symbolId
}

/**
 * True if an order is still open: it waits for its price or, when `started`, for a dealer or a
 * provider.
 */
export function isResting({ state }: OrderEvent): boolean {
  return state === 'placed' || state === 'partial' || state === 'started'
}

/** The default terms of pending orders. */
export const PLAIN_TERMS = {
  triggerPrice: 0,
  stopLoss: 0,
  takeProfit: 0,
  trailingPts: 0,
  deviationPts: 0,
  filling: '',
  expiration: 'gtc',
  expiresAt: 0,
  byPositionId: 0,
  ocoOrderId: 0,
  activatedAt: 0,
  rateMargin: 0n,
  dealer: 0,
  version: 1,
  gatewayId: 0,
  externalId: '',
  filledValue: 0n,
  lastDealId: 0,
  clientOrderId: '',
  session: '',
  attempt: 0,
  asked: '',
  heldFills: '',
  ruleId: 0,
  priceAsked: 0,
  way: '',
} as const satisfies Partial<OrderEvent>

/** The index in this list is stored, like in the lists above: only append. */
export const REASONS = [
  'client',
  'api',
  'dealer',
  'system',
  'sl',
  'tp',
  'stop_out',
  'activation',
  'expiration',
  'rollover',
  'gateway',
  'correction',
] as const
export type Reason = (typeof REASONS)[number]

/** The index in this list is stored (as the end of DEAL_ACTIONS): only append. */
export const BALANCE_ACTIONS = [
  'deposit',
  'withdraw',
  'credit_in',
  'credit_out',
  'bonus',
  'charge',
  'correction',
  'commission',
  'compensation',
] as const
export type BalanceAction = (typeof BALANCE_ACTIONS)[number]
export const DEAL_ACTIONS = ['buy', 'sell', ...BALANCE_ACTIONS] as const
export type DealAction = (typeof DEAL_ACTIONS)[number]

/**
 * The whole outcome of one request: one log record, applied completely or not at all. A refused
 * request is recorded only if it had a `requestKey`, so that a repeat gets the first answer.
 */
export interface AccountRecord {
  readonly seq: number
  /** The log sequence of the account's previous record; 0 for its first. */
  readonly previousSeq: number
  readonly at: UnixMs
  readonly login: Login
  /** The account's `seq` before the first event of this record. */
  readonly accountSeq: number
  /** The idempotency key as `kind:value` (`o:` client_order_id, `b:` balance request id, …), or empty. */
  readonly requestKey: string
  /** A 32-bit digest of the request's body; a repeat with another body is refused. */
  readonly requestDigest: number
  /** `ok`, or the code of the refusal. */
  readonly code: Code
  readonly message: string
  /** The numbers that caused a refusal, such as a limit. */
  readonly numbers?: RefusalNumbers
  readonly events: readonly AccountEvent[]
  /** The journal line about the action of staff, written with the rows of this record. */
  readonly note?: JournalNote
  /** The author of stops or order terms, if key and note do not show it. */
  readonly origin?: ChangeOrigin
}

/**
 * The person or program that set stops or order terms, if the record's key and note do not show it.
 */
export interface ChangeOrigin {
  readonly by: 'client' | 'dealer'
  /** The id of the REST request; empty for none. */
  readonly requestId: string
  /** True if a routing rule removed the stops. */
  readonly clearsStops: boolean
}

/** A line of the journal about an action of staff or the server on an account's money or trades. */
export interface JournalNote {
  /** The login of the staff user; 0 for the server itself. */
  readonly actor: Login
  readonly kind: 'balance' | 'trade' | 'margin' | 'day_end' | 'repair'
  readonly text: string
  readonly ip: string
  readonly requestId: string
  /** The name of the staff user's API key; left out without one. */
  readonly via?: string
}
