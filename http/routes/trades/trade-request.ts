import type { Reason } from '../../../engine/account/event.js'
import type { Refusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { findErrors } from '../../../wire/check/validate.js'
import { ofCoded } from '../../../wire/format/json-parts.js'
import type { Doer } from '../../../wire/thread/doer.js'
import type { CheckBody } from '../../../wire/trade/trade-question.js'
import { ClientOrderId, type TradeBody } from '../../../wire/trade/trade-request.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { PlainRequest } from '../../exchange/request.js'
import { type Session, sessionName } from '../../exchange/session.js'
import type { FrontServices } from '../route.js'

/** The account to trade for, and the person who trades. */
export interface Trader {
  readonly login: number
  readonly reason: Reason
  /** The session, by `sessionName`. Omitted if there is none. */
  readonly session?: string
  /** Address and id of the request. Omitted for staff, who are in `by`. */
  readonly ip?: string
  readonly requestId?: string
  /** The staff member who trades for the account; null for the client. */
  readonly by: Doer | null
}

export function holderOf(
  session: Session,
  { address: ip, requestId }: Pick<PlainRequest, 'address' | 'requestId'>,
): Trader {
  const reason = session.terminal === 'api' ? 'api' : 'client'
  return { login: session.login, reason, session: sessionName(session), ip, requestId, by: null }
}

/**
 * Sends a trade request to the shard, which checks and executes it in order with all other events
 * of the account.
 */
export async function askTrade(
  services: FrontServices,
  op: 'trade',
  { login, reason, session, ip, requestId, by }: Trader,
  body: Static<typeof TradeBody>,
): Promise<JsonText | Refusal> {
  const order = { login, body, reason, session, ip, request_id: requestId, by }
  const answer = await services.trading.shardOf(login).ask(op, order)
  if (!answer.ok) return answer
  const { code, value } = ofCoded(answer.value)
  return new JsonText(value, code)
}

/** Returns the result that a trade request would have. With `risk` it also computes the volume. */
export async function askCheck(
  services: FrontServices,
  { login, reason, by }: Trader,
  { risk, ...body }: Static<typeof CheckBody>,
): Promise<JsonText | Refusal> {
  const answer = await services.trading
    .shardOf(login)
    .ask('check', { login, body, risk, reason, by })
  return answer.ok ? new JsonText(ofCoded(answer.value).value) : answer
}

const HEADER = 'idempotency-key'

/** The body with the request id, which may also come from the header. */
export function withRequestId(
  body: Static<typeof TradeBody>,
  request: PlainRequest,
): Static<typeof TradeBody> | Refusal {
  const sent = request.headers[HEADER]
  if (sent === undefined) return body
  const { client_order_id } = body
  if (client_order_id !== undefined && client_order_id !== sent) {
    return refuseField('Idempotency-Key', say('field.other_client_order_id'))
  }
  const [wrong] = findErrors(ClientOrderId, sent, 0) ?? []
  if (wrong !== undefined) return refuseField('Idempotency-Key', wrong)
  return { ...body, client_order_id: sent }
}
