import type { KeptRefused } from '../../../actors/queries/refused-query.js'
import { isRefusal } from '../../../engine/code.js'
import { timeText } from '../../../wire/frame/time-text.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import {
  RefusedPageView,
  RefusedRequestParams,
  RefusedRequestQuery,
  RefusedRequestsQuery,
  RefusedRequestView,
} from '../../../wire/schema/trading/refused-request.js'
import { type Route, route } from '../../pipeline/route.js'
import type { FrontServices } from '../../pipeline/services.js'
import { readTimeRange } from '../../pipeline/time-range.js'
import { tradesReach } from '../../reach/trade-reach.js'

const ROWS =
  'Each has the request as it was sent, the code and the reason, the routing rule, dealer or provider that refused it, and the ' +
  'market of that moment as the account had it. '

export const refusedRequestsRoute: Route = route({
  method: 'GET',
  path: '/admin/v1/accounts/{login}/refusals',
  audience: 'staff',
  rights: ['trades.view'],
  account: { param: 'login', outOfScope: 'not_found' },
  summary: 'List the refused requests of an account',
  description:
    `Newest first. ${ROWS}from and to are UTC times or days in server time, both inclusive. A request is here about ` +
    'a second after it was refused, for 30 days, 1,000 an account and UTC day (50 of a demo account that somebody opened for ' +
    'themselves); `more` counts the others of those days by code. A repeat that got its first answer again is no row.',
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

export const refusedRequestRoute: Route = route({
  method: 'GET',
  path: '/admin/v1/trades/requests/{id}',
  audience: 'staff',
  rights: ['trades.view'],
  summary: 'Read a refused request',
  description:
    `By the client_order_id or the request_id of a trade request that was refused, and the login of its account. ${ROWS}` +
    'Of several requests with one id it is the newest.',
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

function refusedView({ settings }: FrontServices, row: KeptRefused) {
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
