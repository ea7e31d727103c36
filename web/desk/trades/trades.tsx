import type { Schemas } from '../../link/contract.js'
import { lazy } from '../../look/lazy.js'
import { place } from '../../staff/place.js'
import { mayDo } from '../../staff/rights.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { DealsButton } from '../corrections/deals-button.js'
import type { RowSelection } from '../lists/chosen-rows.js'
import { BulkButtons } from './bulk-buttons.js'
import {
  closedColumns,
  dealColumns,
  doneOrderColumns,
  orderColumns,
  positionColumns,
} from './trade-columns.js'
import { type TradeList, TradePage } from './trade-page.js'

/** Columns by which the server sorts every window route. */
const SORTS = {
  login: 'login',
  symbol: 'symbol',
  side: 'side',
  reason: 'reason',
  dealer: 'dealer',
  comment: 'comment',
}

const OPEN_POSITIONS: TradeList<'GET /admin/v1/positions'> = {
  route: 'GET /admin/v1/positions',
  name: 'positions',
  why: 'positions',
  columns: positionColumns,
  part: 'positions',
  sorts: { ...SORTS, id: 'id', volume: 'volume', opened: 'opened_at' },
  sort: 'id',
  isLive: true,
}

const CLOSED_POSITIONS: TradeList<'GET /admin/v1/positions/closed'> = {
  route: 'GET /admin/v1/positions/closed',
  name: 'closed',
  why: 'positions',
  columns: closedColumns,
  part: 'closed',
  sorts: {
    ...SORTS,
    id: 'position_id',
    volume: 'volume',
    opened: 'opened_at',
    closed: 'closed_at',
    closeReason: 'close_reason',
  },
  sort: '-closed_at',
  isLive: false,
}

const OPEN_ORDERS: TradeList<'GET /admin/v1/orders'> = {
  route: 'GET /admin/v1/orders',
  name: 'orders',
  why: 'orders',
  columns: orderColumns,
  part: 'orders',
  sorts: {
    ...SORTS,
    id: 'id',
    kind: 'kind',
    volume: 'volume_current',
    placed: 'created_at',
    expires: 'expires_at',
    state: 'state',
    external: 'external_id',
  },
  sort: 'id',
  isLive: true,
}

const DONE_ORDERS: TradeList<'GET /admin/v1/orders/history'> = {
  route: 'GET /admin/v1/orders/history',
  name: 'history',
  why: 'orders',
  columns: doneOrderColumns,
  part: 'deals',
  sorts: {},
  sort: '',
  isLive: false,
}

const DEALS: TradeList<'GET /admin/v1/deals'> = {
  route: 'GET /admin/v1/deals',
  name: 'deals',
  why: 'deals',
  columns: dealColumns,
  part: 'deals',
  sorts: {
    ...SORTS,
    id: 'id',
    at: 'at',
    entry: 'entry',
    volume: 'volume',
    order: 'order_id',
    position: 'position_id',
  },
  sort: '-at',
  isLive: false,
}

const RefusedRequest = lazy(() =>
  import('../why/refused-request.js').then((part) => part.RefusedRequest),
)
const Why = lazy(() => import('../why/why.js').then((part) => part.Why))

/**
 * The trade id, if the address has no login. Without a login, an id opens the trade's page; with a
 * login it is a row beside its account.
 */
function numberAlone(): string | null {
  const [number, login] = place.value.parts
  return number !== undefined && login === undefined ? number : null
}

/** The page of open and closed positions. */
export function Positions() {
  const number = numberAlone()
  return number === null ? <PositionLists /> : <Why kind="positions" id={number} />
}

/** The page of pending and finished orders. */
export function Orders() {
  const number = numberAlone()
  const { query } = place.value
  const [request, login] = [query.get('request'), Number(query.get('login'))]
  if (request !== null && login > 0) return <RefusedRequest id={request} login={login} />
  return number === null ? <OrderLists /> : <Why kind="orders" id={number} />
}

export function Deals() {
  const number = numberAlone()
  if (number !== null) return <Why kind="deals" id={number} />
  const acts = mayDo('correctDeals')
    ? { acts: (chosen: RowSelection<Schemas['DealView']>) => <DealsButton chosen={chosen} /> }
    : {}
  return <TradePage list={DEALS} {...acts} />
}

function PositionLists() {
  const { of } = tradesWords.value
  const ways = [
    ['', of.open],
    ['closed', of.closed],
  ] as const
  const way = place.value.query.get('of') ?? ''
  if (way === 'closed')
    return <TradePage key="closed" list={CLOSED_POSITIONS} ways={ways} way={way} />
  return (
    <TradePage
      key="open"
      list={OPEN_POSITIONS}
      ways={ways}
      way={way}
      {...(mayDo('trade')
        ? {
            acts: (chosen) => (
              <BulkButtons
                route="GET /admin/v1/positions"
                of="positions"
                kinds={['close', 'clear_stops']}
                chosen={chosen}
              />
            ),
          }
        : {})}
    />
  )
}

function OrderLists() {
  const { of } = tradesWords.value
  const ways = [
    ['', of.open],
    ['done', of.done],
  ] as const
  const way = place.value.query.get('of') ?? ''
  if (way === 'done') return <TradePage key="done" list={DONE_ORDERS} ways={ways} way={way} />
  return (
    <TradePage
      key="open"
      list={OPEN_ORDERS}
      ways={ways}
      way={way}
      {...(mayDo('trade')
        ? {
            acts: (chosen) => (
              <BulkButtons
                route="GET /admin/v1/orders"
                of="orders"
                kinds={['delete', 'clear_stops']}
                chosen={chosen}
              />
            ),
          }
        : {})}
    />
  )
}
