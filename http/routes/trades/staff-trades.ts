import { isRefusal } from '../../../engine/code.js'
import {
  DealsPageView,
  OpenOrdersPageView,
  OpenOrdersQuery,
  OrdersPageView,
  TradesQuery,
} from '../../../wire/schema/trading/trades.js'
import { fencedPage, refuseFence } from '../../pipeline/fenced-page.js'
import { readTimeRange } from '../../pipeline/time-range.js'
import { requestedSymbol, tradesReach } from '../../reach/trade-reach.js'
import { type FrontRoute, route } from '../route.js'
import { withLivePrices } from './live-positions.js'
import { tradesPage } from './trades-page.js'

const LIST = 'Covers trading accounts in your scope, newest first. `symbol` is a name in any case.'

export const adminTradesRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/admin/v1/deals',
    audience: 'staff',
    rights: ['trades.view'],
    summary: 'List the deals of all accounts',
    description: LIST,
    query: TradesQuery,
    data: DealsPageView,
    errors: ['unavailable'],
    handle({ query, session, services }) {
      const range = readTimeRange(query, services.serverClock())
      if (isRefusal(range)) return range
      return tradesPage(services, session, 'deals', query, range)
    },
  }),
  route({
    method: 'GET',
    path: '/admin/v1/orders/history',
    audience: 'staff',
    rights: ['trades.view'],
    summary: 'List the ended orders of all accounts',
    description: LIST,
    query: TradesQuery,
    data: OrdersPageView,
    errors: ['unavailable'],
    handle({ query, session, services }) {
      const range = readTimeRange(query, services.serverClock())
      if (isRefusal(range)) return range
      return tradesPage(services, session, 'orders', query, range)
    },
  }),
  openOrdersRoute(),
]

function openOrdersRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/orders',
    audience: 'staff',
    rights: ['trades.view'],
    summary: 'List the pending orders of all accounts',
    description: 'Covers trading accounts in your scope. `symbol` is a name in any case.',
    query: OpenOrdersQuery,
    data: OpenOrdersPageView,
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const fence = query.min_projection_seq
      const refusal = refuseFence(fence)
      if (refusal !== undefined) return refusal
      const { book } = services.settings
      const { page, limit, login, id } = query
      const found = await services.queries.of(session).run('orders.page', {
        reach: tradesReach(session, book, query),
        ...(id === undefined ? {} : { id }),
        ...(login === undefined ? {} : { login }),
        ...requestedSymbol(book, query.symbol),
        page,
        limit,
        ...(fence === undefined ? {} : { minProjectionSeq: Number(fence) }),
      })
      if (!found.ok) return found
      const rows = withLivePrices(services, found.value.items)
      return fencedPage(rows, { ...found.value, page }, fence)
    },
  })
}
