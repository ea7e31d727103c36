import { useEffect, useState } from 'preact/hooks'
import { after, serverNow } from '../../link/clock.js'
import type { Schemas } from '../../link/contract.js'
import { type Answer, call } from '../../link/rest.js'
import { amountLook } from '../../look/amount.js'
import { Dialog, Field, OnceButton } from '../../look/controls.js'
import { ALL, chosenCount, type GridChoice, isChosen } from '../../look/grid/choice.js'
import { BULK_MAX, PART_MAX, partsOf } from '../../staff/bulk/acts.js'
import { type BulkRow, bulkTotals } from '../../staff/bulk/bulk-totals.js'
import { currencyOf, needKnown } from '../../staff/settings/known.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { grouped, signed } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { clockText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { tradeKinds } from '../lists/trade-column-kinds.js'
import { ActRows } from './act-rows.js'
import { ConfirmAct, type Confirmed } from './confirm-act.js'
import { useBegin } from './use-begin.js'

export type BulkOf = 'positions' | 'orders'
export type BulkKind = 'close' | 'clear_stops' | 'delete'
type Body = Schemas['BulkCloseBody']

const FLAGS = {
  close: { close_positions: true },
  clear_stops: { clear_stops: true },
  delete: { delete_orders: true },
} as const

interface Seen {
  readonly rows: readonly BulkRow[]
  readonly at: number
}

/**
 * Closes, deletes or clears the stops of many trades.
 * Each is looked at first: what is sent are the ids that were seen here, so that nothing else is touched.
 */
export function BulkDialog(props: {
  kind: BulkKind
  of: BulkOf
  ids: readonly number[]
  /** There were more than one act holds. */
  isCut: boolean
  onBegun: () => void
  onClose: () => void
}) {
  const { kind, of, ids } = props
  const { dialog: text } = tradesWords.value
  const begin = useBegin(props)
  const [seen, setSeen] = useState<Seen | null>(null)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const [choice, setChoice] = useState<GridChoice>(ALL)
  const [comment, setComment] = useState('')
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
  const look = async () => {
    const answer = await preview(kind, of, ids)
    setRefused(answer.ok ? null : answer)
    if (answer.ok) setSeen({ rows: answer.data, at: serverNow() })
  }
  useEffect(() => {
    needKnown()
    void look()
  }, [])
  const rows = seen?.rows ?? []
  const taken = rows.filter(({ id }) => isChosen(choice, String(id)))
  const body: Body = {
    ...FLAGS[kind],
    [of]: taken.map(({ id }) => id),
    ...(comment === '' ? {} : { comment }),
  }
  const [first = body, ...more] = partsOf(body)
  const count = (n: number) => grouped(String(n))
  const send = async () => {
    if (confirmed === null || taken.length === 0) return
    begin(kind, { ...body, ...confirmed }, taken.length)
  }
  const title =
    kind === 'clear_stops'
      ? of === 'positions'
        ? text.title.clear_positions
        : text.title.clear_orders
      : text.title[kind]
  return (
    <Dialog title={title} isWide={true} onClose={props.onClose}>
      <div class="stack">
        {props.isCut && <div class="banner">{text.cut({ max: count(BULK_MAX) })}</div>}
        {refused !== null && (
          <div class="banner bad row wrap" role="alert">
            <span class="grow">{refusalWords(refused.code, refused.message, refused.data)}</span>
            <OnceButton class="small" onPress={look}>
              {text.look}
            </OnceButton>
          </div>
        )}
        {seen === null && refused === null && <p role="status">{text.looking}</p>}
        {seen !== null && rows.length === 0 && <p class="empty">{text.none}</p>}
        {seen !== null && rows.length > 0 && (
          <>
            <Totals rows={taken} hasProfit={of === 'positions'} />
            <p class="row wrap">
              <b>
                {text.ofAccounts({
                  n: count(taken.length),
                  accounts: count(new Set(taken.map(({ login }) => login)).size),
                })}
              </b>
              <span class="faint num">{text.asOf({ time: clockText(seen.at) })}</span>
              <OnceButton class="small" onPress={look}>
                {text.look}
              </OnceButton>
            </p>
            {rows.length < ids.length && (
              <p class="faint">{text.gone({ n: count(ids.length - rows.length) })}</p>
            )}
            {taken.length < rows.length && (
              <p class="faint">{text.taken({ n: count(rows.length - taken.length) })}</p>
            )}
            <ActRows
              label={text.rows}
              rows={rows}
              columns={columnsOf(of)}
              idOf={({ id }) => String(id)}
              choice={choice}
              onChoice={setChoice}
            />
            <p class="faint">{text.only}</p>
            {more.length > 0 && <p class="faint">{text.parts({ n: count(more.length + 1) })}</p>}
            <Field label={text.comment} value={comment} maxLength={64} onInput={setComment} />
            <ConfirmAct
              action="bulk_close"
              body={first}
              more={more}
              count={chosenCount(choice, rows.length) ?? 0}
              onReady={setConfirmed}
            />
          </>
        )}
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.cancel}
          </button>
          <OnceButton
            class={kind === 'clear_stops' ? 'primary' : 'primary danger'}
            isOff={confirmed === null || taken.length === 0}
            onPress={send}
          >
            {text.send[kind]({ n: count(taken.length) })}
          </OnceButton>
        </footer>
      </div>
    </Dialog>
  )
}

/** The tables come behind the log after much was done at once: what they do not have yet is asked for again. */
const AGAIN_MS = 1_500
const TRIES_MAX = 10

/** What the server sees of them, so many at a time. */
async function preview(
  kind: BulkKind,
  of: BulkOf,
  ids: readonly number[],
): Promise<Answer<readonly BulkRow[]>> {
  const rows: BulkRow[] = []
  let tries = 0
  for (let from = 0; ; ) {
    const answer = await call('POST /admin/v1/positions/bulk-close', {
      body: { ...FLAGS[kind], [of]: ids.slice(from, from + PART_MAX), preview: true } as Body,
    })
    if (answer.status === 503 && ++tries < TRIES_MAX) {
      await new Promise<void>((resolve) => after(AGAIN_MS, resolve))
      continue
    }
    if (!answer.ok) return { ...answer, data: [] }
    rows.push(...rowsOf(answer.data))
    from += PART_MAX
    if (from >= ids.length) return { ...answer, data: rows }
  }
}

function rowsOf({ positions, orders }: Schemas['BulkCloseView']): BulkRow[] {
  return [
    ...positions.map(({ id, login, group, symbol, side, volume, profit }) => ({
      id,
      login,
      currency: currencyOf(group),
      symbol,
      side,
      volume,
      profit,
    })),
    ...orders.map(({ id, login, group, symbol, side, volume_current }) => ({
      id,
      login,
      currency: currencyOf(group),
      symbol,
      side,
      volume: volume_current,
      profit: null,
    })),
  ]
}

function Totals({ rows, hasProfit }: { rows: readonly BulkRow[]; hasProfit: boolean }) {
  const { dialog: text } = tradesWords.value
  return (
    <div class="scroll">
      <table class="list">
        <thead>
          <tr>
            <th>{text.currency}</th>
            <th class="num">{text.count}</th>
            <th class="num">{text.buy}</th>
            <th class="num">{text.sell}</th>
            {hasProfit && <th class="num">{text.profit}</th>}
          </tr>
        </thead>
        <tbody>
          {bulkTotals(rows).map(({ currency, count, buy, sell, profit, withoutPrice }) => (
            <tr key={currency}>
              <td>{currency === '' ? words.value.none : currency}</td>
              <td class="num">{grouped(String(count))}</td>
              <td class="num buy">{grouped(buy)}</td>
              <td class="num sell">{grouped(sell)}</td>
              {hasProfit && (
                <td class="num">
                  <b class={amountLook(profit)}>
                    {profit === null ? words.value.none : signed(profit)}
                  </b>
                  {withoutPrice > 0 && (
                    <span class="faint"> {text.noPrice({ n: grouped(String(withoutPrice)) })}</span>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function columnsOf(of: BulkOf) {
  const { text, number, gain, side } = tradeKinds<BulkRow>()
  return [
    number('id', 'id', 80, ({ id }) => id),
    number('login', 'login', 80, ({ login }) => login),
    text('symbol', 'symbol', 100, ({ symbol }) => symbol),
    side((row) => row.side),
    number('volume', 'volume', 90, ({ volume }) => volume),
    ...(of === 'positions' ? [gain('profit', 'profit', 110, ({ profit }) => profit)] : []),
    text('currency', 'currency', 70, ({ currency }) => currency),
  ]
}
