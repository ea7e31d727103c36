import type { Schemas } from '../../link/contract.js'
import type { ListColumn } from '../../look/table/column.js'
import { currencyOf } from '../../staff/settings/groups-and-symbols.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { scaled } from '../../text/numbers.js'
import { tradeKinds } from '../lists/trade-column-kinds.js'

interface OfAccount {
  readonly login: number
  readonly group: string
}

function accountColumns<Row extends OfAccount>(): readonly ListColumn<Row>[] {
  const { columns: label } = tradesWords.value
  const { text, number } = tradeKinds<Row>()
  return [
    number('login', label.login, ({ login }) => login, { px: 74 }),
    text('group', label.group, ({ group }) => group, { px: 130 }),
  ]
}

export function positionColumns(): readonly ListColumn<Schemas['OpenPositionView']>[] {
  const { columns: label } = tradesWords.value
  const { text, number, lots, amount, gain, moment, named, side, trade } =
    tradeKinds<Schemas['OpenPositionView']>()
  return [
    trade('positions', 'id', label.id, ({ id }) => id, { px: 72 }),
    ...accountColumns<Schemas['OpenPositionView']>(),
    text('symbol', label.symbol, ({ symbol }) => symbol, { px: 90 }),
    side(({ side }) => side),
    lots('volume', label.volume, ({ volume }) => volume, { px: 74 }),
    number('open', label.open, ({ price_open }) => price_open, { px: 86 }),
    number('now', label.now, ({ price_current }) => price_current, { px: 86 }),
    number('stop', label.stop, ({ stop_loss }) => stop_loss, { px: 78 }),
    number('target', label.target, ({ take_profit }) => take_profit, { px: 78 }),
    gain('swap', label.swap, ({ swap }) => swap, { px: 72 }),
    gain('profit', label.profit, ({ profit }) => profit, { px: 92 }),
    text('currency', label.currency, ({ group }) => currencyOf(group), { px: 76 }),
    moment('opened', label.opened, ({ opened_at }) => opened_at),
    amount('margin', label.margin, ({ margin }) => margin, { px: 100, isExtra: true }),
    named('reason', label.reason, ({ reason }) => reason, { px: 110, isExtra: true }),
    number('dealer', label.dealer, ({ dealer }) => dealer, { px: 76, isExtra: true }),
    text('external', label.external, ({ external_id }) => external_id, { px: 130, isExtra: true }),
    text('comment', label.comment, ({ comment }) => comment, { px: 180, isExtra: true }),
  ]
}

export function closedColumns(): readonly ListColumn<Schemas['ClosedPositionView']>[] {
  const { columns: label } = tradesWords.value
  const { text, number, lots, gain, moment, named, side, trade } =
    tradeKinds<Schemas['ClosedPositionView']>()
  return [
    trade('positions', 'id', label.id, ({ position_id }) => position_id, { px: 72 }),
    ...accountColumns<Schemas['ClosedPositionView']>(),
    text('symbol', label.symbol, ({ symbol }) => symbol, { px: 90 }),
    side(({ side }) => side),
    lots('volume', label.volume, ({ volume }) => volume, { px: 74 }),
    number('open', label.open, ({ price_open }) => price_open, { px: 86 }),
    number('close', label.close, ({ price_close }) => price_close, { px: 86 }),
    gain('commission', label.commission, ({ commission }) => commission, { px: 96 }),
    gain('swap', label.swap, ({ swap }) => swap, { px: 72 }),
    gain('profit', label.profit, ({ profit }) => profit, { px: 92 }),
    text('currency', label.currency, ({ group }) => currencyOf(group), { px: 76 }),
    moment('opened', label.opened, ({ opened_at }) => opened_at),
    moment('closed', label.closed, ({ closed_at }) => closed_at),
    named('closeReason', label.closeReason, ({ close_reason }) => close_reason, { px: 110 }),
    named('reason', label.reason, ({ reason }) => reason, { px: 110, isExtra: true }),
  ]
}

export function orderColumns(): readonly ListColumn<Schemas['OpenOrderView']>[] {
  const { columns: label } = tradesWords.value
  const { text, number, lots, moment, named, side, trade } = tradeKinds<Schemas['OpenOrderView']>()
  return [
    trade('orders', 'id', label.id, ({ id }) => id, { px: 72 }),
    ...accountColumns<Schemas['OpenOrderView']>(),
    text('symbol', label.symbol, ({ symbol }) => symbol, { px: 90 }),
    named('kind', label.kind, ({ kind }) => kind, { px: 80 }),
    side(({ side }) => side),
    lots('volume', label.volume, ({ volume_current }) => volume_current, { px: 74 }),
    number('price', label.price, ({ price }) => price, { px: 86 }),
    number('now', label.now, ({ price_current }) => price_current, { px: 86 }),
    number('distance', label.distance, distance, {
      name: tradesWords.value.distanceName,
      px: 86,
    }),
    number('trigger', label.trigger, ({ trigger_price }) => trigger_price, {
      px: 90,
      isExtra: true,
    }),
    number('stop', label.stop, ({ stop_loss }) => stop_loss, { px: 78 }),
    number('target', label.target, ({ take_profit }) => take_profit, { px: 78 }),
    moment('placed', label.placed, ({ created_at }) => created_at),
    moment('expires', label.expires, ({ expires_at }) => expires_at),
    named('state', label.state, ({ state }) => state, { px: 100, isExtra: true }),
    named('reason', label.reason, ({ reason }) => reason, { px: 110, isExtra: true }),
    number('dealer', label.dealer, ({ dealer }) => dealer, { px: 76, isExtra: true }),
    text('external', label.external, ({ external_id }) => external_id, { px: 130, isExtra: true }),
    text('comment', label.comment, ({ comment }) => comment, { px: 180, isExtra: true }),
  ]
}

/** The points between the market and the price that the order waits for. */
function distance(order: Schemas['OpenOrderView']): string | null {
  const { trigger_price, price_current: now, digits } = order
  const price = trigger_price ?? order.price
  if (price === null || price === undefined || now === null || now === undefined) return null
  const away = scaled(price, digits) - scaled(now, digits)
  return String(away < 0n ? -away : away)
}

export function doneOrderColumns(): readonly ListColumn<Schemas['OrderView']>[] {
  const { columns: label } = tradesWords.value
  const { text, number, lots, moment, named, side, trade } = tradeKinds<Schemas['OrderView']>()
  return [
    trade('orders', 'id', label.id, ({ id }) => id, { px: 72 }),
    ...accountColumns<Schemas['OrderView']>(),
    text('symbol', label.symbol, ({ symbol }) => symbol, { px: 90 }),
    named('kind', label.kind, ({ kind }) => kind, { px: 80 }),
    side(({ side }) => side),
    lots('volume', label.volume, ({ volume_initial }) => volume_initial, { px: 74 }),
    number('price', label.price, ({ price }) => price, { px: 86 }),
    named('state', label.state, ({ state }) => state, { px: 100 }),
    named('reason', label.reason, ({ reason }) => reason, { px: 120 }),
    moment('placed', label.placed, ({ created_at }) => created_at),
    moment('ended', label.ended, ({ done_at }) => done_at),
    trade('positions', 'position', label.position, ({ position_id }) => position_id, { px: 80 }),
    number('stop', label.stop, ({ stop_loss }) => stop_loss, { px: 78, isExtra: true }),
    number('target', label.target, ({ take_profit }) => take_profit, { px: 78, isExtra: true }),
    lots('filled', label.filled, ({ volume_current }) => volume_current, { px: 90, isExtra: true }),
    number('dealer', label.dealer, ({ dealer }) => dealer, { px: 76, isExtra: true }),
    text('external', label.external, ({ external_id }) => external_id, { px: 130, isExtra: true }),
    text('comment', label.comment, ({ comment }) => comment, { px: 180, isExtra: true }),
  ]
}

export function dealColumns(): readonly ListColumn<Schemas['DealView']>[] {
  const { columns: label } = tradesWords.value
  const { text, number, lots, gain, moment, named, side, trade } = tradeKinds<Schemas['DealView']>()
  return [
    trade('deals', 'id', label.id, ({ id }) => id, { px: 72 }),
    moment('at', label.at, ({ at }) => at),
    ...accountColumns<Schemas['DealView']>(),
    text('symbol', label.symbol, ({ symbol }) => symbol, { px: 90 }),
    side(({ side }) => side),
    named('entry', label.entry, ({ entry, action }) => (entry === 'balance' ? action : entry), {
      px: 90,
    }),
    lots('volume', label.volume, ({ volume }) => volume, { px: 74 }),
    number('price', label.price, ({ price }) => price, { px: 86 }),
    gain('commission', label.commission, ({ commission }) => commission, { px: 96 }),
    gain('swap', label.swap, ({ swap }) => swap, { px: 72 }),
    gain('profit', label.profit, ({ profit }) => profit, { px: 110 }),
    text('currency', label.currency, ({ group }) => currencyOf(group), { px: 76 }),
    named('reason', label.reason, ({ reason }) => reason, { px: 110 }),
    trade('orders', 'order', label.order, ({ order_id }) => order_id, { px: 80 }),
    trade('positions', 'position', label.position, ({ position_id }) => position_id, { px: 80 }),
    gain('credit', label.credit, ({ credit }) => credit, { px: 90, isExtra: true }),
    gain('fee', label.fee, ({ fee }) => fee, { px: 80, isExtra: true }),
    number('dealer', label.dealer, ({ dealer }) => dealer, { px: 76, isExtra: true }),
    text('comment', label.comment, ({ comment }) => comment, { px: 180 }),
  ]
}
