import type { ShownTransaction } from '../../../actors/queries/transaction-query.js'
import { isRefusal } from '../../../engine/code.js'
import { timeText } from '../../../wire/format/time-text.js'
import { RecordParams } from '../../../wire/schema/settings/config.js'
import {
  GatewayTransactionsQuery,
  GatewayTransactionsView,
} from '../../../wire/schema/settings/gateway-transaction.js'
import { SENT_KINDS } from '../../../wire/thread/provider-records.js'
import { readTimeRange } from '../../pipeline/time-range.js'
import { accountsInReach } from '../../reach/journal-reach.js'
import { route } from '../route.js'
import { recordById } from '../settings/config-routes.js'

export const transactionsRoute = route({
  method: 'GET',
  path: '/admin/v1/gateways/{id}/transactions',
  audience: 'staff',
  rights: ['config.gateways'],
  summary: 'List the transactions of a gateway',
  description:
    'Lists transactions of accounts in your scope, newest first, for as many days as ' +
    '`collect_transactions_days` of the gateway. `from` and `to` are UTC times or days in server ' +
    'time, both inclusive. `before` is the id of the last row of the previous page.\n\n' +
    '`volume` and `price` are lots and the price of the order or trade on this server. ' +
    '`provider_quantity` and `provider_price` are the figures of the provider. `total` and ' +
    '`average` cover all executions of the order. `position_id` is null until the order is done.',
  params: RecordParams,
  query: GatewayTransactionsQuery,
  data: GatewayTransactionsView,
  errors: ['not_found', 'unavailable'],
  example: { params: { id: '1' } },
  async handle({ params, query, session, services }) {
    const gateway = recordById(services, 'gateways', params.id)
    if (isRefusal(gateway)) return gateway
    const range = readTimeRange(query, services.serverClock())
    if (isRefusal(range)) return range
    const { limit, order_id: orderId, login, symbol } = query
    const { kind, state, before } = query
    const accounts = accountsInReach(session, services.settings.book)
    const found = await services.queries.of(session).run('gateway.transactions', {
      limit,
      filter: {
        gateway: gateway.id,
        ...range,
        ...(orderId === undefined ? {} : { orderId }),
        ...(login === undefined ? {} : { login }),
        ...(symbol === undefined ? {} : { symbol }),
        ...(kind === undefined ? {} : { kind }),
        ...(state === undefined ? {} : { state }),
        ...(before === undefined ? {} : { before }),
        ...(accounts === undefined ? {} : { accounts }),
      },
    })
    if (!found.ok) return found
    const { rows, hasMore } = found.value
    return { items: rows.map((row) => transactionView(gateway.id, row)), has_more: hasMore }
  },
})

const SENT: ReadonlySet<string> = new Set(SENT_KINDS)

function transactionView(gatewayId: number, row: ShownTransaction) {
  return {
    id: row.n,
    at: timeText(row.at),
    gateway_id: gatewayId,
    direction: SENT.has(row.kind) ? 'sent' : 'received',
    kind: row.kind,
    state: row.state || null,
    login: row.login || null,
    order_id: row.orderId || null,
    position_id: row.positionId || null,
    client_order: row.sentId,
    external_id: row.externalId || null,
    execution_id: row.execution || null,
    symbol: row.symbol || null,
    source: row.source || null,
    side: row.side,
    volume: row.volume || null,
    price: row.price || null,
    provider_quantity: row.quantity || null,
    provider_price: row.providerPrice || null,
    total: row.total || null,
    average: row.average || null,
    text: row.text,
  } as const
}
