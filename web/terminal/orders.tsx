import { Menu, OnceButton } from '../look/controls.js'
import { set } from '../settings/settings.js'
import { type Order, orderList } from '../state/account.js'
import { changing, deleteOrders } from '../state/changing.js'
import { quoteOf } from '../state/market.js'
import { mayTrade } from '../state/sending.js'
import { scaled } from '../text/numbers.js'
import { kindWords, orderWords, pricesWords } from '../text/order-words.js'
import { timeText } from '../text/times.js'
import { words } from '../text/words.js'

/** Orders that wait for their price. */
export function Orders() {
  const { orders: text, positions } = words.value
  const rows = orderList.value
  if (rows.length === 0) return <p class="empty">{text.empty}</p>
  return (
    <div class="scroll">
      <table class="list">
        <thead>
          <tr>
            <th>{positions.symbol}</th>
            <th>{text.kind}</th>
            <th class="num">{positions.volume}</th>
            <th class="num">{text.price}</th>
            <th class="num wide-only">{text.distance}</th>
            <th class="num wide-only">{positions.stopLoss}</th>
            <th class="num wide-only">{positions.takeProfit}</th>
            <th class="num wide-only">{text.expires}</th>
            <th class="num">
              <span class="hidden">{positions.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((order) => (
            <Row key={order.id} order={order} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ order }: { order: Order }) {
  const { orders: text, sides, ticket, positions } = words.value
  const { id, symbol, side, kind, volume_current, price, digits, expiration, expires_at } = order
  const quote = quoteOf(symbol).value
  const now = side === 'buy' ? quote?.ask : quote?.bid
  // A stop limit waits for its trigger first.
  const waitsFor = order.trigger_price ?? price ?? null
  const isKnown = waitsFor !== null && now !== undefined
  const away = isKnown ? scaled(waitsFor, digits) - scaled(now, digits) : null
  const until =
    expires_at === undefined || expires_at === null
      ? (ticket[expiration as 'gtc'] ?? expiration)
      : timeText(expires_at, false)
  return (
    <tr>
      <td>
        <button type="button" class="plain small" onClick={() => set({ symbol })}>
          {symbol}
        </button>
      </td>
      <td class={side}>
        {sides[side]} {kindWords(kind)}
      </td>
      <td class="num">{volume_current}</td>
      <td class="num">{pricesWords(order) || '–'}</td>
      <td class="num wide-only">{away === null ? '–' : String(away < 0n ? -away : away)}</td>
      <td class="num wide-only">{order.stop_loss ?? '–'}</td>
      <td class="num wide-only">{order.take_profit ?? '–'}</td>
      <td class="num faint wide-only">{until}</td>
      <td class="num">
        <OnceButton
          class="small"
          isOff={!mayTrade()}
          label={text.delete(orderWords(order))}
          onPress={() => deleteOrders([order])}
        >
          {words.value.inbox.delete}
        </OnceButton>{' '}
        <Menu label={`${positions.actions}: ${symbol} ${id}`}>
          {(close) => (
            <button
              type="button"
              disabled={!mayTrade()}
              onClick={() => {
                close()
                changing.value = { kind: 'order', id }
              }}
            >
              {text.change}
            </button>
          )}
        </Menu>
      </td>
    </tr>
  )
}
