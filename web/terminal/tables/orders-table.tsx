import { computed } from '@preact/signals'
import { OnceButton } from '../../look/controls.js'
import { MenuItem } from '../../look/menu-item.js'
import { SymbolButton } from '../../look/symbol-button.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import { quoteOf } from '../../state/market.js'
import { scaled } from '../../text/numbers.js'
import { tableWords } from '../../text/tables/table-words.js'
import { kindWords, orderWords, pricesWords } from '../../text/terminal/order-words.js'
import { words } from '../../text/terminal/words.js'
import { timeText } from '../../text/times.js'
import { type Order, orderList } from '../../trader/account/account.js'
import { changing, deleteOrders } from '../../trader/requests/changing.js'
import { mayTrade } from '../../trader/requests/sending.js'
import { lotsText } from '../../trader/ticket/volumes.js'
import { ChangesItem } from './changes-item.js'
import { CopyId } from './copy-id.js'

/** The table of pending orders with their actions. */
export function OrdersTable() {
  const { orders: text, positions } = words.value
  return (
    <Table
      name="orders"
      label={text.title}
      columns={columns.value}
      rows={orderList.value}
      keyOf={({ id }) => String(id)}
      acts={{
        head: <span class="hidden">{positions.actions}</span>,
        of: (order) => (
          <OnceButton
            class="small"
            isOff={!mayTrade()}
            label={text.delete({ what: orderWords(order) })}
            onPress={() => deleteOrders([order])}
          >
            {words.value.inbox.delete}
          </OnceButton>
        ),
      }}
      menu={{
        labelOf: ({ symbol, id }) => `${positions.actions}: ${symbol} ${id}`,
        of: (order, close) => <OrderActs order={order} close={close} />,
      }}
    />
  )
}

function OrderActs({ order, close }: { order: Order; close: () => void }) {
  const { orders: text, inbox } = words.value
  const isOff = !mayTrade()
  return (
    <>
      <MenuItem
        label={text.change}
        close={close}
        act={() => {
          changing.value = { kind: 'order', id: order.id }
        }}
        isOff={isOff}
      />
      <MenuItem
        label={inbox.delete}
        close={close}
        act={() => deleteOrders([order])}
        isOff={isOff}
      />
      <ChangesItem kind="orders" id={order.id} close={close} />
      <CopyId id={order.id} close={close} />
    </>
  )
}

const columns = computed<readonly ListColumn<Order>[]>(() => {
  const { orders: text, positions, sides } = words.value
  const more = tableWords.value
  const { text: plain, number, moment, written } = columnKinds<Order>()
  return [
    plain('symbol', positions.symbol, ({ symbol }) => symbol, {
      narrow: 'row',
      cell: ({ symbol }) => <SymbolButton name={symbol} />,
    }),
    plain('id', more.id, ({ id }) => id, { isNumber: true }),
    plain('kind', text.kind, ({ side, kind }) => `${sides[side]} ${kindWords(kind)}`, {
      narrow: 'row',
      look: ({ side }) => side,
    }),
    number('volume', positions.volume, (one) => lotsText(one.symbol, one.volume_current), {
      narrow: 'row',
    }),
    number('price', text.price, wakingPrice, {
      narrow: 'below',
      cell: (order) => pricesWords(order) || '–',
    }),
    number('distance', text.distance, distance, { name: more.distanceName, narrow: 'below' }),
    number('stopLoss', positions.stopLoss, (one) => one.stop_loss, { narrow: 'below' }),
    number('takeProfit', positions.takeProfit, (one) => one.take_profit, { narrow: 'below' }),
    plain('until', text.expires, untilWords, { look: () => 'faint', narrow: 'below' }),
    plain('partner', more.partner, (one) => one.oco_order_id, {
      name: more.partnerName,
      isNumber: true,
      isExtra: true,
    }),
    moment('placed', more.placed, (one) => one.created_at, { look: () => 'faint', isExtra: true }),
    written('comment', more.comment, (one) => one.comment, { isExtra: true }),
  ]
})

/** The price that the order waits for; for a stop limit order first its trigger price. */
function wakingPrice({ trigger_price: trigger, price }: Order): string | null {
  return trigger ?? price ?? null
}

/** The distance from the market to that price in points. */
function distance(order: Order): string | null {
  const { symbol, side, digits } = order
  const quote = quoteOf(symbol).value
  const now = side === 'buy' ? quote?.ask : quote?.bid
  const price = wakingPrice(order)
  if (price === null || now === undefined) return null
  const away = scaled(price, digits) - scaled(now, digits)
  return String(away < 0n ? -away : away)
}

function untilWords({ expires_at, expiration }: Order): string {
  return expires_at === undefined || expires_at === null
    ? (words.value.ticket[expiration as 'gtc'] ?? expiration)
    : timeText(expires_at, false)
}
