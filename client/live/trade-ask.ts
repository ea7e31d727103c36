import type { TraderLiveOps } from '../generated/frames.js'

/**
 * A trade request by its kind: what each needs and what it may have beside that. The server takes one shape for all
 * kinds and refuses what a kind has no use for; here the compiler says so first.
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

/** The fields of every kind beside those that it needs (`Needs`) and may have (`Takes`). */
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
/** What the named position or order has itself: taken where it is the same. */
type Said = 'symbol' | 'side'
type AtMarket = { readonly order_kind?: 'market' | undefined }

/** Opens a position at the market. */
export type OpenAsk = Ask<'open', 'symbol' | 'side' | 'volume', Filled | Stops> & AtMarket

type Placed = 'symbol' | 'side' | 'volume' | 'price'
type Resting = Stops | Expiring | 'filling' | 'oco_order_id'

/** Places a pending order. */
export type PlaceAsk = Ask<'place', Placed, Resting> & { readonly order_kind: 'limit' | 'stop' }

/** Places a stop order that becomes a limit order: it alone has a price for that. */
export type PlaceStopLimitAsk = Ask<'place', Placed | 'trigger_price', Resting> & {
  readonly order_kind: 'stop_limit'
}

/** Closes a position, or `volume` of it. */
export type CloseAsk = Ask<'close', 'position_id', Filled | Said | 'volume'> & AtMarket

/** Closes a position by one of the other side. */
export type CloseByAsk = Ask<'close_by', 'position_id' | 'by_position_id', Said> & AtMarket

/** Changes the stops of a position. */
export type StopsAsk = Ask<'stops', 'position_id', Stops | StopsBefore | Said>

/** Changes a pending order. */
export type ChangeAsk = Ask<
  'change',
  'order_id',
  | ('price' | 'trigger_price' | 'price_was' | 'trigger_price_was')
  | (Stops | StopsBefore | Expiring)
  | (Said | 'order_kind')
>

/** Takes a pending order back. */
export type DeleteAsk = Ask<'delete', 'order_id', Said | 'order_kind'>
