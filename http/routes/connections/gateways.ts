import type { GatewayStatus } from '../../../actors/links/gateways/gateway-statuses.js'
import { GATEWAY_MODULES } from '../../../engine/config/gateway.js'
import { GatewayStatusView } from '../../../wire/schema/gateway.js'
import { Rows } from '../../../wire/schema/scalars.js'
import { type Route, route } from '../../pipeline/route.js'
import { configRoutes } from '../settings/config-routes.js'
import { modulesRoute } from './connection-modules.js'

const PATH = '/admin/v1/gateways'
const RIGHT = 'config.gateways'

const statusesRoute = route({
  method: 'GET',
  path: `${PATH}/statuses`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'How the gateways are doing',
  description: 'In list order, by the latest report of execution.',
  data: Rows(GatewayStatusView),
  handle: ({ services: { settings, gateways, clock } }) =>
    settings.book.records.gateways.map((gateway) =>
      statusView(gateway.id, gateways.status(gateway, clock.now())),
    ),
})

function statusView(id: number, status: GatewayStatus) {
  return {
    gateway_id: id,
    instance: status.instance,
    state: status.state,
    since: timeText(status.since),
    last_error: status.lastError,
    last_logon: timeText(status.lastLogonAt),
    logons: status.logons,
    answer_ms: status.answerMs,
    latency_ms: { p50: status.latencyP50Ms, p99: status.latencyP99Ms },
    bytes_in: status.bytesIn,
    bytes_out: status.bytesOut,
    seq_in: status.seqIn,
    seq_out: status.seqOut,
    instruments: status.instruments,
    symbols: status.symbols,
    orders: status.orders,
    fills: status.fills,
    rejects: status.rejects,
    outbox: status.outbox,
  }
}

function timeText(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

export const adminGatewayRoutes: readonly Route[] = [
  modulesRoute(PATH, RIGHT, 'The modules of gateways', GATEWAY_MODULES),
  statusesRoute,
  ...configRoutes(
    {
      kind: 'gateways',
      path: PATH,
      right: RIGHT,
      one: 'a gateway',
      many: 'gateways',
      examples: {
        create: {
          name: 'Prime Broker',
          server: 'fix.example.com:9876',
          params: [
            { name: 'SenderCompID', value: 'OPENFLOOR' },
            { name: 'TargetCompID', value: 'BROKER' },
          ],
        },
        patch: { version: 1, mode: 'Passive' },
      },
    },
    'list',
    'create',
    'order',
    'read',
    'patch',
    'delete',
  ),
]
