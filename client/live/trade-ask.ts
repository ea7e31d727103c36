import type { TraderLiveOps } from '../generated/frames.js'

/**
 * The types of trade requests by kind, with required and optional fields. The server has one schema
 * for all kinds and refuses fields that a kind does not use; these types let the compiler find such
 * errors.
 */
export type TradeAsk =
  | OpenAsk
  | PlaceAsk
  | PlaceStopLimitAsk
  | CloseAsk
  | CloseByAsk
  | StopsAsk
  | ChangeAsk
  | DeleteAsk

type Fields = TraderLiveOps['trade']['args']

/** The fields of every kind besides those that it needs (`Needs`) and may have (`Takes`). */
type Ask<
  Kind extends Fields['kind'],
  Needs extends keyof Fields,
  Takes extends keyof Fields,
> = Named<Kind> &
  Required<Exact<Pick<Fields, Needs>>> &
  Pick<Fields, Takes | 'comment' | 'client_order_id' | 'not_after'>

type Named<Kind> = { readonly kind: Kind }
type Exact<Shape> = { readonly [Name in keyof Shape]: Exclude<Shape[Name], undefined> }

type Stops = 'stop_loss' | 'take_profit' | 'trailing_pts'
type StopsBefore = 'stop_loss_was' | 'take_profit_was' | 'trailing_pts_was'
type Expiring = 'expiration' | 'expires_at'
type Filled = 'price' | 'deviation_pts' | 'filling' | 'quote_id'
/** Fields that the named position or order already determines; they have to be equal. */
type Said = 'symbol' | 'side'
type AtMarket = { readonly order_kind?: 'market' | undefined }

/** Opens a position at the market. */
export type OpenAsk = Ask<'open', 'symbol' | 'side' | 'volume', Filled | Stops> & AtMarket

type Placed = 'symbol' | 'side' | 'volume' | 'price'
type Resting = Stops | Expiring | 'filling' | 'oco_order_id'

/** Places a pending order. */
export type PlaceAsk = Ask<'place', Placed, Resting> & { readonly order_kind: 'limit' | 'stop' }

/** Places a stop limit order, the only type with a trigger price. */
export type PlaceStopLimitAsk = Ask<'place', Placed | 'trigger_price', Resting> & {
  readonly order_kind: 'stop_limit'
}

/** Closes a position, or `volume` lots of it. */
export type CloseAsk = Ask<'close', 'position_id', Filled | Said | 'volume'> & AtMarket

/** Closes a position with one of the opposite side. */
export type CloseByAsk = Ask<'close_by', 'position_id' | 'by_position_id', Said> & AtMarket

/** Modifies the stops of a position. */
export type StopsAsk = Ask<'stops', 'position_id', Stops | StopsBefore | Said>

/** Modifies a pending order. */
export type ChangeAsk = Ask<
  'change',
  'order_id',
  | ('price' | 'trigger_price' | 'price_was' | 'trigger_price_was')
  | (Stops | StopsBefore | Expiring)
  | (Said | 'order_kind')
>

/** Cancels a pending order. */
export type DeleteAsk = Ask<'delete', 'order_id', Said | 'order_kind'>
