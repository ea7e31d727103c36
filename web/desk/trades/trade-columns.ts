import type { Schemas } from '../../link/contract.js'
import { currencyOf } from '../../staff/settings/groups-and-symbols.js'
import { type TradeColumn, tradeKinds } from '../lists/trade-column-kinds.js'

/** The columns of the lists of trades. */
const EXTRA = { isExtra: true }

interface OfAccount {
  readonly login: number
  readonly group: string
}

function accountColumns<Row extends OfAccount>(): readonly TradeColumn<Row>[] {
  const { text, number } = tradeKinds<Row>()
  return [
    number('login', 'login', 74, ({ login }) => login),
    text('group', 'group', 130, ({ group }) => group),
  ]
}

export function positionColumns(): readonly TradeColumn<Schemas['OpenPositionView']>[] {
  const { text, number, lots, amount, gain, moment, word, side, trade } =
    tradeKinds<Schemas['OpenPositionView']>()
  return [
    trade('positions', 'id', 'id', 72, ({ id }) => id),
    ...accountColumns<Schemas['OpenPositionView']>(),
    text('symbol', 'symbol', 90, ({ symbol }) => symbol),
    side((row) => row.side),
    lots('volume', 'volume', 74, ({ volume }) => volume),
    number('open', 'open', 86, ({ price_open }) => price_open),
    number('now', 'now', 86, ({ price_current }) => price_current),
    number('stop', 'stop', 78, ({ stop_loss }) => stop_loss),
    number('target', 'target', 78, ({ take_profit }) => take_profit),
    gain('swap', 'swap', 72, ({ swap }) => swap),
    gain('profit', 'profit', 92, ({ profit }) => profit),
    text('currency', 'currency', 76, ({ group }) => currencyOf(group)),
    moment('opened', 'opened', ({ opened_at }) => opened_at),
    amount('margin', 'margin', 100, ({ margin }) => margin, EXTRA),
    word('reason', 'reason', 110, ({ reason }) => reason, EXTRA),
    number('dealer', 'dealer', 76, ({ dealer }) => dealer, EXTRA),
    text('external', 'external', 130, ({ external_id }) => external_id, EXTRA),
    text('comment', 'comment', 180, ({ comment }) => comment, EXTRA),
  ]
}

export function closedColumns(): readonly TradeColumn<Schemas['ClosedPositionView']>[] {
  const { text, number, lots, gain, moment, word, side, trade } =
    tradeKinds<Schemas['ClosedPositionView']>()
  return [
    trade('positions', 'id', 'id', 72, ({ position_id }) => position_id),
    ...accountColumns<Schemas['ClosedPositionView']>(),
    text('symbol', 'symbol', 90, ({ symbol }) => symbol),
    side((row) => row.side),
    lots('volume', 'volume', 74, ({ volume }) => volume),
    number('open', 'open', 86, ({ price_open }) => price_open),
    number('close', 'close', 86, ({ price_close }) => price_close),
    gain('commission', 'commission', 96, ({ commission }) => commission),
    gain('swap', 'swap', 72, ({ swap }) => swap),
    gain('profit', 'profit', 92, ({ profit }) => profit),
    text('currency', 'currency', 76, ({ group }) => currencyOf(group)),
    moment('opened', 'opened', ({ opened_at }) => opened_at),
    moment('closed', 'closed', ({ closed_at }) => closed_at),
    word('closeReason', 'closeReason', 110, ({ close_reason }) => close_reason),
    word('reason', 'reason', 110, ({ reason }) => reason, EXTRA),
  ]
}

export function orderColumns(): readonly TradeColumn<Schemas['OpenOrderView']>[] {
  const { text, number, lots, moment, word, side, trade } = tradeKinds<Schemas['OpenOrderView']>()
  return [
    trade('orders', 'id', 'id', 72, ({ id }) => id),
    ...accountColumns<Schemas['OpenOrderView']>(),
    text('symbol', 'symbol', 90, ({ symbol }) => symbol),
    word('kind', 'kind', 80, ({ kind }) => kind),
    side((row) => row.side),
    lots('volume', 'volume', 74, ({ volume_current }) => volume_current),
    number('price', 'price', 86, ({ price }) => price),
    number('now', 'now', 86, ({ price_current }) => price_current),
    number('trigger', 'trigger', 90, ({ trigger_price }) => trigger_price, EXTRA),
    number('stop', 'stop', 78, ({ stop_loss }) => stop_loss),
    number('target', 'target', 78, ({ take_profit }) => take_profit),
    moment('placed', 'placed', ({ created_at }) => created_at),
    moment('expires', 'expires', ({ expires_at }) => expires_at),
    word('state', 'state', 100, ({ state }) => state, EXTRA),
    word('reason', 'reason', 110, ({ reason }) => reason, EXTRA),
    number('dealer', 'dealer', 76, ({ dealer }) => dealer, EXTRA),
    text('external', 'external', 130, ({ external_id }) => external_id, EXTRA),
    text('comment', 'comment', 180, ({ comment }) => comment, EXTRA),
  ]
}

export function doneOrderColumns(): readonly TradeColumn<Schemas['OrderView']>[] {
  const { text, number, lots, moment, word, side, trade } = tradeKinds<Schemas['OrderView']>()
  return [
    trade('orders', 'id', 'id', 72, ({ id }) => id),
    ...accountColumns<Schemas['OrderView']>(),
    text('symbol', 'symbol', 90, ({ symbol }) => symbol),
    word('kind', 'kind', 80, ({ kind }) => kind),
    side((row) => row.side),
    lots('volume', 'volume', 74, ({ volume_initial }) => volume_initial),
    number('price', 'price', 86, ({ price }) => price),
    word('state', 'state', 100, ({ state }) => state),
    word('reason', 'reason', 120, ({ reason }) => reason),
    moment('placed', 'placed', ({ created_at }) => created_at),
    moment('ended', 'ended', ({ done_at }) => done_at),
    trade('positions', 'position', 'position', 80, ({ position_id }) => position_id),
    number('stop', 'stop', 78, ({ stop_loss }) => stop_loss, EXTRA),
    number('target', 'target', 78, ({ take_profit }) => take_profit, EXTRA),
    lots('filled', 'filled', 90, ({ volume_current }) => volume_current, EXTRA),
    number('dealer', 'dealer', 76, ({ dealer }) => dealer, EXTRA),
    text('external', 'external', 130, ({ external_id }) => external_id, EXTRA),
    text('comment', 'comment', 180, ({ comment }) => comment, EXTRA),
  ]
}

export function dealColumns(): readonly TradeColumn<Schemas['DealView']>[] {
  const { text, number, lots, gain, moment, word, side, trade } = tradeKinds<Schemas['DealView']>()
  return [
    trade('deals', 'id', 'id', 72, ({ id }) => id),
    moment('at', 'at', ({ at }) => at),
    ...accountColumns<Schemas['DealView']>(),
    text('symbol', 'symbol', 90, ({ symbol }) => symbol),
    side((row) => row.side),
    word('entry', 'entry', 90, ({ entry, action }) => (entry === 'balance' ? action : entry)),
    lots('volume', 'volume', 74, ({ volume }) => volume),
    number('price', 'price', 86, ({ price }) => price),
    gain('commission', 'commission', 96, ({ commission }) => commission),
    gain('swap', 'swap', 72, ({ swap }) => swap),
    gain('profit', 'profit', 110, ({ profit }) => profit),
    text('currency', 'currency', 76, ({ group }) => currencyOf(group)),
    word('reason', 'reason', 110, ({ reason }) => reason),
    trade('orders', 'order', 'order', 80, ({ order_id }) => order_id),
    trade('positions', 'position', 'position', 80, ({ position_id }) => position_id),
    gain('credit', 'credit', 90, ({ credit }) => credit, EXTRA),
    gain('fee', 'fee', 80, ({ fee }) => fee, EXTRA),
    number('dealer', 'dealer', 76, ({ dealer }) => dealer, EXTRA),
    text('comment', 'comment', 180, ({ comment }) => comment),
  ]
}
