import type { GatewayStatus } from '../../../actors/links/gateways/gateway-statuses.js'
import { isRefusal } from '../../../engine/code.js'
import { GATEWAY_MODULES } from '../../../engine/config/kinds/gateway.js'
import { nameOf } from '../../../engine/config/kinds.js'
import { timeOrNull } from '../../../wire/format/time-text.js'
import { DryRunQuery, RecordParams } from '../../../wire/schema/settings/config.js'
import { ImportSymbolsView } from '../../../wire/schema/settings/datafeed.js'
import { GatewayInstrumentsView, GatewayStatusView } from '../../../wire/schema/settings/gateway.js'
import type { GatewayProfileFigures, ProfiledTimes } from '../../../wire/thread/gateway-report.js'
import { Rows } from '../../../wire/types/scalars.js'
import { type FrontRoute, route } from '../route.js'
import { configRoutes } from '../settings/config-routes.js'
import { connectionActs } from './connection-acts.js'
import { modulesRoute } from './connection-modules.js'
import { transactionsRoute } from './gateway-transactions.js'
import { gatewayInstruments, importInstruments } from './import-symbols.js'

const PATH = '/admin/v1/gateways'
const RIGHT = 'config.gateways'

const statusesRoute = route({
  method: 'GET',
  path: `${PATH}/statuses`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'Read the status of gateways',
  description:
    'Lists statuses in the order of the gateways, as last reported. `profile` is present while ' +
    '`profiling` is on: counts since then, and times of the newest 1,024 orders, in microseconds.',
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
    since: timeOrNull(status.since),
    last_error: status.lastError,
    last_logon: timeOrNull(status.lastLogonAt),
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
    profile: status.profile === null ? null : profileView(status.profile),
  }
}

function profileView(profile: GatewayProfileFigures) {
  const {
    since,
    messagesIn: messages_in,
    messagesOut: messages_out,
    ack,
    fill,
    end,
    taken,
  } = profile
  return {
    since: new Date(since).toISOString(),
    messages_in,
    messages_out,
    ack: timesView(ack),
    fill: timesView(fill),
    end: timesView(end),
    taken: timesView(taken),
  }
}

function timesView({ count, p50Us: p50_us, p99Us: p99_us, maxUs: max_us }: ProfiledTimes) {
  return { count, p50_us, p99_us, max_us }
}

const importRoute = route({
  method: 'POST',
  path: `${PATH}/{id}/import-symbols`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'Import the symbols of a gateway',
  description:
    'Creates the symbols of the provider in a folder with the name of the gateway, with trading ' +
    'disabled. Digits are those of the provider if the gateway has `import_symbol_settings`. ' +
    '`left` counts the symbols that the next call creates. With `dry_run` nothing is created, ' +
    'and `planned` lists the symbols.',
  params: RecordParams,
  query: DryRunQuery,
  data: ImportSymbolsView,
  errors: ['not_found', 'conflict', 'unavailable'],
  example: { params: { id: '1' } },
  handle: (context) => importInstruments(context, context.params.id, context.query.dry_run),
})

const instrumentsRoute = route({
  method: 'GET',
  path: `${PATH}/{id}/instruments`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'List the instruments of a gateway',
  description:
    'Lists up to 10,000 instruments by name, as the provider reported them since the last logon. ' +
    '`symbol_id` is the symbol that the gateway translates to it, or the symbol with the same ' +
    'name. The list is empty if the provider reports none.',
  params: RecordParams,
  data: GatewayInstrumentsView,
  errors: ['not_found', 'conflict', 'unavailable'],
  example: { params: { id: '1' } },
  async handle({ params, services }) {
    const listed = await gatewayInstruments(services, params.id)
    if (isRefusal(listed)) return listed
    const { symbols } = services.settings.book.records
    const ids = new Map(symbols.map((one) => [nameOf('symbols', one), one.id]))
    for (const { source, symbol_id } of listed.gateway.translates) ids.set(source, symbol_id)
    return listed.instruments
      .map(({ name, description, currency, digits = null, contractSize: contract_size }) => ({
        name,
        description,
        currency,
        digits,
        contract_size,
        symbol_id: ids.get(name) ?? null,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  },
})

export const adminGatewayRoutes: readonly FrontRoute[] = [
  modulesRoute(PATH, RIGHT, 'List the modules of gateways', GATEWAY_MODULES),
  statusesRoute,
  ...connectionActs(
    { kind: 'gateways', path: PATH, right: RIGHT, one: 'a gateway' },
    'Closes the session, or ends the wait for the next attempt, and connects at once. Orders at ' +
      'the provider stay there; the server asks for their state after the logon.',
  ),
  importRoute,
  instrumentsRoute,
  transactionsRoute,
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
