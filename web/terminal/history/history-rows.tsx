import { grouped, isGain, isLoss, signed } from '../../text/numbers.js'
import { kindWords } from '../../text/order-words.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'

interface Deal {
  readonly id: number
  readonly at: string
  readonly action: string
  readonly entry: string | null
  readonly symbol: string | null
  readonly side: 'buy' | 'sell' | null
  readonly volume: string | null
  readonly price: string | null
  readonly profit: string
  readonly swap: string
  readonly commission: string
  readonly fee: string
}

interface Closed {
  readonly id: number
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly volume: string
  readonly price_open: string
  readonly price_close: string
  readonly opened_at: string
  readonly closed_at: string
  readonly profit: string
  readonly swap: string
  readonly commission: string
}

export interface Page<Row> {
  readonly items: readonly Row[]
  readonly total: number
  readonly totals?: { readonly profit: string; readonly swap: string; readonly commission: string }
}

interface DoneOrder {
  readonly id: number
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly kind: string
  readonly state: string
  readonly volume_initial: string
  readonly price: string | null
  readonly created_at: string
  readonly done_at: string | null
}

interface Daily {
  readonly date: string
  readonly balance: string
  readonly equity: string | null
  readonly floating_profit: string | null
  readonly daily_profit: string
  readonly daily_swap: string
  readonly daily_commission_instant: string
  readonly daily_deposits: string
  readonly daily_withdrawals: string
}

export type HistoryKind = 'closed' | 'deals' | 'orders' | 'daily'

/** The table of one kind of history. */
export function HistoryRows({ kind, page }: { kind: HistoryKind; page: Page<object> }) {
  switch (kind) {
    case 'closed':
      return <ClosedRows page={page as Page<Closed>} />
    case 'deals':
      return <DealRows page={page as Page<Deal>} />
    case 'orders':
      return <OrderRows page={page as Page<DoneOrder>} />
    case 'daily':
      return <DailyRows page={page as Page<Daily>} />
  }
}

const look = (amount: string): string => (isLoss(amount) ? 'loss' : isGain(amount) ? 'gain' : '')

function ClosedRows({ page: { items, totals } }: { page: Page<Closed> }) {
  const { positions, history: text, sides } = words.value
  return (
    <table class="list">
      <thead>
        <tr>
          <th>{text.time}</th>
          <th>{positions.symbol}</th>
          <th>{positions.side}</th>
          <th class="num">{positions.volume}</th>
          <th class="num">{positions.open}</th>
          <th class="num">{words.value.close}</th>
          <th class="num">{positions.swap}</th>
          <th class="num">{text.commission}</th>
          <th class="num">{positions.profit}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <tr key={`${row.id}${row.closed_at}`}>
            <td>{timeText(row.closed_at)}</td>
            <td>{row.symbol}</td>
            <td class={row.side}>{sides[row.side]}</td>
            <td class="num">{row.volume}</td>
            <td class="num">{row.price_open}</td>
            <td class="num">{row.price_close}</td>
            <td class="num">{grouped(row.swap)}</td>
            <td class="num">{grouped(row.commission)}</td>
            <td class={`num ${look(row.profit)}`}>{signed(row.profit)}</td>
          </tr>
        ))}
      </tbody>
      {totals !== undefined && (
        <tfoot>
          <tr>
            <td colSpan={6}>{text.total}</td>
            <td class="num">{grouped(totals.swap)}</td>
            <td class="num">{grouped(totals.commission)}</td>
            <td class={`num ${look(totals.profit)}`}>{signed(totals.profit)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function DealRows({ page: { items } }: { page: Page<Deal> }) {
  const { positions, history: text, sides } = words.value
  return (
    <table class="list">
      <thead>
        <tr>
          <th>{text.time}</th>
          <th>{text.action}</th>
          <th>{positions.symbol}</th>
          <th class="num">{positions.volume}</th>
          <th class="num">{text.price}</th>
          <th class="num">{positions.swap}</th>
          <th class="num">{text.commission}</th>
          <th class="num">{positions.profit}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <tr key={row.id}>
            <td>{timeText(row.at)}</td>
            <td class={row.side ?? ''}>
              {row.side === null ? row.action : `${sides[row.side]} ${row.entry ?? ''}`}
            </td>
            <td>{row.symbol ?? '–'}</td>
            <td class="num">{row.volume ?? '–'}</td>
            <td class="num">{row.price ?? '–'}</td>
            <td class="num">{grouped(row.swap)}</td>
            <td class="num">{grouped(row.commission)}</td>
            <td class={`num ${look(row.profit)}`}>{signed(row.profit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OrderRows({ page: { items } }: { page: Page<DoneOrder> }) {
  const { positions, history: text, orders, sides } = words.value
  return (
    <table class="list">
      <thead>
        <tr>
          <th>{text.time}</th>
          <th>{positions.symbol}</th>
          <th>{orders.kind}</th>
          <th class="num">{positions.volume}</th>
          <th class="num">{text.price}</th>
          <th>{text.state}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <tr key={row.id}>
            <td>{timeText(row.done_at ?? row.created_at)}</td>
            <td>{row.symbol}</td>
            <td class={row.side}>
              {sides[row.side]} {kindWords(row.kind)}
            </td>
            <td class="num">{row.volume_initial}</td>
            <td class="num">{row.price ?? '–'}</td>
            <td>{text.states[row.state] ?? row.state}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DailyRows({ page: { items } }: { page: Page<Daily> }) {
  const { header, positions, history: text } = words.value
  return (
    <table class="list">
      <thead>
        <tr>
          <th>{text.day}</th>
          <th class="num">{positions.profit}</th>
          <th class="num">{positions.swap}</th>
          <th class="num">{text.commission}</th>
          <th class="num">{header.deposit}</th>
          <th class="num">{header.withdraw}</th>
          <th class="num">{text.floating}</th>
          <th class="num">{header.balance}</th>
          <th class="num">{header.equity}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <tr key={row.date}>
            <td>{row.date}</td>
            <td class={`num ${look(row.daily_profit)}`}>{signed(row.daily_profit)}</td>
            <td class="num">{grouped(row.daily_swap)}</td>
            <td class="num">{grouped(row.daily_commission_instant)}</td>
            <td class="num">{grouped(row.daily_deposits)}</td>
            <td class="num">{grouped(row.daily_withdrawals)}</td>
            <td class="num">{row.floating_profit === null ? '–' : signed(row.floating_profit)}</td>
            <td class="num">{grouped(row.balance)}</td>
            <td class="num">{row.equity === null ? '–' : grouped(row.equity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
