import { Menu, OnceButton } from '../look/controls.js'
import { set } from '../settings/settings.js'
import { type Order, orderList } from '../state/account.js'
import { changing, deleteOrder, kindWords, mayTrade } from '../state/acts.js'
import { quoteOf } from '../state/market.js'
import { scaled } from '../text/numbers.js'
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
  const isKnown = price !== undefined && now !== undefined
  const away = isKnown ? scaled(price, digits) - scaled(now, digits) : null
  const what = `${sides[side]} ${kindWords(kind)} ${volume_current} ${symbol}`
  const until =
    expires_at === undefined
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
      <td class="num">{price ?? '–'}</td>
      <td class="num wide-only">{away === null ? '–' : String(away < 0n ? -away : away)}</td>
      <td class="num wide-only">{order.stop_loss ?? '–'}</td>
      <td class="num wide-only">{order.take_profit ?? '–'}</td>
      <td class="num faint wide-only">{until}</td>
      <td class="num">
        <OnceButton
          class="small"
          isOff={!mayTrade()}
          label={text.delete(what)}
          onPress={() => deleteOrder(order)}
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
                changing.value = { kind: 'order', order }
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
