import type { Code } from '../code.js'
import type { Login, Minor, PricePts, Rate, Side, UnixMs, VolumeUnits } from '../units.js'

/**
 * What happened to an account. The log stores exactly these; recovery and the projection read
 * nothing else.
 *
 *   V1. An event is the whole row as it now stands, so that applying it twice or into SQLite is one
 *       upsert and a replay needs no prices, no settings and no clock.
 *   V2. A logged shape never changes: a new shape is a new record version (wire/record.ts).
 *   V3. Times come from the request's turn.
 */
export type AccountEvent = OrderEvent | DealEvent | PositionEvent

/** The log stores a value of these lists by its place in it: only append to them. */
export const SIDES = [1, -1] as const
export const DEAL_SIDES = [1, -1, 0] as const

export const ORDER_KINDS = ['market'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

export const ORDER_STATES = ['filled', 'rejected'] as const
export type OrderState = (typeof ORDER_STATES)[number]

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
  readonly doneAt: UnixMs
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
  /** What the deal adds to `credit` (credit operations only). */
  readonly credit: Minor
  /** Profit currency to deposit currency as used; 0 on balance operations. */
  readonly rateProfit: Rate
  readonly reason: Reason
  readonly comment: string
  readonly at: UnixMs
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
}

/** Stored by place, as the lists above: only append. */
export const REASONS = ['client', 'api', 'dealer', 'system'] as const
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
  /** The idempotency key as `kind:value` (`o:` client_order_id, `b:` balance request id), or empty. */
  readonly requestKey: string
  /** 32-bit digest of the request's body; a repeat with another body is refused. */
  readonly requestDigest: number
  /** `ok` or the code the request was refused with. */
  readonly code: Code
  readonly message: string
  readonly events: readonly AccountEvent[]
  /** Of what staff did: the journal's line, written with the rows of this record. */
  readonly note?: JournalNote
}

/** What staff did to an account's money or trades, as the journal tells it. */
export interface JournalNote {
  /** Login of the doer. */
  readonly actor: Login
  readonly kind: 'balance' | 'trade'
  readonly text: string
  readonly ip: string
  readonly requestId: string
}
