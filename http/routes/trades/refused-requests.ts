import type { StoredRefusedRequest } from '../../../actors/queries/refused-query.js'
import { isRefusal } from '../../../engine/code.js'
import { timeText } from '../../../wire/format/time-text.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import {
  RefusedPageView,
  RefusedRequestParams,
  RefusedRequestQuery,
  RefusedRequestsQuery,
  RefusedRequestView,
} from '../../../wire/schema/trading/refused-request.js'
import { readTimeRange } from '../../pipeline/time-range.js'
import { tradesReach } from '../../reach/trade-reach.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'

const ROWS =
  'A row has the request, its code and reason, and the prices for the account at that time. It ' +
  'names the routing rule, dealer or provider that refused the request. '

export const refusedRequestsRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/accounts/{login}/refusals',
  audience: 'staff',
  rights: ['trades.view'],
  account: { param: 'login', outOfScope: 'not_found' },
  summary: 'List the refused requests of an account',
  description:
    `Lists refused requests, newest first. ${ROWS}\`from\` and ` +
    '`to` are UTC times or days in server time, both inclusive.\n\n' +
    'A request is listed about a second after its refusal, for 30 days. Per account and UTC day ' +
    'the server keeps 1,000 requests, or 50 of a self-opened demo account; `more` counts the ' +
    'others by code. Repeats that got their first answer again are not listed.',
  params: AccountParams,
  query: RefusedRequestsQuery,
  data: RefusedPageView,
  errors: ['not_found', 'unavailable'],
  example: { params: { login: '1001' } },
  async handle({ params, query, session, services }) {
    const range = readTimeRange(query, services.serverClock())
    if (isRefusal(range)) return range
    const { page, limit, code } = query
    const filter = { login: params.login, ...range, code }
    const found = await services.queries.of(session).run('refused.page', { filter, page, limit })
    if (!found.ok) return found
    const { rows, total, more } = found.value
    return {
      items: rows.map((row) => refusedView(services, row)),
      page,
      total,
      more: more.map((one) => ({ code: one.code, count: one.more })),
    }
  },
})

export const refusedRequestRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/trades/requests/{id}',
  audience: 'staff',
  rights: ['trades.view'],
  summary: 'Read a refused request',
  description:
    'Finds a refused trade request by its `client_order_id` or `request_id` and the login of its ' +
    `account. ${ROWS}If several requests have the id, the answer is the newest.`,
  params: RefusedRequestParams,
  query: RefusedRequestQuery,
  data: RefusedRequestView,
  errors: ['not_found', 'unavailable'],
  example: { params: { id: 'order-1' } },
  async handle({ params, query, session, services }) {
    const { groups } = tradesReach(session, services.settings.book, {})
    const asked = { id: params.id, login: query.login, groups }
    const found = await services.queries.of(session).run('refused.one', asked)
    return found.ok ? refusedView(services, found.value) : found
  },
})

function refusedView({ settings }: FrontServices, row: StoredRefusedRequest) {
  const { routing, gateways } = settings.book.records
  return {
    id: row.id,
    at: timeText(row.at),
    login: row.login,
    code: row.code,
    message: row.message,
    reason: row.reason || null,
    params: row.params,
    data: row.data,
    kind: row.kind || null,
    symbol: row.symbol || null,
    request: row.request === '' ? null : (JSON.parse(row.request) as Record<string, unknown>),
    rule_id: row.rule || null,
    rule: routing.find(({ id }) => id === row.rule)?.name ?? null,
    dealer: row.dealer || null,
    gateway_id: row.gateway || null,
    gateway: gateways.find(({ id }) => id === row.gateway)?.name ?? null,
    bid: row.bid || null,
    ask: row.ask || null,
    quoted_at: row.quotedAt === 0 ? null : timeText(row.quotedAt),
    terminal: row.session.split(':')[0] || null,
    ip: row.ip || null,
    client_order_id: row.clientOrderId || null,
    request_id: row.requestId || null,
    staff: row.staff || null,
  }
}
