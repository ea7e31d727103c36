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
 * A trade request that passed its schema. Volumes are integers. Prices are still text, because
 * their decimals depend on the symbol; empty text means that no price was given.
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

/** Fields of every request: its sender, and the texts to store with it. */
export interface RequestHead {
  readonly comment: string
  readonly reason: Reason
  /** The login of the staff user who acts for the account; 0 if its owner acts. */
  readonly dealer: Login
  /** The properties of the trade that the request repeats; undefined if it repeats none. */
  readonly said?: RepeatedFields
  /** The values on which a modification is based; undefined if it names none. */
  readonly madeFrom?: MadeFrom
  /**
   * The deadline: a later arrival is refused with `trade.expired`. Undefined if there is no
   * deadline.
   */
  readonly notAfter?: UnixMs
  /** The origin of the request; undefined if the server itself made the request. */
  readonly source?: RequestSource | undefined
}

/** The origin of a request. Empty fields are unknown. It is not part of the request's content. */
export interface RequestSource {
  readonly clientOrderId: string
  /** The terminal and the session that sent the request. */
  readonly session: string
  /**
   * The id of the REST request; undefined for the live socket, and for staff, because their journal
   * note contains it.
   */
  readonly requestId?: string
}

/**
 * Optional fields that repeat properties of the position or order that the request names. If one
 * differs, the request is refused (engine/account/rules/repeated-fields.ts). Empty and 0 are not given. They
 * are not part of the request's content: a repeat may leave them out.
 */
export interface RepeatedFields {
  /** The symbol's name, in upper or lower case. */
  readonly symbol: string
  readonly side: Side | 0
  readonly orderKind: OrderKind | ''
}

/**
 * The values that the client saw before a modification. If the position or order has other values
 * now, the request is refused, so that two modifications do not undo each other
 * (engine/account/rules/made-from.ts). A field that is left out is not compared; 0 means none. They
 * are not part of the request's content: a repeat may leave them out.
 */
export interface MadeFrom {
  readonly price?: string | undefined
  readonly triggerPrice?: string | undefined
  readonly stopLoss?: string | undefined
  readonly takeProfit?: string | undefined
  readonly trailingPts?: number | undefined
}

/** The market price that a client expects, and the largest deviation of the fill from it. */
export interface ExpectedPrice {
  readonly price: string
  readonly deviationPts: number
  readonly quoteId: string
}

export interface Protection {
  readonly stopLoss: string
  readonly takeProfit: string
  /** The distance of the trailing stop. Undefined if not given; 0 removes the trailing stop. */
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
  /** The volume to close; 0 closes the whole position. */
  readonly volume: VolumeUnits
  readonly filling: Filling
}

export interface CloseByRequest extends RequestHead {
  readonly kind: 'close_by'
  readonly positionId: number
  readonly byPositionId: number
}

/** How long an order stays pending. */
export interface Expiry {
  /**
   * The expiration; empty if not given: a new order gets `gtc`, an existing one keeps its value.
   */
  readonly expiration: Expiration | ''
  /** 0 if not given. */
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
  /** 0 for none. */
  readonly ocoOrderId: number
}

/** A modification of an order. Omitted fields stay unchanged. */
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

/** A modification of a position's stops. Omitted fields stay unchanged. */
export interface StopsRequest extends RequestHead, Protection {
  readonly kind: 'stops'
  readonly positionId: number
}

export interface BalanceRequest {
  readonly kind: 'balance'
  readonly login: Login
  readonly action: BalanceAction
  /** The amount in minor units, with the sign from the request. */
  readonly amount: Minor
  readonly comment: string
  readonly skipMarginCheck: boolean
  readonly dealer: Login
}
