import type { Refusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import {
  FillDecisionBody,
  HeldFillParams,
  HeldFillsQuery,
  HeldFillsView,
  HeldFillView,
} from '../../../wire/schema/trading/held-fill.js'
import type { Static } from '../../../wire/types/scalars.js'
import { doerOf } from '../../pipeline/actor.js'
import { fencedPage, refuseFence } from '../../pipeline/fenced-page.js'
import { idempotencyKey } from '../../pipeline/idempotency-key.js'
import { requestedSymbol, tradesReach } from '../../reach/trade-reach.js'
import { type FrontRoute, route } from '../route.js'

/**
 * Routes for staff to decide on held fills: fills that a provider reported far from the market, or
 * that do not fit the order.
 */
export const adminHeldFillRoutes: readonly FrontRoute[] = [listRoute(), decideRoute()]

function listRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/held-fills',
    audience: 'staff',
    rights: ['trades.manager'],
    summary: 'List the held fills',
    description:
      'Lists fills of trading accounts in your scope that wait for staff, sorted by login and ' +
      'order. `symbol` is a name in any case.',
    query: HeldFillsQuery,
    data: HeldFillsView,
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const { page, limit, login, min_projection_seq: fence } = query
      const refusal = refuseFence(fence)
      if (refusal !== undefined) return refusal
      const { book } = services.settings
      const found = await services.queries.of(session).run('orders.held_fills', {
        reach: tradesReach(session, book, query),
        ...(login === undefined ? {} : { login }),
        ...requestedSymbol(book, query.symbol),
        page,
        limit,
        ...(fence === undefined ? {} : { minProjectionSeq: Number(fence) }),
      })
      if (!found.ok) return found
      return fencedPage(found.value.rows, { ...found.value, page }, fence)
    },
  })
}

function decideRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/accounts/{login}/held-fills/{order_id}/{number}',
    audience: 'staff',
    rights: ['trades.manager'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Decide on a held fill',
    description:
      '`confirm` books the fill as the provider reported it. `book` books it at `price`, which ' +
      'must be within a factor of 100 of the market. `refuse` books nothing; the holder sees ' +
      '`reason`. If you refuse, settle the trade with the provider yourself.\n\n' +
      'A decision is final. `Idempotency-Key` (a UUID) is its id: a repeat gets the first ' +
      'answer. `conflict`: the fill has another decision, or the order is no longer at `version`.',
    params: HeldFillParams,
    body: FillDecisionBody,
    data: HeldFillView,
    errors: [
      'not_found',
      'conflict',
      'trade.order_unknown',
      'trade.invalid_price',
      'trade.rejected',
      'trade.off_quotes',
      'trade.timeout',
      'unavailable',
    ],
    example: {
      params: { login: '1001', order_id: '1', number: '2' },
      body: { action: 'book', price: '1.17005', reason: 'as agreed with the provider' },
    },
    input: ({ body, request }) => refuseWords(body) ?? idempotencyKey(request),
    async handle({ params, body, services, actor, input: key }) {
      const { login, order_id, number } = params
      const { action, price = '', reason = '', version = 0 } = body
      const answer = await services.trading.shardOf(login).ask('decide_fill', {
        login,
        order_id,
        number,
        version,
        action,
        price,
        reason,
        request_id: key,
        by: doerOf(actor),
      })
      return answer.ok ? new JsonText(answer.value) : answer
    },
  })
}

/** Refuses a decision without a field that its action needs, or with one that it does not use. */
function refuseWords({
  action,
  price,
  reason,
}: Static<typeof FillDecisionBody>): Refusal | undefined {
  if (action === 'book' && price === undefined) {
    return refuseField('price', say('field.give_price'))
  }
  if (action !== 'book' && price !== undefined) {
    return refuseField('price', say('field.only_of_book'))
  }
  if (action === 'refuse' && (reason ?? '').trim() === '') {
    return refuseField('reason', say('field.say_why'))
  }
  return undefined
}
