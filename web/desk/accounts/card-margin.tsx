import type { Schemas } from '../../link/contract.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import { useTrades } from '../../staff/accounts/use-trades.js'
import { second } from '../../state/market.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { grouped } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { PlaceLink } from '../shell/place-link.js'

type Margin = Schemas['AccountMarginView']
type Row = Margin['items'][number]

/** Margins move with prices, so they are read again at this interval. */
const AGAIN_SEC = 5

/** The part of the card with the margin of each symbol. */
export function CardMargin({ login }: { login: number }) {
  const count = useTrades(login, false) + Math.floor(second.value / AGAIN_SEC)
  const read = usePanelData('GET /admin/v1/accounts/{login}/margin', { params: { login } }, count)
  const text = accountsWords.value
  return (
    <ReadPanel read={read}>
      {(margin) => (
        <>
          <p class="row card-facts faint">
            {text.margins[margin.margin_mode]} · 1:{margin.leverage}
          </p>
          {margin.items.length === 0 ? (
            <p class="empty">{text.partEmpty.margin}</p>
          ) : (
            <Table<Row>
              name="card.margin"
              label={text.parts.margin}
              columns={columnsOf(margin)}
              rows={margin.items}
              keyOf={({ symbol }) => symbol}
              total={text.margins.total}
            />
          )}
        </>
      )}
    </ReadPanel>
  )
}

function columnsOf({ money }: Margin) {
  const { columns, margins: text } = accountsWords.value
  const kinds = columnKinds<Row>()
  const whole = Number(money.margin ?? 0)
  return [
    kinds.text('symbol', columns.symbol, ({ symbol }) => symbol, {
      cell: ({ symbol }) => (
        <PlaceLink page="exposure" parts={[symbol]}>
          {symbol}
        </PlaceLink>
      ),
    }),
    kinds.lots('buy', text.buy, (row) => row.volume_buy),
    kinds.lots('sell', text.sell, (row) => row.volume_sell),
    kinds.lots('orders', text.orders, (row) => row.volume_orders),
    kinds.amount('margin', columns.margin, ({ margin }) => margin, {
      total: money.margin === null ? words.value.none : grouped(money.margin),
    }),
    kinds.number('share', text.share, ({ margin }) => shareOf(margin, whole)),
  ]
}

/** The share of the account's margin in percent; null while it is not known. */
function shareOf(margin: string | null, whole: number): string | null {
  return margin === null || whole === 0 ? null : ((100 * Number(margin)) / whole).toFixed(1)
}
