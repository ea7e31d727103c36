import {
  ClosedPageView,
  DealsPageView,
  HistoryQuery,
  OpenOrderRowsView,
  OrdersPageView,
  PositionRowsView,
} from '../../../wire/schema/trading/trades.js'
import { type FrontRoute, route } from '../route.js'
import { answerHistory, historyPage, openRows } from './account-trades.js'

const HISTORY =
  'Newest first. from and to are UTC times or days in server time, both inclusive. With ' +
  'min_projection_seq (the projection_seq of a trade answer) the list has that trade, or says that ' +
  'it is pending.'

export const traderTradesRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/trader/v1/positions',
    audience: 'trader',
    accountHeader: true,
    summary: 'List your open positions',
    description:
      'Answers current values; a figure is null if its price is missing. `point_value` is the ' +
      'value of one point of the whole volume, in the account’s currency, at the rate for losses.',
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
    description: 'Answers current values. `price_current` is null if there is no price.',
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
      'The last closed position comes first. `totals` cover every match. `reason` is that of the ' +
      'opening, `close_reason` that of the last close, such as `sl`, `tp` or `stop_out`. ' +
      HISTORY,
    query: HistoryQuery,
    data: ClosedPageView,
    errors: ['unavailable'],
    input: ({ query, services }) => answerHistory(query, services.serverClock()),
    handle: ({ session, services, input: asked }) =>
      historyPage(services, session, 'account.closed_positions', session.login, asked),
  }),
]
