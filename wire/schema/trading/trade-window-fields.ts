import type { TradeWindow } from '../../window/trade-window.js'
import type { WindowField, WindowFields } from '../../window/window-fields.js'

/**
 * The fields by which windows of trades can be filtered and sorted. No right is needed besides that
 * to see the rows.
 */
const whole: WindowField = { type: 'whole', right: null }
const wholeOrNone: WindowField = { ...whole, isNullable: true }
const text: WindowField = { type: 'text', right: null }
const volume: WindowField = { type: 'amount', right: null }
const time: WindowField = { type: 'time', right: null }
const timeOrNone: WindowField = { ...time, isNullable: true }

const SHARED = {
  login: whole,
  symbol: text,
  side: text,
  reason: text,
  dealer: wholeOrNone,
  comment: text,
}

const ORDERS = {
  id: whole,
  ...SHARED,
  kind: text,
  state: text,
  volume_initial: volume,
  volume_current: volume,
  created_at: time,
  external_id: text,
}

export const TRADE_WINDOW_FIELDS: Readonly<Record<TradeWindow, WindowFields>> = {
  positions: fields({ id: whole, ...SHARED, volume, opened_at: time }),
  orders: fields({ ...ORDERS, expires_at: timeOrNone }),
  history: fields({ ...ORDERS, done_at: time, position_id: wholeOrNone }),
  deals: fields({
    id: whole,
    ...SHARED,
    entry: text,
    action: text,
    volume,
    at: time,
    order_id: wholeOrNone,
    position_id: wholeOrNone,
    external_id: text,
  }),
  closed: fields({
    position_id: whole,
    ...SHARED,
    close_reason: text,
    volume,
    opened_at: time,
    closed_at: time,
  }),
}

function fields(of: Readonly<Record<string, WindowField>>): WindowFields {
  return new Map(Object.entries(of))
}
