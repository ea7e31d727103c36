import type { Code, RefusalNumbers } from '../code.js'
import type { Login, Minor, PricePts, Rate, Side, UnixMs, VolumeUnits } from '../units.js'

/**
 * Events of an account: what happened to it. The log stores exactly these; recovery and the projection read
 * nothing else.
 *
 *   V1. An event is the whole row as it now stands, so that applying it twice or into SQLite is one
 *       upsert and a replay needs no prices, no settings and no clock.
 *   V2. A logged shape never changes: a new shape is a new record version (wire/record/record.ts).
 *   V3. Times come from the request's turn.
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

/** The log stores a value of these lists by its place in it: only append to them. */
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

/** `''` is what the symbol's execution fills by itself. */
export const FILLINGS = ['', 'fok', 'ioc', 'return'] as const
export type Filling = (typeof FILLINGS)[number]

export const EXPIRATIONS = ['gtc', 'day', 'specified', 'specified_day'] as const
export type Expiration = (typeof EXPIRATIONS)[number]

/** A row of the account's orders: of what was done at once, of what rests, and of what came of it. */
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
  /** The position it opens or closes. */
  readonly positionId: number
  readonly reason: Reason
  readonly comment: string
  readonly createdAt: UnixMs
  /** 0 while it rests. */
  readonly doneAt: UnixMs
  /** Price at which the limit of a stop limit begins to rest. 0 is none, as below. */
  readonly triggerPrice: PricePts
  /** Stops that the position which it opens is to have. */
  readonly stopLoss: PricePts
  readonly takeProfit: PricePts
  readonly trailingPts: number
  readonly deviationPts: number
  readonly filling: Filling
  readonly expiration: Expiration
  readonly expiresAt: UnixMs
  /** The position on the other side of a close by. */
  readonly byPositionId: number
  /** The order that is cancelled when this one fills. */
  readonly ocoOrderId: number
  /** When the limit of a stop limit order began to rest. */
  readonly activatedAt: UnixMs
  /** Margin currency to deposit currency when it was placed: what its reserve goes by. */
  readonly rateMargin: Rate
  /** Staff login that asked for it or dealt it. */
  readonly dealer: Login
  readonly version: number
  /** The gateway by which it is at a provider, or was done there; 0 is none. */
  readonly gatewayId: number
  /** The provider's name for it. */
  readonly externalId: string
  /** Sum of volume x price of what providers have filled of it. */
  readonly filledValue: bigint
  /** The newest of its deals with a provider. */
  readonly lastDealId: number
  /** The client's name for the request that placed or last changed it; empty is none. */
  readonly clientOrderId: string
  /** Terminal and session that placed it, as `desktop:ID`; empty where the server did. */
  readonly session: string
  /** The version by which the provider at which it rests knows it; 0 is none: it rests here. */
  readonly attempt: number
  /** The word that its provider has not answered yet; empty is none (engine/account/rules/at-provider/resting-order.ts). */
  readonly asked: string
  /** Fills that its provider has reported and staff decide about, as JSON; empty is none (engine/account/rules/at-provider/held-fills.ts). */
  readonly heldFills: string
  /** The routing rule that decided it; 0 is none: the server's own bookings, and orders of before this was kept. */
  readonly ruleId: number
  /** The price that a market order asked for, or the level that closed its position; 0 is the market's. */
  readonly priceAsked: PricePts
  /** What is known of an order that waited, until it was decided; empty is none (engine/account/rules/order-way.ts). */
  readonly way: string
}

export const DEAL_ENTRIES = ['in', 'out', 'inout', 'out_by', 'balance'] as const
export type DealEntry = (typeof DEAL_ENTRIES)[number]

/** Balance operations are deals with entry `balance`, no symbol and the action in `action`. */
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
  /** Market at the time of the deal. */
  readonly bid: PricePts
  readonly ask: PricePts
  readonly profit: Minor
  readonly swap: Minor
  readonly commission: Minor
  readonly fee: Minor
  /** Amount that the deal adds to `credit` (credit operations only). */
  readonly credit: Minor
  /** Profit currency to deposit currency as used; 0 on balance operations. */
  readonly rateProfit: Rate
  readonly reason: Reason
  readonly comment: string
  readonly at: UnixMs
  /** Volume of an `inout` deal that closed the position before. */
  readonly volumeClosed: VolumeUnits
  /** Amount that the deal adds to the commissions which the day end charges; costs are negative. */
  readonly commissionDue: Minor
  /** Staff login that dealt it. */
  readonly dealer: Login
  /** The provider's id of the execution that it books; `here` where the rest of its order filled here. */
  readonly externalId: string
  /** The client order id of its order when it was made. */
  readonly clientOrderId: string
}

/** Sums of the deals of a position. */
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
  /** Sum of volume x price of what was bought or sold, less volume x `priceOpen`: an average's rest. */
  readonly openRest: number
  /** Staff login that dealt it. */
  readonly dealer: Login
}

/** A position that staff corrected: the row as it stands now. `volume` 0 with `closedAt`: it is taken out. */
export type CorrectionEvent = Omit<PositionEvent, 'type'> & { readonly type: 'correction' }

export const STANDINGS = ['margin_call', 'stop_out'] as const

/** The account came to a level of its group or left it, or a stop out takes an order or a position. */
export interface StandingEvent {
  readonly type: 'standing'
  readonly standing: (typeof STANDINGS)[number]
  readonly entered: boolean
  readonly equity: Minor
  readonly margin: Minor
  /** The order or position that the stop out takes; 0 is none. */
  readonly orderId: number
  readonly positionId: number
  readonly at: UnixMs
}

/**
 * A part of the night's swaps is done, and more are to come before the day ends: of an account that holds
 * too much for one record.
 */
export interface NightEvent {
  readonly type: 'night'
  /** The server's date that is ending, in days since 1970-01-01. */
  readonly day: number
  /** Done are the positions up to this id. */
  readonly through: number
  /** The number of them that this record changed. */
  readonly positions: number
  readonly at: UnixMs
}

/** The end of an account's day: its daily row, and where the next day's figures start from. */
export interface DayEvent {
  readonly type: 'day'
  /** The server's date that ended, in days since 1970-01-01. */
  readonly day: number
  readonly endsMonth: boolean
  readonly balance: Minor
  readonly credit: Minor
  readonly swap: Minor
  /** False where a price was missing: the four after it are 0 then, and mean nothing. */
  readonly isValued: boolean
  readonly equity: Minor
  readonly margin: Minor
  readonly marginFree: Minor
  readonly profit: Minor
  readonly at: UnixMs
  /** Path of its group on that day. */
  readonly group: string
}

/** A repair: the account's money from now on, as its deals make it (engine/account/audit/audit.ts). */
export interface RestatementEvent {
  readonly type: 'restatement'
  /** The deal that tells of the repair in the account's history; it moves nothing. */
  readonly dealId: number
  readonly balance: Minor
  readonly credit: Minor
  readonly commissionDue: Minor
  readonly balancePrevDay: Minor
  readonly balancePrevMonth: Minor
  readonly at: UnixMs
  /** The differences, as the answer and the journal tell them: JSON of `FieldDifference`s. */
  readonly differences: string
}

/** A repair: a position and what its deals add up to. `volume` 0 with `closedAt`: there is none. */
export type RestoredPositionEvent = Omit<PositionEvent, 'type'> &
  PositionSums & { readonly type: 'restored_position' }

/** A repair: a deal that the tables lost or have otherwise, as the log has it. It moves nothing again. */
export type RestoredDealEvent = Omit<DealEvent, 'type'> & {
  readonly type: 'restored_deal'
  /** The account's, under which the deal was told. */
  readonly seq: number
  /** The account's deal before it; 0 is none. */
  readonly previousId: number
}

/** 0 where an event is of no symbol. */
export function symbolOf(event: AccountEvent): number {
  const { type } = event
  if (type === 'standing' || type === 'night' || type === 'day') return 0
  return type === 'restatement' ? 0 : event.symbolId
}

/** Whether an order waits: for its price or, when `started`, for a dealer or a provider. */
export function isResting({ state }: OrderEvent): boolean {
  return state === 'placed' || state === 'partial' || state === 'started'
}

/** The terms of pending orders as most orders have them: none. */
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

/** Stored by place, as the lists above: only append. */
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

/** Stored by place (as the end of DEAL_ACTIONS): only append. */
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
 * One request's whole outcome: one log record, applied whole or not at all. A refused request is
 * recorded only when it carried a `requestKey`, so that a repeat hears the first answer.
 */
export interface AccountRecord {
  /** Global log sequence. */
  readonly seq: number
  /** Log sequence of the account's previous record, 0 for its first. */
  readonly previousSeq: number
  readonly at: UnixMs
  readonly login: Login
  /** The account's `seq` before the first event of this record. */
  readonly accountSeq: number
  /** The idempotency key as `kind:value` (`o:` client_order_id, `b:` balance request id, …), or empty. */
  readonly requestKey: string
  /** 32-bit digest of the request's body; a repeat with another body is refused. */
  readonly requestDigest: number
  /** `ok` or the code the request was refused with. */
  readonly code: Code
  readonly message: string
  /** The numbers that a refusal came up against. */
  readonly numbers?: RefusalNumbers
  readonly events: readonly AccountEvent[]
  /** The journal's line about what staff did, written with the rows of this record. */
  readonly note?: JournalNote
  /** Who gave stops or the terms of an order, where key and note do not tell it. */
  readonly origin?: ChangeOrigin
}

/** Who asked for stops or for the terms of an order, as far as the record's key and note do not tell it. */
export interface ChangeOrigin {
  readonly by: 'client' | 'dealer'
  /** Id of the REST request; empty is none. */
  readonly requestId: string
  /** Whether a routing rule removed the stops. */
  readonly clearsStops: boolean
}

/** A line of the journal about what staff or the server itself did to an account's money or trades. */
export interface JournalNote {
  /** Login of the doer; 0 is the server itself. */
  readonly actor: Login
  readonly kind: 'balance' | 'trade' | 'margin' | 'day_end' | 'repair'
  readonly text: string
  readonly ip: string
  readonly requestId: string
  /** The name of the doer's API key; left out without one. */
  readonly via?: string
}
