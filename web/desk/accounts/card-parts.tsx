import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Data, PartsOf, RouteName, Schemas } from '../../link/contract.js'
import { lazy } from '../../look/lazy.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import { useTradeEvents, useTrades } from '../../staff/accounts/use-trades.js'
import { useValuations } from '../../staff/accounts/valuations.js'
import { lives } from '../../staff/connection/link.js'
import { labelOf, meta, needMeta } from '../../staff/meta.js'
import { changeInWords } from '../../staff/office/change-words.js'
import { valueText } from '../../staff/office/journal-lines.js'
import { place, page as shownPage } from '../../staff/place.js'
import type { Account, OpenPosition } from '../../staff/records.js'
import { may, mayDo } from '../../staff/rights.js'
import { reversalWords } from '../../text/actions/reversal-words.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { tradeValue } from '../../text/desk/trades-words.js'
import { knownName } from '../../text/name-of.js'
import { bothText, countText } from '../../text/numbers.js'
import { tableWords } from '../../text/tables/table-words.js'
import { words } from '../../text/words.js'
import { useOrderTrades, usePositionTrades } from '../client-trades/row-trades.js'
import { mayCorrect, usePositionActs } from '../corrections/position-acts.js'
import { Pager } from '../lists/pager.js'
import { tradeKinds } from '../lists/trade-column-kinds.js'
import { isReversible } from '../reversal/reversible.js'
import { PlaceLink } from '../shell/place-link.js'
import { askedText, idOf, type RefusedRow, reasonOf, refuserText, sentText } from './refused-row.js'

const ClientAccounts = lazy(() =>
  import('../clients/client-accounts.js').then((part) => part.ClientAccounts),
)
const Notes = lazy(() => import('../notes/notes.js').then((part) => part.Notes))
const ReverseDialog = lazy(() =>
  import('../reversal/reverse-dialog.js').then((part) => part.ReverseDialog),
)
const CardMargin = lazy(() => import('./card-margin.js').then((part) => part.CardMargin))
const RecordForm = lazy(() => import('./record-form.js').then((part) => part.RecordForm))

/** The tabs of an account's card, in order. */
const CARD_PARTS = [
  'positions',
  'orders',
  'deals',
  'closed',
  'daily',
  'margin',
  'journal',
  'devices',
  'refusals',
  'record',
  'linked',
  'notes',
] as const
export type PartName = (typeof CARD_PARTS)[number]

const NEEDS: Readonly<Record<PartName, readonly string[]>> = {
  positions: ['trades.view'],
  orders: ['trades.view'],
  deals: ['trades.view'],
  closed: ['trades.view'],
  daily: ['trades.view'],
  margin: ['trades.view'],
  journal: ['journal'],
  devices: ['accounts.online'],
  refusals: ['trades.view'],
  record: [],
  linked: ['clients.view'],
  notes: ['clients.view'],
}

/** The tabs that the reader's rights allow. */
export function partsShown(): PartName[] {
  return CARD_PARTS.filter((part) => may({ all: NEEDS[part] }))
}

export function CardPart(props: { part: PartName; account: Account; onChange: () => void }) {
  const { account, part } = props
  switch (part) {
    case 'positions':
      return <Positions account={account} />
    case 'orders':
      return <Orders account={account} />
    case 'deals':
      return <Deals account={account} />
    case 'closed':
      return <Closed login={account.login} />
    case 'daily':
      return <Days login={account.login} />
    case 'margin':
      return <CardMargin login={account.login} />
    case 'journal':
      return <Journal login={account.login} />
    case 'devices':
      return <Devices login={account.login} />
    case 'refusals':
      return <Refusals login={account.login} />
    case 'record':
      return <RecordForm account={account} onSaved={props.onChange} />
    case 'linked':
      return <ClientAccounts account={account} onChange={props.onChange} />
    case 'notes':
      return <Notes login={account.login} />
  }
}

/**
 * The id of the trade for which the card was opened. Beside a list of trades it is the record in
 * the address.
 */
function numberShown(): string | null {
  const { parts, query } = place.value
  return shownPage.value === 'accounts' ? query.get('number') : (parts[0] ?? null)
}

/** A list that loads completely: open positions or pending orders. */
function Whole<Row extends { readonly id: number }>(props: {
  part: 'positions' | 'orders'
  rows: readonly Row[]
  columns: readonly ListColumn<Row>[]
  acts?: { readonly head: ComponentChildren; of(row: Row): ComponentChildren }
  menu?: { labelOf(row: Row): string; of(row: Row, close: () => void): ComponentChildren }
}) {
  const { part, rows } = props
  const text = accountsWords.value
  if (rows.length === 0) return <p class="empty">{text.partEmpty[part]}</p>
  const number = numberShown()
  return (
    <Table<Row>
      name={`card.${part}`}
      label={text.parts[part]}
      columns={props.columns}
      rows={rows}
      total={tableWords.value.total}
      keyOf={({ id }) => String(id)}
      lookOf={({ id }) => (String(id) === number ? 'found' : '')}
      {...(props.acts === undefined ? {} : { acts: props.acts })}
      {...(props.menu === undefined ? {} : { menu: props.menu })}
    />
  )
}

function Positions({ account }: { account: Account }) {
  const { login } = account
  const [changes, setChanges] = useState(0)
  const corrections = usePositionActs(() => setChanges((n) => n + 1))
  const trades = usePositionTrades(account.currency)
  const figures = useValuations(login)
  // Without live figures the list is read again every second.
  const count = useTrades(login, figures === null) + changes
  const read = usePanelData(
    'GET /admin/v1/accounts/{login}/positions',
    { params: { login } },
    count,
  )
  const rows = read.data?.map((row) => ({ ...row, ...figures?.get(row.id) })) ?? []
  const { columns: text } = accountsWords.value
  const kinds = tradeKinds<Schemas['OpenPositionView']>(false)
  const columns = [
    kinds.trade('positions', 'id', text.id, ({ id }) => id),
    kinds.text('symbol', text.symbol, ({ symbol }) => symbol),
    kinds.side((row) => row.side),
    kinds.lots('volume', text.volume, ({ volume }) => volume, { isSummed: true }),
    kinds.number('open', text.open, ({ price_open }) => price_open),
    kinds.number('now', text.now, ({ price_current }) => price_current),
    kinds.number('stop', text.stop, ({ stop_loss }) => stop_loss),
    kinds.number('target', text.target, ({ take_profit }) => take_profit),
    kinds.gain('swap', text.swap, ({ swap }) => swap, { isSummed: true }),
    kinds.gain('profit', text.profit, ({ profit }) => profit, { isSummed: true }),
    kinds.amount('margin', text.margin, ({ margin }) => margin, { isExtra: true }),
    kinds.moment('opened', text.opened, ({ opened_at }) => opened_at),
    kinds.text('reason', text.reason, ({ reason }) => tradeValue(reason), { isExtra: true }),
    kinds.text('dealer', text.dealer, ({ dealer }) => dealer, { isExtra: true }),
    kinds.written('comment', text.comment, ({ comment }) => comment, { isExtra: true }),
  ]
  return (
    <>
      <ReadPanel read={read}>
        {() => (
          <Whole
            part="positions"
            rows={rows}
            columns={columns}
            {...(mayCorrect()
              ? {
                  menu: {
                    labelOf: ({ symbol, id }: OpenPosition) =>
                      correctionsWords.value.actsOf({ symbol, id }),
                    of: corrections.buttons,
                  },
                }
              : {})}
            {...(mayDo('trade') || mayCorrect()
              ? {
                  acts: {
                    head: '',
                    of: (row: OpenPosition) => mayDo('trade') && trades.buttons(row),
                  },
                }
              : {})}
          />
        )}
      </ReadPanel>
      {corrections.dialog}
      {trades.dialog(rows)}
    </>
  )
}

function Orders({ account }: { account: Account }) {
  const { login, currency } = account
  const count = useTrades(login, false)
  const trades = useOrderTrades(currency)
  const read = usePanelData('GET /admin/v1/accounts/{login}/orders', { params: { login } }, count)
  const { columns: text } = accountsWords.value
  const kinds = tradeKinds<Schemas['OpenOrderView']>(false)
  const columns = [
    kinds.trade('orders', 'id', text.id, ({ id }) => id),
    kinds.text('symbol', text.symbol, ({ symbol }) => symbol),
    kinds.text('kind', text.kind, ({ kind }) => tradeValue(kind)),
    kinds.side((row) => row.side),
    kinds.lots('volume', text.volume, (row) => row.volume_current, { isSummed: true }),
    kinds.number('price', text.price, ({ price }) => price),
    kinds.number('stop', text.stop, ({ stop_loss }) => stop_loss),
    kinds.number('target', text.target, ({ take_profit }) => take_profit),
    kinds.moment('placed', text.placed, ({ created_at }) => created_at),
    kinds.moment('expires', text.expires, ({ expires_at }) => expires_at),
    kinds.text('reason', text.reason, ({ reason }) => tradeValue(reason), { isExtra: true }),
    kinds.text('dealer', text.dealer, ({ dealer }) => dealer, { isExtra: true }),
  ]
  return (
    <>
      <ReadPanel read={read}>
        {(rows) => (
          <Whole
            part="orders"
            rows={rows}
            columns={columns}
            {...(mayDo('trade') ? { acts: { head: '', of: trades.buttons } } : {})}
          />
        )}
      </ReadPanel>
      {trades.dialog(read.data)}
    </>
  )
}

const PAGE_ROWS = 100

type PagedRoute =
  | 'GET /admin/v1/accounts/{login}/deals'
  | 'GET /admin/v1/accounts/{login}/positions/closed'
  | 'GET /admin/v1/accounts/{login}/daily'
  | 'GET /admin/v1/accounts/{login}/journal'
  | 'GET /admin/v1/accounts/{login}/refusals'
type RowOf<Name extends PagedRoute> = Data<Name>['items'][number]

/** A list that grows: the newest rows first, older ones page by page. */
function Paged<Name extends PagedRoute>(props: {
  part: PartName
  name: Name
  login: number
  count: number
  /** The id of the newest record. The list loads again until it contains this record. */
  newest?: number
  columns: readonly ListColumn<RowOf<Name>>[]
  keyOf: (row: RowOf<Name>) => string
  /** The text for the footer of the list. */
  footOf?: (data: Data<Name>) => string
  actsOf?: (row: RowOf<Name>) => ComponentChildren
}) {
  const text = accountsWords.value
  const [page, setPage] = useState(1)
  const { newest = 0 } = props
  const fence = newest === 0 ? {} : { min_projection_seq: String(newest) }
  const parts = { params: { login: props.login }, query: { page, limit: PAGE_ROWS, ...fence } }
  const read = usePanelData(props.name as RouteName, parts as PartsOf<RouteName>, props.count)
  const number = numberShown()
  return (
    <ReadPanel read={read}>
      {(data) => {
        const { items, total } = data as Data<PagedRoute>
        if (total === 0) return <Empty part={props.part} />
        const pages = Math.ceil(total / PAGE_ROWS)
        const isSummed = props.columns.some((column) => column.isSummed === true)
        const foot = props.footOf?.(data as Data<Name>) ?? ''
        return (
          <Table<RowOf<Name>>
            name={`card.${props.part}`}
            label={text.parts[props.part]}
            columns={props.columns}
            rows={items as readonly RowOf<Name>[]}
            keyOf={props.keyOf}
            {...(pages > 1 || !isSummed ? {} : { total: tableWords.value.total })}
            lookOf={(row) => (props.keyOf(row) === number ? 'found' : '')}
            {...(props.actsOf === undefined ? {} : { acts: { head: '', of: props.actsOf } })}
            after={
              <>
                {foot !== '' && <p class="faint">{foot}</p>}
                {pages > 1 && (
                  <p class="row pages">
                    <Pager
                      page={page}
                      pages={pages}
                      newer={text.newer}
                      older={text.older}
                      onPage={setPage}
                    />
                    <span class="faint">{countText(total)}</span>
                  </p>
                )}
              </>
            }
          />
        )
      }}
    </ReadPanel>
  )
}

function Empty({ part }: { part: PartName }): ComponentChildren {
  return <p class="empty">{knownName(accountsWords.value.partEmpty, part) ?? ''}</p>
}

function Deals({ account }: { account: Account }) {
  const { login } = account
  const { count, newest } = useTradeEvents(login)
  const [reversed, setReversed] = useState<Schemas['DealView'] | null>(null)
  const { columns: text, pay } = accountsWords.value
  const kinds = tradeKinds<RowOf<'GET /admin/v1/accounts/{login}/deals'>>(false)
  const actions: Readonly<Record<string, string>> = { ...words.value.sides, ...pay.actions }
  const actsOf = (deal: Schemas['DealView']) => (
    <Reverse deal={deal} onPress={() => setReversed(deal)} />
  )
  const acts = mayDo('pay') ? { actsOf } : {}
  return (
    <>
      <Paged
        part="deals"
        name="GET /admin/v1/accounts/{login}/deals"
        login={login}
        count={count + lives.value}
        newest={newest}
        keyOf={({ id }) => String(id)}
        {...acts}
        columns={[
          kinds.trade('deals', 'id', text.id, ({ id }) => id),
          kinds.moment('at', text.at, ({ at }) => at),
          kinds.text('action', text.action, ({ action }) => actions[action] ?? action),
          kinds.text('entry', text.entry, ({ entry }) => tradeValue(entry)),
          kinds.text('symbol', text.symbol, ({ symbol }) => symbol),
          kinds.lots('volume', text.volume, ({ volume }) => volume, { isSummed: true }),
          kinds.number('price', text.price, ({ price }) => price),
          kinds.gain('profit', text.profit, ({ profit }) => profit),
          kinds.gain('commission', text.commission, ({ commission }) => commission, {
            isSummed: true,
          }),
          kinds.gain('swap', text.swap, ({ swap }) => swap, { isSummed: true }),
          kinds.gain('fee', text.fee, ({ fee }) => fee, { isExtra: true, isSummed: true }),
          kinds.trade('orders', 'order', text.order, ({ order_id }) => order_id),
          kinds.trade('positions', 'position', text.position, ({ position_id }) => position_id, {
            isExtra: true,
          }),
          kinds.text('reason', text.reason, ({ reason }) => tradeValue(reason)),
          kinds.text('dealer', text.dealer, ({ dealer }) => dealer, { isExtra: true }),
          kinds.written('comment', text.comment, ({ comment }) => comment),
        ]}
      />
      {reversed !== null && (
        <ReverseDialog account={account} deal={reversed} onClose={() => setReversed(null)} />
      )}
    </>
  )
}

function Reverse({ deal, onPress }: { deal: Schemas['DealView']; onPress: () => void }) {
  const text = reversalWords.value
  if (!isReversible(deal)) return null
  return (
    <button type="button" class="small" aria-label={text.openOf({ id: deal.id })} onClick={onPress}>
      {text.open}
    </button>
  )
}

function Closed({ login }: { login: number }) {
  const { count, newest } = useTradeEvents(login)
  const { columns: text } = accountsWords.value
  const kinds = tradeKinds<RowOf<'GET /admin/v1/accounts/{login}/positions/closed'>>(false)
  return (
    <Paged
      part="closed"
      name="GET /admin/v1/accounts/{login}/positions/closed"
      login={login}
      count={count + lives.value}
      newest={newest}
      keyOf={({ position_id, closed_at }) => `${position_id} ${closed_at}`}
      columns={[
        kinds.trade('positions', 'id', text.id, ({ position_id }) => position_id),
        kinds.text('symbol', text.symbol, ({ symbol }) => symbol),
        kinds.side((row) => row.side),
        kinds.lots('volume', text.volume, ({ volume }) => volume, { isSummed: true }),
        kinds.number('open', text.open, ({ price_open }) => price_open),
        kinds.number('close', text.close, ({ price_close }) => price_close),
        kinds.moment('opened', text.opened, ({ opened_at }) => opened_at),
        kinds.moment('closed', text.closed, ({ closed_at }) => closed_at),
        kinds.gain('profit', text.profit, ({ profit }) => profit, { isSummed: true }),
        kinds.gain('commission', text.commission, ({ commission }) => commission, {
          isSummed: true,
        }),
        kinds.gain('swap', text.swap, ({ swap }) => swap, { isSummed: true }),
        kinds.text('reason', text.reason, ({ close_reason: why }) => why && tradeValue(why)),
      ]}
    />
  )
}

function Days({ login }: { login: number }) {
  const { columns: text, money } = accountsWords.value
  const kinds = columnKinds<RowOf<'GET /admin/v1/accounts/{login}/daily'>>()
  return (
    <Paged
      part="daily"
      name="GET /admin/v1/accounts/{login}/daily"
      login={login}
      count={lives.value}
      keyOf={({ date }) => date}
      columns={[
        kinds.text('day', text.day, ({ date }) => date),
        kinds.amount('balance', money.balance, ({ balance }) => balance),
        kinds.amount('credit', money.credit, ({ credit }) => credit),
        kinds.amount('equity', money.equity, ({ equity }) => equity),
        kinds.amount('margin', money.margin, ({ margin }) => margin),
        kinds.gain('profit', text.dayProfit, (row) => row.daily_profit, { isSummed: true }),
        kinds.gain('swap', text.swap, (row) => row.daily_swap, { isSummed: true }),
        kinds.gain('deposits', text.deposits, (row) => row.daily_deposits, { isSummed: true }),
        kinds.gain('withdrawals', text.withdrawals, (row) => row.daily_withdrawals, {
          isSummed: true,
        }),
      ]}
    />
  )
}

function Journal({ login }: { login: number }) {
  const { columns: text } = accountsWords.value
  const kinds = columnKinds<RowOf<'GET /admin/v1/accounts/{login}/journal'>>()
  useEffect(needMeta, [])
  return (
    <Paged
      part="journal"
      name="GET /admin/v1/accounts/{login}/journal"
      login={login}
      count={lives.value}
      keyOf={({ id }) => String(id)}
      columns={[
        kinds.moment('at', text.at, ({ at }) => at),
        kinds.text('actor', text.actor, ({ actor }) => actor),
        kinds.text('kind', text.kind, ({ kind }) => labelOf(meta.value?.journal_kinds, kind)),
        kinds.written('text', text.text, (line) => line.text),
        kinds.written('changes', text.changes, (line) =>
          line.changes
            .map((change) => changeInWords(line, change))
            .map(({ field, from, to }) => `${field}: ${valueText(from)} → ${valueText(to)}`)
            .join(', '),
        ),
        kinds.text('ip', text.ip, ({ ip }) => ip),
        kinds.text('number', text.number, ({ id }) => id, { isExtra: true }),
      ]}
    />
  )
}

function Devices({ login }: { login: number }) {
  const read = usePanelData(
    'GET /admin/v1/accounts/{login}/sessions',
    { params: { login } },
    lives.value,
  )
  const { columns: text, parts, partEmpty } = accountsWords.value
  const kinds = columnKinds<Schemas['AccountSessionView']>()
  return (
    <ReadPanel read={read}>
      {(rows) =>
        rows.length === 0 ? (
          <p class="empty">{partEmpty.devices}</p>
        ) : (
          <Table
            name="card.devices"
            label={parts.devices}
            rows={rows}
            keyOf={({ session }) => session}
            columns={[
              kinds.moment('since', text.since, ({ since }) => since),
              kinds.text('ip', text.ip, ({ ip }) => ip),
              kinds.text('os', text.os, ({ os }) => os),
              kinds.text('sockets', text.sockets, ({ sockets }) => sockets),
            ]}
          />
        )
      }
    </ReadPanel>
  )
}

/** The refused request as text. It links to the request's page if the request has an id. */
function RefusedLink({ row }: { row: RefusedRow }) {
  const request = idOf(row)
  if (request === null) return <>{askedText(row)}</>
  return (
    <PlaceLink page="orders" query={{ request, login: row.login }}>
      {askedText(row)}
    </PlaceLink>
  )
}

/**
 * Shows refused requests: what the client requested, why it was refused, and by which part of the
 * server.
 */
function Refusals({ login }: { login: number }) {
  const { count } = useTradeEvents(login)
  const { columns: text, refusals } = accountsWords.value
  const kinds = columnKinds<RefusedRow>()
  return (
    <Paged
      part="refusals"
      name="GET /admin/v1/accounts/{login}/refusals"
      login={login}
      count={count + lives.value}
      keyOf={({ id }) => String(id)}
      footOf={({ more }) =>
        more.length === 0
          ? ''
          : refusals.more({
              counts: more.map((one) => `${one.code} ${countText(one.count)}`).join(', '),
            })
      }
      columns={[
        kinds.moment('at', text.at, ({ at }) => at),
        kinds.text('request', text.request, askedText, {
          cell: (row) => <RefusedLink row={row} />,
        }),
        kinds.written('why', text.why, reasonOf),
        kinds.text('by', text.refusedBy, refuserText),
        kinds.text('market', text.market, ({ bid, ask }) => bothText(bid, ask)),
        kinds.text('terminal', text.terminal, ({ terminal }) => terminal),
        kinds.text('ip', text.ip, ({ ip }) => ip),
        kinds.text('client_order', text.clientOrder, ({ client_order_id }) => client_order_id),
        kinds.written('sent', text.sent, ({ request }) => sentText(request)),
        kinds.text('code', text.code, ({ code }) => code, { isExtra: true }),
        kinds.text('request_id', text.requestId, ({ request_id }) => request_id, { isExtra: true }),
        kinds.text('staff', text.staff, ({ staff }) => staff, { isExtra: true }),
      ]}
    />
  )
}

/** The request in a few words, such as its kind, side, volume and symbol. */
