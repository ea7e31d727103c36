import {
  DEAL_ACTIONS,
  DEAL_ENTRIES,
  type DealEvent,
  EXPIRATIONS,
  FILLINGS,
  ORDER_KINDS,
  ORDER_STATES,
  type OrderEvent,
  type PositionEvent,
  REASONS,
} from '../../engine/account/event.js'
import type { PositionValue } from '../../engine/account/money/position-value.js'
import type { WhatIf } from '../../engine/account/money/what-if.js'
import { type JsonFields, jsonFields } from '../format/json-parts.js'
import type { ClosedPosition } from '../stored/stored-trades.js'
import { AnyText, View } from '../types/scalars.js'
import type { RowHolder, RowSymbol } from './row-facts.js'
import { fieldsOf } from './row-fields.js'
import { compileRow, type RowDescription } from './row-writer.js'

/**
 * Orders, deals, positions and answers to trade requests as clients see them. WebSocket, snapshots
 * and REST all write them from these descriptions, and the API documents are generated from them.
 * Rarely used fields come last, so that consecutive frames are equal for as long as possible
 * (wire/frame/frame-template.ts).
 */

const order = fieldsOf<OrderEvent>()
export const ORDER_FIELDS = {
  id: order.int('id'),
  login: order.login(),
  group: order.group(),
  symbol: order.symbol(),
  digits: order.digits(),
  contract_size: order.contractSize(),
  kind: order.word('kind', ORDER_KINDS),
  side: order.side('side'),
  state: order.word('state', ORDER_STATES),
  volume_initial: order.volume('volumeInitial'),
  volume_current: order.volume('volumeCurrent'),
  reason: order.word('reason', REASONS),
  origin: order.origin('reason', 'dealer'),
  expiration: order.word('expiration', EXPIRATIONS),
  version: order.int('version'),
  created_at: order.time('createdAt'),
  done_at: order.timeOrNone('doneAt'),
  price: order.priceOrNone('price'),
  position_id: order.intOrNone('positionId'),
  trigger_price: order.priceOrNone('triggerPrice'),
  stop_loss: order.priceOrNone('stopLoss'),
  take_profit: order.priceOrNone('takeProfit'),
  trailing_pts: order.intOrNone('trailingPts'),
  deviation_pts: order.intOrNone('deviationPts'),
  filling: order.word('filling', FILLINGS),
  expires_at: order.timeOrNone('expiresAt'),
  by_position_id: order.intOrNone('byPositionId'),
  oco_order_id: order.intOrNone('ocoOrderId'),
  activated_at: order.timeOrNone('activatedAt'),
  dealer: order.intOrNone('dealer'),
  external_id: order.textOrNone('externalId'),
  client_order_id: order.textOrNone('clientOrderId'),
  session: order.textOrNone('session'),
  comment: order.textOrNone('comment'),
  price_current: order.livePrice(),
} satisfies RowDescription<OrderEvent>

export const STORED_ORDER_VIEW = rowView(ORDER_FIELDS, 'stored')

/** The price at which an order of its side would fill now; null if there is none. */
export interface LivePrice {
  readonly price: number | null
}

export const ORDER_ROW = compileRow<OrderEvent, RowHolder, RowSymbol, undefined, LivePrice>(
  ORDER_FIELDS,
)

export type DealRow = Omit<DealEvent, 'type'>

const deal = fieldsOf<DealRow>()
/** A deal. A balance operation has no symbol, and so none of the symbol's fields. */
export const DEAL_FIELDS = {
  id: deal.int('id'),
  login: deal.login(),
  group: deal.group(),
  entry: deal.word('entry', DEAL_ENTRIES),
  action: deal.word('action', DEAL_ACTIONS),
  profit: deal.money('profit'),
  swap: deal.money('swap'),
  commission: deal.money('commission'),
  fee: deal.money('fee'),
  credit: deal.money('credit'),
  reason: deal.word('reason', REASONS),
  origin: deal.origin('reason', 'dealer'),
  at: deal.time('at'),
  seq: deal.toldSeq(),
  symbol: deal.ofSymbol(deal.symbol()),
  digits: deal.ofSymbol(deal.digits()),
  contract_size: deal.ofSymbol(deal.contractSize()),
  volume: deal.ofSymbol(deal.volume('volume')),
  price: deal.ofSymbol(deal.price('price')),
  side: deal.sideOrNone('side'),
  order_id: deal.intOrNone('orderId'),
  position_id: deal.intOrNone('positionId'),
  dealer: deal.intOrNone('dealer'),
  client_order_id: deal.textOrNone('clientOrderId'),
  comment: deal.textOrNone('comment'),
} satisfies RowDescription<DealRow>

export const DEAL_ROW = compileRow<DealRow, RowHolder, RowSymbol | undefined, number>(DEAL_FIELDS)

/** An open position from the database or from an event. `closedAt` is its end. */
export type PositionRow = Pick<
  PositionEvent,
  | 'id'
  | 'side'
  | 'volume'
  | 'priceOpen'
  | 'swap'
  | 'openedAt'
  | 'comment'
  | 'version'
  | 'stopLoss'
  | 'takeProfit'
  | 'trailingPts'
  | 'dealer'
> &
  Partial<Pick<PositionEvent, 'priceClose' | 'closedAt'>> & { readonly reason: string }

const position = fieldsOf<PositionRow>()
export const POSITION_FIELDS = {
  id: position.int('id'),
  login: position.login(),
  group: position.group(),
  symbol: position.symbol(),
  digits: position.digits(),
  contract_size: position.contractSize(),
  side: position.side('side'),
  volume: position.volume('volume'),
  price_open: position.price('priceOpen'),
  swap: position.money('swap'),
  opened_at: position.time('openedAt'),
  reason: position.word('reason', REASONS),
  origin: position.origin('reason', 'dealer'),
  version: position.int('version'),
  price_close: position.endPrice('priceClose', 'closedAt'),
  closed_at: position.endTime('closedAt'),
  stop_loss: position.priceOrNone('stopLoss'),
  take_profit: position.priceOrNone('takeProfit'),
  trailing_pts: position.intOrNone('trailingPts'),
  dealer: position.intOrNone('dealer'),
  external_id: position.never(AnyText),
  comment: position.textOrNone('comment'),
  price_current: position.livePrice(),
  profit: position.liveMoney('profit'),
  margin: position.liveMoney('margin'),
  point_value: position.liveFixed8('pointValue'),
} satisfies RowDescription<PositionRow>

export const POSITION_ROW = compileRow<PositionRow, RowHolder, RowSymbol, undefined, PositionValue>(
  POSITION_FIELDS,
)

const valued = fieldsOf<Pick<PositionRow, 'id' | 'swap'>>()
/** A position in a `valuation` event. */
export const VALUATION_FIELDS = {
  position_id: valued.int('id'),
  swap: valued.money('swap'),
  price_current: valued.livePrice(),
  profit: valued.liveMoney('profit'),
  margin: valued.liveMoney('margin'),
  point_value: valued.liveFixed8('pointValue'),
} satisfies RowDescription<Pick<PositionRow, 'id' | 'swap'>>

export const VALUATION_ROW = compileRow<
  Pick<PositionRow, 'id' | 'swap'>,
  Pick<RowHolder, 'moneyDigits'>,
  Pick<RowSymbol, 'digits'>,
  undefined,
  PositionValue
>(VALUATION_FIELDS)

/** The live figures of a position whose shard does not answer. */
export const NO_FIGURES: JsonFields = jsonFields({
  price_current: null,
  profit: null,
  margin: null,
  point_value: null,
})

const closed = fieldsOf<ClosedPosition>()
/** A closed position, which sums up all its closing deals. */
export const CLOSED_POSITION_FIELDS = {
  position_id: closed.int('id'),
  login: closed.login(),
  group: closed.group(),
  symbol: closed.symbol(),
  digits: closed.digits(),
  contract_size: closed.contractSize(),
  side: closed.side('side'),
  volume: closed.volume('volume'),
  price_open: closed.price('priceOpen'),
  price_close: closed.price('priceClose'),
  opened_at: closed.time('openedAt'),
  closed_at: closed.time('closedAt'),
  commission: closed.money('commission'),
  fee: closed.money('fee'),
  swap: closed.money('swap'),
  profit: closed.money('profit'),
  reason: closed.word('reason', REASONS),
  close_reason: closed.word('closeReason', ['', ...REASONS]),
  origin: closed.origin('reason', 'dealer'),
  dealer: closed.intOrNone('dealer'),
  comment: closed.textOrNone('comment'),
} satisfies RowDescription<ClosedPosition>

export const CLOSED_POSITION_ROW = compileRow<ClosedPosition, RowHolder, RowSymbol>(
  CLOSED_POSITION_FIELDS,
)

/** Figures of a trade. Missing ids and prices are 0. `digits` is the number of decimals of prices. */
export interface TradeFigures {
  readonly orderId: number
  readonly dealId: number
  readonly positionId: number
  readonly volume: number
  readonly price: number
  readonly bid: number
  readonly ask: number
  readonly digits: number
}

export interface TradeAnswer extends TradeFigures {
  readonly seq: number
  readonly projectionSeq: number
}

type Digits = Pick<RowSymbol, 'digits'>

const answer = fieldsOf<TradeAnswer>()
export const TRADE_ANSWER_FIELDS = {
  order_id: answer.intOrNone('orderId'),
  deal_id: answer.intOrNone('dealId'),
  position_id: answer.intOrNone('positionId'),
  volume: answer.volume('volume'),
  price: answer.priceOrNone('price'),
  bid: answer.priceOrNone('bid'),
  ask: answer.priceOrNone('ask'),
  seq: answer.seq('seq'),
  projection_seq: answer.seq('projectionSeq'),
} satisfies RowDescription<TradeAnswer>

export const TRADE_ANSWER_ROW = compileRow<TradeAnswer, undefined, Digits>(TRADE_ANSWER_FIELDS)

/** The first answer to a request, with the client's id for it. */
export interface FirstAnswer extends TradeAnswer {
  readonly clientOrderId: string
}

const outcome = fieldsOf<FirstAnswer>()
export const OUTCOME_FIELDS = {
  ...TRADE_ANSWER_FIELDS,
  client_order_id: outcome.textOrNone('clientOrderId'),
  order: outcome.rowBeside('order', STORED_ORDER_VIEW, ORDER_ROW.stored),
} satisfies RowDescription<FirstAnswer>

/** The order of an outcome, as it was after the request. */
export interface OutcomeOrder {
  readonly order: OrderEvent | undefined
  readonly symbol: RowSymbol
}

export const OUTCOME_ROW = compileRow<FirstAnswer, RowHolder, Digits, OutcomeOrder>(OUTCOME_FIELDS)

/**
 * The predicted figures of a trade request. `margin` is the margin of the account after the trade.
 */
export interface TradeCheck
  extends Pick<TradeFigures, 'volume' | 'price' | 'bid' | 'ask' | 'digits'>,
    WhatIf {
  readonly margin: number | null
  readonly marginFree: number | null
  /** The margin that the request would add. */
  readonly orderMargin: number | null
}

const check = fieldsOf<TradeCheck>()
export const TRADE_CHECK_FIELDS = {
  volume: check.volume('volume'),
  price: check.priceOrNone('price'),
  bid: check.priceOrNone('bid'),
  ask: check.priceOrNone('ask'),
  margin: check.moneyOrNone('margin'),
  margin_free: check.moneyOrNone('marginFree'),
  order_margin: check.moneyOrNone('orderMargin'),
  fee: check.moneyOrNone('fee'),
  volume_after: check.volumeOrNone('volumeAfter'),
  side_after: check.sideOrNone('sideAfter'),
  price_after: check.priceOrNone('priceAfter'),
  swap_night: check.moneyOrNone('swapNight'),
  point_value: check.fixed8OrNone('pointValue'),
  loss_at_stop: check.moneyOrNone('lossAtStop'),
  profit_at_target: check.moneyOrNone('profitAtTarget'),
} satisfies RowDescription<TradeCheck>

export const TRADE_CHECK_ROW = compileRow<TradeCheck, Pick<RowHolder, 'moneyDigits'>, Digits>(
  TRADE_CHECK_FIELDS,
)

/** The schema of a row: stored fields only, or with live fields. */
export function rowView<Row>(fields: RowDescription<Row>, has: 'stored' | 'listed') {
  const shown = Object.entries(fields).filter(([, { isLive }]) => has === 'listed' || !isLive)
  return View(Object.fromEntries(shown.map(([name, { schema }]) => [name, schema])))
}
