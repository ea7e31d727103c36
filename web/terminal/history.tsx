import { useEffect, useState } from 'preact/hooks'
import { now } from '../link/clock.js'
import { call, refreshSoon } from '../link/rest.js'
import { OnceButton, Segments } from '../look/controls.js'
import { deals as dealCount } from '../state/account.js'
import { isGain, isLoss, signed } from '../text/numbers.js'
import { timeText } from '../text/times.js'
import { words } from '../text/words.js'

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

interface Page<Row> {
  readonly items: readonly Row[]
  readonly total: number
  readonly totals?: { readonly profit: string; readonly swap: string; readonly commission: string }
}

const DAY_MS = 24 * 3_600_000
const SPANS = { today: 1, week: 7, month: 30, year: 365 } as const
const LIMIT = 100

/** What was: deals, and positions that are closed, with what they came to. */
export function History() {
  const { history: text } = words.value
  const [kind, setKind] = useState<'closed' | 'deals'>('closed')
  const [span, setSpan] = useState<keyof typeof SPANS>('month')
  const [pages, setPages] = useState(1)
  const [closed, setClosed] = useState<Page<Closed> | null>(null)
  const [deals, setDeals] = useState<Page<Deal> | null>(null)
  const path = kind === 'closed' ? '/trader/v1/positions/closed' : '/trader/v1/deals'
  const from = new Date(now() - SPANS[span] * DAY_MS)
  from.setSeconds(0, 0)
  const query = `from=${from.toISOString()}&page=1&limit=${LIMIT * pages}`
  const count = dealCount.value
  useEffect(() => {
    let isGone = false
    void call<Page<Closed> | Page<Deal>>('GET', `${path}?${query}`).then((answer) => {
      if (isGone || !answer.ok) return
      if (kind === 'closed') setClosed(answer.data as Page<Closed>)
      else setDeals(answer.data as Page<Deal>)
    })
    return () => {
      isGone = true
    }
  }, [path, query, count])
  const page = kind === 'closed' ? closed : deals
  return (
    <>
      <div class="row" style={{ padding: '6px 8px', flexWrap: 'wrap' }}>
        <Segments
          label={text.title}
          value={kind}
          options={[
            ['closed', text.closed],
            ['deals', text.deals],
          ]}
          onInput={setKind}
        />
        <Segments
          label={text.time}
          value={span}
          options={[
            ['today', text.today],
            ['week', text.week],
            ['month', text.month],
            ['year', text.year],
          ]}
          onInput={(next) => {
            setSpan(next)
            setPages(1)
          }}
        />
        <span class="grow" />
        <OnceButton class="small" onPress={() => saveStatement(from)}>
          {text.statement}
        </OnceButton>
        {page !== null && page.items.length > 0 && (
          <button
            type="button"
            class="small"
            onClick={() => saveCsv(kind, page.items as readonly object[])}
          >
            {text.csv}
          </button>
        )}
      </div>
      {page === null ? (
        <output class="empty">{words.value.loading}</output>
      ) : page.items.length === 0 ? (
        <p class="empty">{text.empty}</p>
      ) : (
        <div class="scroll">
          {kind === 'closed' ? (
            <ClosedRows page={page as Page<Closed>} />
          ) : (
            <DealRows page={page as Page<Deal>} />
          )}
          {page.total > page.items.length && pages < 10 && (
            <p class="empty">
              <OnceButton onPress={async () => setPages(pages + 1)}>{text.more}</OnceButton>
            </p>
          )}
        </div>
      )}
    </>
  )
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
            <td class="num">{row.swap}</td>
            <td class="num">{row.commission}</td>
            <td class={`num ${look(row.profit)}`}>{signed(row.profit)}</td>
          </tr>
        ))}
      </tbody>
      {totals !== undefined && (
        <tfoot>
          <tr>
            <td colSpan={6}>{text.total}</td>
            <td class="num">{totals.swap}</td>
            <td class="num">{totals.commission}</td>
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
            <td class="num">{row.swap}</td>
            <td class="num">{row.commission}</td>
            <td class={`num ${look(row.profit)}`}>{signed(row.profit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The server's own page of the time that is shown, to be read and printed. */
async function saveStatement(from: Date): Promise<void> {
  await refreshSoon()
  const link = document.createElement('a')
  link.href = `/trader/v1/statement?from=${from.toISOString()}`
  link.download = ''
  link.click()
}

/** A table that programs read; a cell that would be a formula there is text. */
function saveCsv(name: string, rows: readonly object[]): void {
  const columns = Object.keys(rows[0] ?? {})
  const cell = (value: unknown): string => {
    const text = value === null || value === undefined ? '' : String(value)
    const plain = /^[=+@\t\r]|^-\D/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  }
  const lines = rows.map((row) =>
    columns.map((column) => cell((row as Record<string, unknown>)[column])).join(','),
  )
  const blob = new Blob([[columns.join(','), ...lines].join('\r\n')], { type: 'text/csv' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
}
