import {
  ClosedPageView,
  DealsPageView,
  HistoryQuery,
  OpenOrderRowsView,
  OrdersPageView,
  PositionRowsView,
} from '../../../wire/schema/trading/trades.js'
import { type Route, route } from '../../pipeline/route.js'
import { answerHistory, historyPage, openRows } from './account-trades.js'

const HISTORY =
  'Newest first. from and to are UTC times or days in server time, both inclusive. With ' +
  'min_projection_seq (the projection_seq of a trade answer) the list has that trade, or says that ' +
  'it is pending.'

export const traderTradesRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/trader/v1/positions',
    audience: 'trader',
    accountHeader: true,
    summary: 'List your open positions',
    description:
      'As they are now; what needs a price that is not there is null. point_value is what a point of the whole volume is ' +
      "worth now, in the account's currency, at the rate of a loss.",
    data: PositionRowsView,
    errors: ['unavailable'],
    handle: ({ session, services }) => openRows(services, 'positions', session.login),
  }),
  route({
    method: 'GET',
    path: '/trader/v1/orders',
    audience: 'trader',
    accountHeader: true,
    summary: 'List your pending orders',
    description: 'Current values; `price_current` is null without a price.',
    data: OpenOrderRowsView,
    errors: ['unavailable'],
    handle: ({ session, services }) => openRows(services, 'orders', session.login),
  }),
  route({
    method: 'GET',
    path: '/trader/v1/deals',
    audience: 'trader',
    accountHeader: true,
    summary: 'List your deals',
    description: HISTORY,
    query: HistoryQuery,
    data: DealsPageView,
    errors: ['unavailable'],
    input: ({ query, services }) => answerHistory(query, services.serverClock()),
    handle: ({ session, services, input: asked }) =>
      historyPage(services, session, 'account.deals', session.login, asked),
  }),
  route({
    method: 'GET',
    path: '/trader/v1/orders/history',
    audience: 'trader',
    accountHeader: true,
    summary: 'List your ended orders',
    description: HISTORY,
    query: HistoryQuery,
    data: OrdersPageView,
    errors: ['unavailable'],
    input: ({ query, services }) => answerHistory(query, services.serverClock()),
    handle: ({ session, services, input: asked }) =>
      historyPage(services, session, 'account.orders', session.login, asked),
  }),
  route({
    method: 'GET',
    path: '/trader/v1/positions/closed',
    audience: 'trader',
    accountHeader: true,
    summary: 'List your closed positions',
    description:
      'Last closed first; totals are of every match. reason is that of its opening, close_reason that of its last close: ' +
      `sl, tp, stop_out, dealer, client and so on. ${HISTORY}`,
    query: HistoryQuery,
    data: ClosedPageView,
    errors: ['unavailable'],
    input: ({ query, services }) => answerHistory(query, services.serverClock()),
    handle: ({ session, services, input: asked }) =>
      historyPage(services, session, 'account.closed_positions', session.login, asked),
  }),
]
