import { TRADE_BODY_BYTES_MAX } from '../../../engine/limits/front.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import { StaffTradeBody } from '../../../wire/schema/trading/staff-trade.js'
import {
  ClosedPageView,
  DealsPageView,
  HistoryQuery,
  OpenOrderRowsView,
  OrdersPageView,
  PositionRowsView,
  TradeAnswerView,
  TradeCheckView,
} from '../../../wire/schema/trading/trades.js'
import { CheckBody } from '../../../wire/trade/trade-question.js'
import type { TSchema } from '../../../wire/types/scalars.js'
import { sessionName } from '../../exchange/session.js'
import { doerOf } from '../../pipeline/actor.js'
import { refuseUnconfirmed } from '../../pipeline/confirmation.js'
import { type FrontRoute, route } from '../route.js'
import { answerHistory, historyPage, openRows } from './account-trades.js'
import {
  CHECK_DESCRIPTION,
  CHECK_EXAMPLE,
  TRADE_EXAMPLE,
  TRADE_REFUSALS,
  TRADE_SUCCESSES,
} from './trade-documents.js'
import { askCheck, askTrade, withRequestId } from './trade-request.js'

/** Routes for staff to read and make trades of one account. */
const ACCOUNT = '/admin/v1/accounts/{login}'
const EXAMPLE = { params: { login: '1001' } }

export const adminAccountTradesRoutes: readonly FrontRoute[] = [
  tradeRoute(),
  checkRoute(),
  openRoute('positions', 'List the open positions of an account', PositionRowsView),
  openRoute('orders', 'List the pending orders of an account', OpenOrderRowsView),
  historyRoute('deals', 'account.deals', 'List the deals of an account', DealsPageView),
  historyRoute(
    'orders/history',
    'account.orders',
    'List the ended orders of an account',
    OrdersPageView,
  ),
  historyRoute(
    'positions/closed',
    'account.closed_positions',
    'List the closed positions of an account',
    ClosedPageView,
  ),
]

function tradeRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: `${ACCOUNT}/trade`,
    audience: 'staff',
    rights: ['trades.edit'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Send a trade request for an account',
    description:
      'Sends a trade request as a dealer. The server checks and routes it like a request of the ' +
      'trader, and the journal names you.\n\n' +
      '`Idempotency-Key` is the `client_order_id`; it is separate for each staff user. A repeat ' +
      'gets the first result and changes nothing. Staff with `confirm_actions` send ' +
      '`confirm_token` and `confirm_code`; a repeat with the same key needs none.',
    params: AccountParams,
    body: StaffTradeBody,
    bodyBytesMax: TRADE_BODY_BYTES_MAX,
    data: TradeAnswerView,
    errors: ['confirmation_required', ...TRADE_REFUSALS],
    successes: TRADE_SUCCESSES,
    example: TRADE_EXAMPLE,
    input: ({ body: { confirm_token, confirm_code, ...trade }, request }) =>
      withRequestId(trade, request),
    async handle(context) {
      const { params, body, session, actor, services, input: asked } = context
      const { login } = params
      const confirmed = { login, ...body }
      const unconfirmed = await refuseUnconfirmed(
        context,
        'trade',
        confirmed,
        asked.client_order_id,
      )
      if (unconfirmed !== null) return unconfirmed
      const by = doerOf(actor)
      const dealer = { login, reason: 'dealer', session: sessionName(session), by } as const
      return askTrade(services, 'trade', dealer, asked)
    },
  })
}

function checkRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: `${ACCOUNT}/trade/check`,
    audience: 'staff',
    rights: ['trades.edit'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Check a trade request for an account',
    description: CHECK_DESCRIPTION,
    params: AccountParams,
    body: CheckBody,
    bodyBytesMax: TRADE_BODY_BYTES_MAX,
    data: TradeCheckView,
    errors: TRADE_REFUSALS,
    example: CHECK_EXAMPLE,
    handle({ params, body, services }) {
      const dealer = { login: params.login, reason: 'dealer', by: null } as const
      return askCheck(services, dealer, body)
    },
  })
}

function openRoute(what: 'positions' | 'orders', summary: string, data: TSchema): FrontRoute {
  return route({
    method: 'GET',
    path: `${ACCOUNT}/${what}`,
    audience: 'staff',
    rights: ['trades.view'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary,
    description: 'Answers current values. A figure is null if its price is missing.',
    params: AccountParams,
    data,
    errors: ['not_found', 'unavailable'],
    example: EXAMPLE,
    handle: ({ params, services }) => openRows(services, what, params.login),
  })
}

function historyRoute(
  path: string,
  what: Parameters<typeof historyPage>[2],
  summary: string,
  data: TSchema,
): FrontRoute {
  return route({
    method: 'GET',
    path: `${ACCOUNT}/${path}`,
    audience: 'staff',
    rights: ['trades.view'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary,
    description: 'Newest first. from and to are UTC times or days in server time, both inclusive.',
    params: AccountParams,
    query: HistoryQuery,
    data,
    errors: ['not_found', 'unavailable'],
    example: EXAMPLE,
    input: ({ query, services }) => answerHistory(query, services.serverClock()),
    handle: ({ params, session, services, input: asked }) =>
      historyPage(services, session, what, params.login, asked),
  })
}
