import type { Refusal } from '../../../engine/code.js'
import { JsonText } from '../../../wire/envelope.js'
import { isRefusal } from '../../../wire/errors.js'
import {
  DealsPageView,
  OpenOrdersQuery,
  OrdersPageView,
  TRADES_LIMIT_DEFAULT,
  TradesQuery,
} from '../../../wire/schema/trades.js'
import { type Route, route } from '../../route.js'
import type { FrontServices } from '../../services.js'
import { readTimeRange } from '../../time-range.js'
import { isWithin, symbolAsked, tradesReach } from '../../trade-reach.js'
import { tradesPage } from '../../trades-page.js'

const LIST =
  'Of trading accounts in your scope, newest first; symbol is a name in any case. from and to are ' +
  'UTC times or days on the server clock, both included.'

export const adminTradesRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/admin/v1/deals',
    audience: 'staff',
    rights: ['trades.view'],
    summary: 'Deals of all accounts',
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
    summary: 'Orders of all accounts that are done',
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

/** What a row of a shard's open orders is looked at for. */
interface OpenOrder {
  readonly id: number
  readonly login: number
  readonly group: string
  readonly symbol: string
}

function openOrdersRoute(): Route {
  return route({
    method: 'GET',
    path: '/admin/v1/orders',
    audience: 'staff',
    rights: ['trades.view'],
    summary: 'Open orders of all accounts',
    description: 'Of trading accounts in your scope, newest first, from the memory of the shards.',
    query: OpenOrdersQuery,
    data: OrdersPageView,
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const all = await openOrders(services)
      if ('ok' in all) return all
      const { book } = services.supervisor
      const reach = tradesReach(session, book, query)
      const { page = 1, limit = TRADES_LIMIT_DEFAULT, login } = query
      const { symbolId } = symbolAsked(book, query.symbol)
      const matches = all
        .filter((order) => isWithin(reach, book, order.group))
        .filter((order) => login === undefined || order.login === login)
        .filter(({ symbol }) => !symbolId || book.symbolsByName.get(symbol)?.id === symbolId)
        .sort((a, b) => b.id - a.id)
      const items = matches.slice((page - 1) * limit, page * limit)
      return new JsonText(JSON.stringify({ items, page, total: matches.length }))
    },
  })
}

async function openOrders(services: FrontServices): Promise<OpenOrder[] | Refusal> {
  const rows: OpenOrder[] = []
  for (const shard of services.supervisor.shards) {
    const answer = await shard.ask('orders', { login: null })
    if (!answer.ok) return answer
    rows.push(...(JSON.parse(answer.value) as OpenOrder[]))
  }
  return rows
}
