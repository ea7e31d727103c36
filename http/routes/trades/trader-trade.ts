import { isRefusal } from '../../../engine/code.js'
import { TRADE_BODY_BYTES_MAX } from '../../../engine/limits/front.js'
import { TradeAnswerView, TradeCheckView } from '../../../wire/schema/trading/trades.js'
import { CheckBody } from '../../../wire/trade/trade-question.js'
import { TradeBody } from '../../../wire/trade/trade-request.js'
import { type FrontRoute, route } from '../route.js'
import {
  CHECK_DESCRIPTION,
  CHECK_EXAMPLE,
  TRADE_EXAMPLE,
  TRADE_REFUSALS,
  TRADE_SUCCESSES,
} from './trade-documents.js'
import { askCheck, askTrade, holderOf, withRequestId } from './trade-request.js'

export const traderTradeRoutes: readonly FrontRoute[] = [
  route({
    method: 'POST',
    path: '/trader/v1/trade',
    audience: 'trader',
    accountHeader: true,
    refusesReadOnly: true,
    summary: 'Send a trade request',
    description:
      'Works like the operation `trade` of the live socket. The server answers after the result ' +
      'is on disk. `Idempotency-Key` is the `client_order_id`: a repeat gets the first result ' +
      'and changes nothing. After 504, repeat the request with the same id to get its outcome.',
    body: TradeBody,
    bodyBytesMax: TRADE_BODY_BYTES_MAX,
    data: TradeAnswerView,
    errors: TRADE_REFUSALS,
    successes: TRADE_SUCCESSES,
    example: TRADE_EXAMPLE,
    handle({ body, session, request, services }) {
      const asked = withRequestId(body, request)
      return isRefusal(asked)
        ? asked
        : askTrade(services, 'trade', holderOf(session, request), asked)
    },
  }),
  route({
    method: 'POST',
    path: '/trader/v1/trade/check',
    audience: 'trader',
    accountHeader: true,
    summary: 'Check a trade request',
    description: CHECK_DESCRIPTION,
    body: CheckBody,
    bodyBytesMax: TRADE_BODY_BYTES_MAX,
    data: TradeCheckView,
    errors: TRADE_REFUSALS,
    example: CHECK_EXAMPLE,
    handle: ({ body, session, request, services }) =>
      askCheck(services, holderOf(session, request), body),
  }),
]
