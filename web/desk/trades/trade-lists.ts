import {
  closedColumns,
  dealColumns,
  doneOrderColumns,
  orderColumns,
  positionColumns,
} from './trade-columns.js'
import type { TradeList } from './trade-page.js'

/** The fields by which the server sorts and filters each list, by the columns that show them. */
const SORTS = {
  login: 'login',
  symbol: 'symbol',
  side: 'side',
  reason: 'reason',
  dealer: 'dealer',
  comment: 'comment',
}

export const OPEN_POSITIONS: TradeList<'GET /admin/v1/positions'> = {
  route: 'GET /admin/v1/positions',
  name: 'positions',
  why: 'positions',
  columns: positionColumns,
  part: 'positions',
  sorts: { ...SORTS, id: 'id', volume: 'volume', opened: 'opened_at' },
  sort: 'id',
  isLive: true,
}

export const CLOSED_POSITIONS: TradeList<'GET /admin/v1/positions/closed'> = {
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

export const OPEN_ORDERS: TradeList<'GET /admin/v1/orders'> = {
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
  sortsHere: ['distance'],
  sort: 'id',
  isLive: true,
}

export const DONE_ORDERS: TradeList<'GET /admin/v1/orders/history'> = {
  route: 'GET /admin/v1/orders/history',
  name: 'history',
  why: 'orders',
  columns: doneOrderColumns,
  part: 'deals',
  sorts: {
    ...SORTS,
    id: 'id',
    kind: 'kind',
    volume: 'volume_initial',
    filled: 'volume_current',
    state: 'state',
    placed: 'created_at',
    ended: 'done_at',
    position: 'position_id',
    external: 'external_id',
  },
  sort: '-done_at',
  isLive: false,
}

export const DEALS: TradeList<'GET /admin/v1/deals'> = {
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
