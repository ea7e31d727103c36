import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { amountLook } from '../../look/amount.js'
import { OnceButton } from '../../look/controls.js'
import { Grid } from '../../look/grid/grid.js'
import { lazy } from '../../look/lazy.js'
import { saveCsv } from '../../look/save-file.js'
import { unfiltered } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { ShortTable } from '../../look/table/short-table.js'
import { Table } from '../../look/table/table.js'
import type { ActRow } from '../../staff/bulk/act-row.js'
import {
  type Act,
  actBody,
  actRowChanges,
  actRows,
  acts,
  askAct,
  isBeforeItsTime,
  leftOf,
  PART_MAX,
  stopAct,
} from '../../staff/bulk/acts.js'
import { addressOf, go, place } from '../../staff/place.js'
import { mayDo } from '../../staff/rights.js'
import { actsWords } from '../../text/desk/acts-words.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { countText, fractionOf, grouped, signed } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { timeText } from '../../text/times.js'
import type { BulkKind } from '../bulk/bulk-dialog.js'
import type { CorrectedDeal } from '../corrections/deals-dialog.js'
import { openPriceOf } from '../corrections/open-price.js'
import { tradeKinds } from '../lists/trade-column-kinds.js'
import { PlaceLink } from '../shell/place-link.js'
import { ServerJobs } from './server-jobs.js'

const ManyDialog = lazy(() => import('../accounts/many-dialog.js').then((part) => part.ManyDialog))
const DealsDialog = lazy(() =>
  import('../corrections/deals-dialog.js').then((part) => part.DealsDialog),
)
const PaymentsDialog = lazy(() =>
  import('../money/payments-dialog.js').then((part) => part.PaymentsDialog),
)
const BulkDialog = lazy(() => import('../bulk/bulk-dialog.js').then((part) => part.BulkDialog))

/** The bulk actions started on this device, or the result of one of them. */
export function Acts() {
  const [key] = place.value.parts
  const text = actsWords.value
  if (key === undefined) return <ActList />
  const act = acts.value.find((one) => one.key === key)
  return (
    <section class="desk-list" aria-label={text.title}>
      <p class="row desk-tools acts-back">
        <Back />
      </p>
      {act === undefined ? <p class="empty">{text.gone}</p> : <ActRecord key={key} act={act} />}
    </section>
  )
}

function Back() {
  return (
    <a
      href={addressOf(['actions'])}
      onClick={(event) => {
        event.preventDefault()
        go(['actions'])
      }}
    >
      ← {actsWords.value.back}
    </a>
  )
}

function ActList() {
  const text = actsWords.value
  const kinds = columnKinds<Act>()
  return (
    <section class="desk-list" aria-label={text.title}>
      {acts.value.length === 0 ? (
        <p class="empty">{text.empty}</p>
      ) : (
        <Table<Act>
          name="desk.acts"
          label={text.title}
          rows={acts.value}
          keyOf={({ key }) => key}
          columns={[
            kinds.moment('at', text.at, ({ at }) => new Date(at).toISOString()),
            kinds.text(
              'what',
              text.what,
              ({ kind, total }) => text.kinds[kind]({ n: countText(total) }),
              {
                cell: ({ kind, key, total }) => (
                  <a
                    href={addressOf(['actions', key])}
                    onClick={(event) => {
                      event.preventDefault()
                      go(['actions', key])
                    }}
                  >
                    {text.kinds[kind]({ n: countText(total) })}
                  </a>
                ),
              },
            ),
            kinds.text('state', text.state, stateText),
            kinds.number('done', text.done, ({ done, refused }) => String(done - refused)),
            kinds.number('refused', text.refused, ({ refused }) => String(refused)),
            kinds.number('togo', text.togo, ({ total, done }) => String(total - done)),
          ]}
        />
      )}
      <ServerJobs />
    </section>
  )
}

const stateText = (act: Act): string =>
  isBeforeItsTime(act)
    ? actsWords.value.beginsAt({ at: timeText(act.startsAt ?? '', false) })
    : actsWords.value.states[act.state]

/** Refusal codes that leave open whether the record was changed. */
const CUT_SHORT: ReadonlySet<string> = new Set(['unavailable', 'trade.timeout', 'internal'])

function ActRecord({ act }: { act: Act }) {
  const { key, kind, total, done, refused, state, at } = act
  const text = actsWords.value
  const [isOnly, setOnly] = useState(false)
  const rows = actRowChanges.value >= 0 ? actRows(key) : []
  const no = rows.filter(({ status }) => status === 'rejected')
  return (
    <div class="act">
      <h2>{text.kinds[kind]({ n: countText(total) })}</h2>
      <p class="row wrap">
        <span class="faint num">{timeText(at)}</span>
        <span class="badge">{stateText(act)}</span>
      </p>
      <progress class="act-bar" max={Math.max(1, total)} value={done} aria-label={text.title} />
      <p role="status">
        {text.figures({
          done: countText(done - refused),
          refused: countText(refused),
          togo: countText(total - done),
        })}
      </p>
      {state === 'over' && <Over act={act} cut={no.filter(({ code }) => CUT_SHORT.has(code))} />}
      {state === 'sent' && <UnderWay act={act} />}
      {state === 'unknown' && <AskAgain act={act} says={text.unknown} />}
      {state === 'refused' && (
        <div class="banner bad" role="alert">
          {text.wasRefused} {refusalWords(act.code ?? '', act.message ?? '')}
        </div>
      )}
      {no.length > 0 && <Reasons rows={no} />}
      {rows.length > 0 && (
        <>
          <p class="row wrap">
            {no.length > 0 && no.length < rows.length && (
              <label class="check">
                <input type="checkbox" checked={isOnly} onChange={() => setOnly(!isOnly)} />
                {text.only}
              </label>
            )}
            <span class="grow" />
            {state === 'over' && kind === 'correct_deals' && <WriteTo rows={rows} />}
            {state === 'over' && no.length > 0 && <Again act={act} rows={no} />}
            <button type="button" class="small" onClick={() => save(act, rows)}>
              {text.csv}
            </button>
          </p>
          <Rows rows={isOnly ? no : rows} kind={kind} />
        </>
      )}
    </div>
  )
}

/** The end of a bulk action: why it ended early, the records it left out, and those with an unknown result. */
function Over({ act, cut }: { act: Act; cut: readonly ActRow[] }) {
  const text = actsWords.value
  const { kind, code, message, total, meant } = act
  return (
    <>
      {code !== undefined && (
        <div class="banner bad" role="alert">
          {code === 'cancelled' ? text.stopped : `${text.broken} ${message ?? ''}`}
        </div>
      )}
      {isBulk(kind) && <Rest act={act} kind={kind} />}
      {code === undefined && total < meant && <p>{text.left({ n: countText(meant - total) })}</p>}
      {cut.length > 0 && <AskAgain act={act} says={text.cutShort({ n: countText(cut.length) })} />}
    </>
  )
}

function AskAgain({ act, says }: { act: Act; says: string }) {
  return (
    <div class="banner row wrap" role="alert">
      <span class="grow">{says}</span>
      <OnceButton onPress={async () => askAct(act.key)}>{actsWords.value.askAgain}</OnceButton>
    </div>
  )
}

/** Says that a bulk action is running; a button stops it, if it can be stopped. */
function UnderWay({ act }: { act: Act }) {
  const text = actsWords.value
  const { key, kind, meant, job, isStopping } = act
  return (
    <p class="row wrap faint">
      {text.goesOn}
      {isBulk(kind) && meant > PART_MAX && isStopping !== true && (
        <OnceButton class="small" onPress={async () => stopAct(key)}>
          {text.stop}
        </OnceButton>
      )}
      {isStopping === true && text.stopsAfter}
      {job !== undefined && (
        <OnceButton class="small" onPress={() => stop(job)}>
          {text.stop}
        </OnceButton>
      )}
    </p>
  )
}

/** A link that writes a message to the accounts whose records were changed. */
function WriteTo({ rows }: { rows: readonly ActRow[] }) {
  const done = rows.filter(({ status }) => status === 'done').map(({ login }) => login)
  if (done.length === 0 || !mayDo('message')) return null
  return (
    <PlaceLink page="mail" parts={['write']} query={{ to: [...new Set(done)].join() }}>
      {correctionsWords.value.deals.write}
    </PlaceLink>
  )
}

/** Shows refused records, grouped by reason, with the most frequent reason first. */
function Reasons({ rows }: { rows: readonly ActRow[] }) {
  const text = actsWords.value
  const byCode = new Map<string, { message: string; n: number }>()
  for (const { code, message } of rows) {
    const known = byCode.get(code)
    byCode.set(code, { message: known?.message ?? message, n: (known?.n ?? 0) + 1 })
  }
  const reasons = [...byCode]
    .map(([code, reason]) => ({ code, ...reason }))
    .toSorted((one, other) => other.n - one.n)
  return (
    <ShortTable
      label={text.reasons}
      look="act-reasons"
      hasHead={false}
      rows={reasons}
      keyOf={({ code }) => code}
      columns={[
        {
          id: 'count',
          label: text.reasons,
          isNumber: true,
          cell: ({ n }) => <b class="loss">{countText(n)}</b>,
        },
        {
          id: 'reason',
          label: text.reasons,
          cell: ({ code, message }) => refusalWords(code, message),
        },
        { id: 'code', label: text.reasons, look: () => 'faint', cell: ({ code }) => code },
      ]}
    />
  )
}

const stop = (id: number) => call('POST /admin/v1/jobs/{id}/cancel', { params: { id } })

const isPayment = (kind: Act['kind']): boolean => kind === 'pay' || kind === 'pay_lots'

function columnsOf(kind: Act['kind']) {
  const text = actsWords.value
  const { columns: label } = tradesWords.value
  const { text: plain, number } = tradeKinds<ActRow>()
  const result = plain('result', text.result, ({ code }) => code, {
    px: 320,
    cell: ({ status, code, message }) =>
      status === 'done' ? (
        text.ok
      ) : (
        <span class="loss" title={message}>
          {refusalWords(code, message)}
        </span>
      ),
  })
  const login = number('login', label.login, (row) => row.login, { px: 90 })
  if (isPayment(kind)) {
    return [
      login,
      number('amount', text.amount, ({ amount }) => amount, {
        px: 120,
        // A refused payment shows its requested amount without a sign, since no money moved.
        cell: ({ amount = '', status }) => (status === 'done' ? signed(amount) : grouped(amount)),
        look: ({ amount = '', status }) => (status === 'done' ? amountLook(amount) : ''),
      }),
      number('deal', text.deal, ({ deal_id: id }) => id, { px: 90 }),
      result,
    ]
  }
  if (kind === 'accounts') return [login, result]
  const symbol = plain('symbol', label.symbol, (row) => row.symbol, { px: 110 })
  if (kind === 'correct_deals') {
    const { deals: fixed } = correctionsWords.value
    return [
      login,
      number('position', label.position, ({ position_id: id }) => id, { px: 90 }),
      symbol,
      plain('open', fixed.openPrice, openPriceOf, { px: 170, isNumber: true }),
      number('amount', fixed.amount, ({ amount }) => amount, {
        px: 120,
        cell: ({ amount = '', currency = '' }) => `${signed(amount)} ${currency}`,
        look: ({ amount = '' }) => amountLook(amount),
      }),
      number('deal', fixed.deal, ({ deal_id: id }) => id, { px: 90 }),
      result,
    ]
  }
  return [number('id', label.id, ({ id }) => id, { px: 90 }), login, symbol, result]
}

function Rows({ rows, kind }: { rows: readonly ActRow[]; kind: Act['kind'] }) {
  return (
    <div class="act-rows tall">
      <Grid<ActRow>
        key={String(rows.length === 0)}
        label={actsWords.value.rows}
        total={rows.length}
        columns={unfiltered(columnsOf(kind), 'action')}
        row={(i) => rows[i]}
        idOf={({ id, position_id, request_id, login }) =>
          String(id ?? position_id ?? request_id ?? login)
        }
        onOpen={({ login }) => go(['accounts', login])}
      />
    </div>
  )
}

const CORRECTED = [
  'login',
  'position_id',
  'symbol',
  'price_open_before',
  'price_open',
  'amount',
  'currency',
  'deal_id',
  'status',
  'code',
  'message',
] as const

function save({ key, kind }: Act, rows: readonly ActRow[]): void {
  const heads = isPayment(kind)
    ? (['login', 'amount', 'side', 'status', 'code', 'message', 'deal_id', 'request_id'] as const)
    : kind === 'correct_deals'
      ? CORRECTED
      : kind === 'accounts'
        ? (['login', 'code', 'message'] as const)
        : (['operation', 'kind', 'id', 'login', 'symbol', 'status', 'code', 'message'] as const)
  saveCsv(
    `act-${key}`,
    heads,
    rows.map((row) => heads.map((name) => row[name])),
  )
}

/** Repeats the refused records as a new action, with its own preview and confirmation. */
function Again({ act, rows }: { act: Act; rows: readonly ActRow[] }) {
  const [isOpen, setOpen] = useState(false)
  const { kind } = act
  const close = () => setOpen(false)
  const payments = kind === 'pay' ? refusedPayments(act, rows) : []
  if (kind === 'pay_lots' || (kind === 'pay' && payments.length === 0)) return null
  return (
    <>
      <button type="button" class="small" onClick={() => setOpen(true)}>
        {actsWords.value.again({ n: countText(rows.length) })}
      </button>
      {isOpen && kind === 'pay' && (
        <PaymentsDialog items={payments} onBegun={close} onClose={close} />
      )}
      {isOpen && kind === 'accounts' && (
        <ManyDialog
          who={{ logins: rows.map(({ login }) => login) }}
          first={actBody<'accounts'>(act)}
          onBegun={close}
          onClose={close}
        />
      )}
      {isOpen && kind === 'correct_deals' && (
        <DealsDialog deals={correctedDeals(rows)} onBegun={close} onClose={close} />
      )}
      {isOpen && isBulk(kind) && (
        <BulkDialog
          kind={kind}
          of={rows[0]?.kind === 'order' ? 'orders' : 'positions'}
          ids={rows.flatMap(({ id }) => id ?? [])}
          isCut={false}
          onBegun={close}
          onClose={close}
        />
      )}
    </>
  )
}

const isBulk = (kind: Act['kind']): kind is BulkKind =>
  kind === 'close' || kind === 'clear_stops' || kind === 'delete'

/** The corrected deals of the positions, each with its side. */
function correctedDeals(rows: readonly ActRow[]): CorrectedDeal[] {
  return rows.flatMap(({ deals = [], symbol }) =>
    deals.map(({ id, side, price_before: price }) => ({
      id,
      side,
      symbol: symbol ?? '',
      price,
      digits: fractionOf(price),
    })),
  )
}

/** Processes the records that a stopped action did not reach, as a new action. */
function Rest({ act, kind }: { act: Act; kind: BulkKind }) {
  const [isOpen, setOpen] = useState(false)
  const ids = leftOf(act)
  if (ids.length === 0) return null
  const close = () => setOpen(false)
  return (
    <p>
      <button type="button" onClick={() => setOpen(true)}>
        {actsWords.value.rest({ n: countText(ids.length) })}
      </button>
      {isOpen && (
        <BulkDialog
          kind={kind}
          of={actBody<'close'>(act)?.orders === undefined ? 'positions' : 'orders'}
          ids={ids}
          isCut={false}
          onBegun={close}
          onClose={close}
        />
      )}
    </p>
  )
}

/** The payments keep their request ids, so one that was booked meanwhile is not booked twice. */
function refusedPayments(act: Act, rows: readonly ActRow[]) {
  const ids = new Set(rows.map(({ request_id }) => request_id))
  return (actBody<'pay'>(act)?.items ?? []).filter(({ request_id }) => ids.has(request_id))
}
