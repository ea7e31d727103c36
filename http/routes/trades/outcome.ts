import { type Code, isSuccess, type Refusal, refuse } from '../../../engine/code.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonOf } from '../../../wire/format/json-parts.js'
import { OutcomeView } from '../../../wire/schema/trading/trades.js'
import { ClientOrderId } from '../../../wire/trade/trade-request.js'
import { Params } from '../../../wire/types/scalars.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'
import { TRADE_REFUSALS, TRADE_SUCCESSES } from './trade-documents.js'

/** Routes to find the result of a trade request whose answer was lost. They never place anything. */
export const outcomeRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/trader/v1/orders/by-client-id/{id}',
    audience: 'trader',
    accountHeader: true,
    summary: 'Read the outcome of a trade request',
    description:
      'Answers the first result of the trade request with this `client_order_id`, also if it was ' +
      'refused, and the order as the request left it. It places no order.\n\n' +
      '`trade.busy`: the request is still being decided, or waits for a dealer or provider. ' +
      '`trade.order_unknown`: the account has not received the request. If it had `not_after`, ' +
      'this is final after that time.',
    params: Params({ id: ClientOrderId }),
    data: OutcomeView,
    errors: TRADE_REFUSALS,
    successes: TRADE_SUCCESSES,
    example: { params: { id: 'a-1' } },
    handle: ({ params, session, services }) => outcomeOf(services, session.login, params.id),
  }),
]

interface StoredAnswer {
  readonly code: Code
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
}

async function outcomeOf(
  services: FrontServices,
  login: number,
  id: string,
): Promise<JsonText | Refusal> {
  const request = { login, client_order_id: id }
  const answer = await services.trading.shardOf(login).ask('outcome', request)
  if (!answer.ok) return answer
  const { code, message, data } = JSON.parse(answer.value) as StoredAnswer
  if (isSuccess(code)) return new JsonText(jsonOf(data), code)
  return { ...refuse(code, message), told: data }
}
