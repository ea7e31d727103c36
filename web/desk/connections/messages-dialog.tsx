import { useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { Dialog } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import { connectionsWords } from '../../text/actions/connections-words.js'
import { tradeValue } from '../../text/desk/trades-words.js'
import { words } from '../../text/words.js'
import { PlaceLink } from '../shell/place-link.js'
import type { ConnectionProps } from './connection.js'

type Message = Data<'GET /admin/v1/gateways/{id}/transactions'>['items'][number]

const PAGE_MESSAGES = 100

/** The order messages between a gateway and its provider, newest first. */
export function MessagesDialog({ of: { id, name }, onClose }: ConnectionProps) {
  const text = connectionsWords.value
  const [before, setBefore] = useState<number | null>(null)
  const [count, setCount] = useState(0)
  const query = { limit: PAGE_MESSAGES, ...(before === null ? {} : { before }) }
  const read = usePanelData(
    'GET /admin/v1/gateways/{id}/transactions',
    { params: { id }, query },
    count,
  )
  const last = read.data?.items.at(-1)?.id
  return (
    <Dialog title={text.messagesTitle({ name })} isWide={true} onClose={onClose}>
      <ReadPanel read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="empty">{text.messagesEmpty}</p>
          ) : (
            <Messages items={items} label={text.messagesTitle({ name })} />
          )
        }
      </ReadPanel>
      <footer>
        <button
          type="button"
          onClick={() => {
            setBefore(null)
            setCount((n) => n + 1)
          }}
        >
          {text.reload}
        </button>
        {read.data?.has_more === true && last !== undefined && (
          <button type="button" onClick={() => setBefore(last)}>
            {text.older}
          </button>
        )}
        <button type="button" class="primary" onClick={onClose}>
          {words.value.close}
        </button>
      </footer>
    </Dialog>
  )
}

function Messages({ items, label }: { items: readonly Message[]; label: string }) {
  const text = connectionsWords.value
  const kinds = columnKinds<Message>()
  return (
    <Table<Message>
      name="gateway.messages"
      label={label}
      rows={items}
      keyOf={({ id }) => String(id)}
      columns={[
        kinds.moment('at', text.time, ({ at }) => at),
        kinds.text('kind', text.kind, ({ direction, kind }) =>
          direction === 'sent' ? `→ ${kind}` : `← ${kind}`,
        ),
        kinds.text('state', text.state, ({ state }) => state && tradeValue(state)),
        kinds.text('login', text.login, ({ login }) => login),
        kinds.text('order', text.order, ({ order_id }) => order_id, {
          cell: ({ order_id: order }) =>
            order === null ? (
              words.value.none
            ) : (
              <PlaceLink page="orders" parts={[order]}>
                {order}
              </PlaceLink>
            ),
        }),
        kinds.text('symbol', text.symbol, ({ symbol }) => symbol),
        kinds.lots('volume', text.volume, ({ volume }) => volume),
        kinds.number('price', text.price, ({ price }) => price),
        kinds.written('text', text.text, (message) => message.text),
      ]}
    />
  )
}
