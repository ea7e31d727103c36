import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { after } from '../../link/clock.js'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { amountLook } from '../../look/amount.js'
import { Field, OnceButton } from '../../look/controls.js'
import { ShortTable } from '../../look/table/short-table.js'
import { BULK_MAX, PART_MAX, partsOf } from '../../staff/bulk/acts.js'
import { type BulkRow, bulkTotals } from '../../staff/bulk/bulk-totals.js'
import { currencyOf, loadGroupsAndSymbols } from '../../staff/settings/groups-and-symbols.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { countText, grouped, signed } from '../../text/numbers.js'
import { clockText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { tradeKinds } from '../lists/trade-column-kinds.js'
import { ActRows, useTaken } from './act-rows.js'
import { BulkAction, type BulkEnds } from './bulk-action.js'
import { dataOrWhy, type Preview, usePreview } from './use-preview.js'

export type BulkOf = 'positions' | 'orders'
export type BulkKind = 'close' | 'clear_stops' | 'delete'
type Body = Schemas['BulkCloseBody']

const FLAGS = {
  close: { close_positions: true },
  clear_stops: { clear_stops: true },
  delete: { delete_orders: true },
} as const

/**
 * Closes, deletes or clears the stops of many trades. Only ids from the preview are sent, so trades
 * opened meanwhile are not affected.
 */
export function BulkDialog(
  props: BulkEnds & {
    kind: BulkKind
    of: BulkOf
    ids: readonly number[]
    /** Whether more trades were selected than one action can hold. */
    isCut: boolean
  },
) {
  const { kind, of, ids } = props
  const { dialog: text } = tradesWords.value
  const [comment, setComment] = useState('')
  const preview = usePreview({
    of: '',
    ask: async () => dataOrWhy(await asked(kind, of, ids)),
    isAtOnce: true,
  })
  useEffect(loadGroupsAndSymbols, [])
  const trades = useTaken(preview.seen ?? [], ({ id }) => String(id))
  const { rows, taken } = trades
  const body: Body = {
    ...FLAGS[kind],
    [of]: taken.map(({ id }) => id),
    ...(comment === '' ? {} : { comment }),
  }
  const parts = partsOf(body)
  return (
    <BulkAction
      title={titleOf(kind, of)}
      kind={kind}
      body={body}
      count={taken.length}
      confirm={{ action: 'bulk_close', parts }}
      preview={{ ...preview, label: text.look }}
      send={text.send[kind]({ n: countText(taken.length) })}
      isDanger={kind !== 'clear_stops'}
      fields={props.isCut && <div class="banner">{text.cut({ max: countText(BULK_MAX) })}</div>}
      onBegun={props.onBegun}
      onClose={props.onClose}
    >
      {rows.length === 0 ? (
        <p class="empty">{text.none}</p>
      ) : (
        <>
          <Totals rows={taken} hasProfit={of === 'positions'} />
          <Counted preview={preview} taken={taken} meant={ids.length} />
          <ActRows label={text.rows} of={trades} columns={columnsOf(of)} />
          <p class="faint">{text.only}</p>
          {parts.length > 1 && <p class="faint">{text.parts({ n: countText(parts.length) })}</p>}
          <Field label={text.comment} value={comment} maxLength={64} onInput={setComment} />
        </>
      )}
    </BulkAction>
  )
}

function titleOf(kind: BulkKind, of: BulkOf): string {
  const { title } = tradesWords.value.dialog
  if (kind !== 'clear_stops') return title[kind]
  return of === 'positions' ? title.clear_positions : title.clear_orders
}

/** The number of trades in the action, and the number that no longer exist. */
function Counted(props: {
  preview: Preview<readonly BulkRow[]>
  taken: readonly BulkRow[]
  meant: number
}) {
  const { dialog: text } = tradesWords.value
  const { preview, taken, meant } = props
  const found = preview.seen?.length ?? 0
  return (
    <>
      <p class="row wrap">
        <b>
          {text.ofAccounts({
            n: countText(taken.length),
            accounts: countText(new Set(taken.map(({ login }) => login)).size),
          })}
        </b>
        <span class="faint num">{text.asOf({ time: clockText(preview.seenAt) })}</span>
        <OnceButton class="small" onPress={preview.look}>
          {text.look}
        </OnceButton>
      </p>
      {found < meant && <p class="faint">{text.gone({ n: countText(meant - found) })}</p>}
      {taken.length < found && (
        <p class="faint">{text.taken({ n: countText(found - taken.length) })}</p>
      )}
    </>
  )
}

/**
 * After a large action the database tables lag behind the log, and the server answers 503 until
 * they have caught up.
 */
const AGAIN_MS = 1_500
const TRIES_MAX = 10

/** Reads the current state of the trades, with one request for each part. */
async function asked(
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
    <ShortTable
      label={text.totals}
      rows={bulkTotals(rows)}
      keyOf={({ currency }) => currency}
      columns={[
        {
          id: 'currency',
          label: text.currency,
          cell: ({ currency }) => (currency === '' ? words.value.none : currency),
        },
        { id: 'count', label: text.count, isNumber: true, cell: ({ count: n }) => countText(n) },
        {
          id: 'buy',
          label: text.buy,
          isNumber: true,
          look: () => 'buy',
          cell: ({ buy }) => grouped(buy),
        },
        {
          id: 'sell',
          label: text.sell,
          isNumber: true,
          look: () => 'sell',
          cell: ({ sell }) => grouped(sell),
        },
        ...(hasProfit
          ? [
              {
                id: 'profit',
                label: text.profit,
                isNumber: true,
                cell: ({ profit, withoutPrice }: ReturnType<typeof bulkTotals>[number]) => (
                  <>
                    <b class={amountLook(profit)}>
                      {profit === null ? words.value.none : signed(profit)}
                    </b>
                    {withoutPrice > 0 && (
                      <span class="faint"> {text.noPrice({ n: countText(withoutPrice) })}</span>
                    )}
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function columnsOf(of: BulkOf) {
  const { columns: label } = tradesWords.value
  const { text, number, lots, gain, side } = tradeKinds<BulkRow>()
  return [
    number('id', label.id, ({ id }) => id, { px: 80 }),
    number('login', label.login, ({ login }) => login, { px: 80 }),
    text('symbol', label.symbol, ({ symbol }) => symbol, { px: 100 }),
    side((row) => row.side),
    lots('volume', label.volume, ({ volume }) => volume, { px: 90 }),
    ...(of === 'positions'
      ? [gain('profit', label.profit, ({ profit }) => profit, { px: 110 })]
      : []),
    text('currency', label.currency, ({ currency }) => currency, { px: 70 }),
  ]
}
