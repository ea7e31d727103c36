import { computed } from '@preact/signals'
import { amountLook, amountText } from '../../look/amount.js'
import { SymbolButton } from '../../look/symbol-button.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { nameOf } from '../../text/name-of.js'
import { grouped } from '../../text/numbers.js'
import { tableWords } from '../../text/tables/table-words.js'
import { kindWords, pricesWords } from '../../text/terminal/order-words.js'
import { words } from '../../text/terminal/words.js'
import { terms } from '../../trader/account/account.js'
import { type ClosedPosition, type DayRow, netOf } from '../../trader/account/record.js'
import { lotsText } from '../../trader/ticket/volumes.js'
import type { Deal, DoneOrder, Page } from './history-rows.js'

/** The columns of the histories: closed positions, deals, finished orders, days. */

type Totals = Page<ClosedPosition>['totals']

const digits = () => terms.value?.currency_digits ?? 2

/** The columns of closed positions, with the server's totals for the whole period. */
export function closedColumns(totals: Totals): readonly ListColumn<ClosedPosition>[] {
  if (totals === undefined) return closed.value
  const { profit, swap, commission, fee } = totals
  const net = netOf(totals, digits())
  const sums: Readonly<Record<string, string>> = { profit, swap, commission, fee, net }
  return closed.value.map((column) => {
    const sum = sums[column.id]
    if (sum === undefined) return column
    const isGain = column.id === 'profit' || column.id === 'net'
    const look = isGain ? amountLook(sum) : ''
    return { ...column, total: <span class={look}>{isGain ? amountText(sum) : grouped(sum)}</span> }
  })
}

const closed = computed<readonly ListColumn<ClosedPosition>[]>(() => {
  const { positions, sides } = words.value
  const more = tableWords.value
  const { text, number, amount, gain, moment, written } = columnKinds<ClosedPosition>()
  const closedWhy = ({ close_reason: why }: ClosedPosition) =>
    why ? (more.reasons[why] ?? why) : null
  return [
    moment('closed', more.closed, (row) => row.closed_at, { isNumber: false, narrow: 'below' }),
    text('symbol', positions.symbol, ({ symbol }) => symbol, {
      narrow: 'row',
      cell: ({ symbol }) => <SymbolButton name={symbol} />,
    }),
    text('id', more.id, (row) => row.position_id, { isNumber: true }),
    text('side', positions.side, ({ side }) => sides[side], {
      narrow: 'row',
      look: ({ side }) => side,
    }),
    number('volume', positions.volume, (row) => lotsText(row.symbol, row.volume), {
      narrow: 'row',
    }),
    number('open', positions.open, (row) => row.price_open, { narrow: 'below' }),
    number('close', more.closePrice, (row) => row.price_close, { narrow: 'below' }),
    gain('net', more.net, (row) => netOf(row, digits()), { name: more.netName, narrow: 'row' }),
    text('why', more.why, closedWhy, {
      name: more.whyName,
      narrow: 'below',
    }),
    amount('swap', positions.swap, ({ swap }) => swap),
    amount('commission', more.commission, ({ commission }) => commission),
    amount('fee', more.fee, ({ fee }) => fee, { isExtra: true }),
    gain('profit', positions.profit, ({ profit }) => profit),
    moment('opened', more.opened, (row) => row.opened_at, { isExtra: true }),
    written('comment', more.comment, ({ comment }) => comment, { isExtra: true }),
  ]
})

export const dealColumns = computed<readonly ListColumn<Deal>[]>(() => {
  const { positions, history, sides } = words.value
  const more = tableWords.value
  const { text, number, amount, gain, moment, written } = columnKinds<Deal>()
  const what = ({ side, action, entry }: Deal): string =>
    side === undefined || side === null
      ? nameOf(more.actions, action)
      : `${sides[side]} ${nameOf(more.entries, entry)}`
  return [
    moment('at', history.time, ({ at }) => at, { isNumber: false, narrow: 'below' }),
    text('id', more.id, ({ id }) => id, { isNumber: true, narrow: 'below' }),
    text('what', history.action, what, { narrow: 'row', look: ({ side }) => side ?? '' }),
    text('symbol', positions.symbol, ({ symbol }) => symbol, {
      narrow: 'row',
      cell: ({ symbol }) => (symbol ? <SymbolButton name={symbol} /> : '–'),
    }),
    number('volume', positions.volume, lotsOf, { narrow: 'row' }),
    number('price', history.price, ({ price }) => price, { narrow: 'below' }),
    text('position', more.position, (row) => row.position_id, { isNumber: true }),
    text('order', more.order, (row) => row.order_id, { isNumber: true, isExtra: true }),
    gain('net', more.net, (row) => netOf(row, digits()), { name: more.netName, narrow: 'row' }),
    text('why', more.why, ({ reason }) => more.reasons[reason] ?? reason, {
      name: more.whyName,
      narrow: 'below',
    }),
    amount('swap', positions.swap, ({ swap }) => swap, { isSummed: true }),
    amount('commission', more.commission, ({ commission }) => commission, { isSummed: true }),
    amount('fee', more.fee, ({ fee }) => fee, { isExtra: true, isSummed: true }),
    gain('profit', positions.profit, ({ profit }) => profit, { isExtra: true }),
    written('comment', more.comment, ({ comment }) => comment, { isExtra: true }),
  ]
})

function lotsOf({ symbol, volume }: Deal): string | null {
  if (!symbol || !volume) return null
  return lotsText(symbol, volume)
}

export const orderColumns = computed<readonly ListColumn<DoneOrder>[]>(() => {
  const { positions, history, orders, sides } = words.value
  const more = tableWords.value
  const { text, number, moment, written } = columnKinds<DoneOrder>()
  return [
    moment('done', history.time, (row) => row.done_at ?? row.created_at, {
      isNumber: false,
      narrow: 'below',
    }),
    text('id', more.id, ({ id }) => id, { isNumber: true, narrow: 'below' }),
    text('symbol', positions.symbol, ({ symbol }) => symbol, {
      narrow: 'row',
      cell: ({ symbol }) => <SymbolButton name={symbol} />,
    }),
    text('kind', orders.kind, ({ side, kind }) => `${sides[side]} ${kindWords(kind)}`, {
      narrow: 'row',
      look: ({ side }) => side,
    }),
    number('volume', positions.volume, (row) => lotsText(row.symbol, row.volume_initial), {
      narrow: 'row',
    }),
    number('price', history.price, (row) => row.trigger_price ?? row.price, {
      narrow: 'below',
      cell: (row) => pricesWords(row) || '–',
    }),
    text('state', history.state, ({ state }) => nameOf(history.states, state), { narrow: 'row' }),
    text('why', more.why, ({ reason }) => more.reasons[reason] ?? reason, {
      name: more.whyDoneName,
    }),
    text('position', more.position, (row) => row.position_id, { isNumber: true }),
    number('stopLoss', positions.stopLoss, (row) => row.stop_loss, { isExtra: true }),
    number('takeProfit', positions.takeProfit, (row) => row.take_profit, { isExtra: true }),
    moment('placed', more.placed, (row) => row.created_at, { isExtra: true }),
    written('comment', more.comment, ({ comment }) => comment, { isExtra: true }),
  ]
})

export const dayColumns = computed<readonly ListColumn<DayRow>[]>(() => {
  const { header, positions, history } = words.value
  const more = tableWords.value
  const { text, amount, gain } = columnKinds<DayRow>()
  return [
    text('day', history.day, ({ date }) => date, { narrow: 'row' }),
    gain('profit', positions.profit, (row) => row.daily_profit, { narrow: 'row', isSummed: true }),
    amount('swap', positions.swap, (row) => row.daily_swap, { narrow: 'below', isSummed: true }),
    amount('commission', more.commission, (row) => row.daily_commission_instant, {
      narrow: 'below',
      isSummed: true,
    }),
    amount('fee', more.fee, (row) => row.daily_fee, { isExtra: true, isSummed: true }),
    amount('deposits', more.deposits, (row) => row.daily_deposits, {
      narrow: 'below',
      isSummed: true,
    }),
    amount('withdrawals', more.withdrawals, (row) => row.daily_withdrawals, {
      narrow: 'below',
      isSummed: true,
    }),
    gain('floating', history.floating, (row) => row.floating_profit),
    amount('balance', header.balance, (row) => row.balance),
    amount('equity', header.equity, (row) => row.equity, { narrow: 'row' }),
  ]
})
