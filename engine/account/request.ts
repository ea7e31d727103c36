import type { Login, Minor, Side, UnixMs, VolumeUnits } from '../units.js'
import type {
  BalanceAction,
  Expiration,
  Filling,
  OrderKind,
  PendingOrderKind,
  Reason,
} from './event.js'

/**
 * A trade request after its schema was checked. Volumes are integers; prices are still text, because
 * only the symbol says how many decimals they have. An empty price is one that was not given.
 */
export type TradeRequest =
  | OpenRequest
  | CloseRequest
  | CloseByRequest
  | PlaceRequest
  | ChangeRequest
  | DeleteRequest
  | StopsRequest

export type TradeKind = TradeRequest['kind']

/** Fields of every request: who asks, and what is noted with it. */
export interface RequestHead {
  readonly comment: string
  readonly reason: Reason
  /** Staff login that asks for the account; 0 is the account itself. */
  readonly dealer: Login
  /** Left out where nothing is said. */
  readonly said?: Said
  /** Left out where nothing is said, and with all but changes. */
  readonly madeFrom?: MadeFrom
  /** A request that comes later than this, on the clock, is `trade.expired`; left out, it may come at any time. */
  readonly notAfter?: UnixMs
  /** The source that it came from; the server's own requests have none. */
  readonly source?: RequestSource | undefined
}

/** The source that a request came from. Empty is not known; it is no part of what is asked for. */
export interface RequestSource {
  readonly clientOrderId: string
  /** Terminal and id of the session. */
  readonly session: string
  /** Id of the REST request; left out for the live socket, and for staff, whose note has it. */
  readonly requestId?: string
}

/**
 * Fields that a request need not have, since the position or order that it names has them: they are so,
 * or the request is refused (engine/account/rules/said.ts). Empty and 0 are not said. They are no part of
 * what is asked for: a repeat may leave them out.
 */
export interface Said {
  /** The symbol's name, in upper or lower case. */
  readonly symbol: string
  readonly side: Side | 0
  readonly orderKind: OrderKind | ''
}

/**
 * The values that a change was made from: where the position or order has others by then, the change is refused, so
 * that two who change it do not undo each other (engine/account/rules/made-from.ts). Left out is not said; 0 is
 * none. They are no part of what is asked for: a repeat may leave them out.
 */
export interface MadeFrom {
  readonly price?: string | undefined
  readonly triggerPrice?: string | undefined
  readonly stopLoss?: string | undefined
  readonly takeProfit?: string | undefined
  readonly trailingPts?: number | undefined
}

/** The market price that a client expects, and how far from it a fill may be. */
export interface ExpectedPrice {
  readonly price: string
  readonly deviationPts: number
  readonly quoteId: string
}

/** Stops that protect a position. */
export interface Protection {
  readonly stopLoss: string
  readonly takeProfit: string
  /** Undefined is not given; 0 is none. */
  readonly trailingPts: number | undefined
}

export interface OpenRequest extends RequestHead, ExpectedPrice, Protection {
  readonly kind: 'open'
  readonly symbol: string
  readonly side: Side
  readonly volume: VolumeUnits
  readonly filling: Filling
}

export interface CloseRequest extends RequestHead, ExpectedPrice {
  readonly kind: 'close'
  readonly positionId: number
  /** 0 closes the whole position. */
  readonly volume: VolumeUnits
  readonly filling: Filling
}

export interface CloseByRequest extends RequestHead {
  readonly kind: 'close_by'
  readonly positionId: number
  readonly byPositionId: number
}

/** The time for which an order rests. */
export interface Expiry {
  /** Empty is not given: `gtc` for a new order, as it was for one that is there. */
  readonly expiration: Expiration | ''
  /** 0 is not given. */
  readonly expiresAt: UnixMs
}

export interface PlaceRequest extends RequestHead, Protection, Expiry {
  readonly kind: 'place'
  readonly symbol: string
  readonly side: Side
  readonly orderKind: PendingOrderKind
  readonly volume: VolumeUnits
  readonly price: string
  readonly triggerPrice: string
  readonly filling: Filling
  /** 0 is none. */
  readonly ocoOrderId: number
}

/** Fields that are not given stay as they are. */
export interface ChangeRequest extends RequestHead, Protection, Expiry {
  readonly kind: 'change'
  readonly orderId: number
  readonly price: string
  readonly triggerPrice: string
}

export interface DeleteRequest extends RequestHead {
  readonly kind: 'delete'
  readonly orderId: number
}

/** Fields that are not given stay as they are. */
export interface StopsRequest extends RequestHead, Protection {
  readonly kind: 'stops'
  readonly positionId: number
}

export interface BalanceRequest {
  readonly kind: 'balance'
  readonly login: Login
  readonly action: BalanceAction
  /** The amount in minor units, with the sign that the client sent. */
  readonly amount: Minor
  readonly comment: string
  readonly skipMarginCheck: boolean
  readonly dealer: Login
}
