import { type Code, isSuccess, type Refusal, refuse } from '../../../engine/code.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonOf } from '../../../wire/answer/json-parts.js'
import { Params } from '../../../wire/schema/scalars.js'
import { OutcomeView } from '../../../wire/schema/trading/trades.js'
import { ClientOrderId } from '../../../wire/trade/trade-request.js'
import { type Route, route } from '../../pipeline/route.js'
import type { FrontServices } from '../../pipeline/services.js'
import { TRADE_REFUSALS, TRADE_SUCCESSES } from './trade-documents.js'

/** Routes to find the result of a trade request whose answer was lost. They never place anything. */
export const outcomeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/trader/v1/orders/by-client-id/{id}',
    audience: 'trader',
    accountHeader: true,
    summary: 'Read the outcome of a trade request',
    description:
      'The first result of the trade request with this client_order_id, a refusal too, with the order as the ' +
      'request left it. trade.busy while it is being decided or waits for somebody; trade.order_unknown when ' +
      'the account has not seen it: with not_after in the request that is final once the time has passed. What ' +
      'is known has client_order_id in its data. Nothing is placed by asking.',
    params: Params({ id: ClientOrderId }),
    data: OutcomeView,
    errors: TRADE_REFUSALS,
    successes: TRADE_SUCCESSES,
    example: { params: { id: 'a-1' } },
    handle: ({ params, session, services }) => outcomeOf(services, session.login, params.id),
  }),
]

interface Told {
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
  const { code, message, data } = JSON.parse(answer.value) as Told
  if (isSuccess(code)) return new JsonText(jsonOf(data), code)
  return { ...refuse(code, message), told: data }
}
