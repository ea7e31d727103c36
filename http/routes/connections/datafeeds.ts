import type { FeedStatus } from '../../../actors/links/feeds/feeds-client.js'
import { isRefusal } from '../../../engine/code.js'
import { DATAFEED_MODULES } from '../../../engine/config/datafeed.js'
import { RecordParams } from '../../../wire/schema/config.js'
import {
  DatafeedLogView,
  DatafeedStatusView,
  ImportSymbolsView,
} from '../../../wire/schema/datafeed.js'
import { Rows } from '../../../wire/schema/scalars.js'
import { type Route, route } from '../../pipeline/route.js'
import { actorOf, configRoutes, recordById } from '../settings/config-routes.js'
import { modulesRoute } from './connection-modules.js'
import { importSymbols } from './import-symbols.js'

const PATH = '/admin/v1/datafeeds'
const RIGHT = 'config.datafeeds'

const statusesRoute = route({
  method: 'GET',
  path: `${PATH}/statuses`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'How the datafeeds are doing',
  description: 'In list order. Figures count since the price links were started.',
  data: Rows(DatafeedStatusView),
  handle: ({ services: { settings, feeds } }) =>
    settings.book.records.datafeeds.map((feed) => statusView(feed.id, feeds.status(feed))),
})

function statusView(id: number, status: FeedStatus) {
  return {
    datafeed_id: id,
    state: status.state,
    quotes_per_sec: status.quotesPerSec,
    last_quote: status.lastQuoteAt === 0 ? null : new Date(status.lastQuoteAt).toISOString(),
    last_error: status.lastError,
    bytes_in: status.bytesIn,
    bytes_out: status.bytesOut,
  }
}

const restartRoute = route({
  method: 'POST',
  path: `${PATH}/{id}/restart`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'Connect a datafeed anew',
  description: 'Drops its connection, or the wait for the next attempt, and dials at once.',
  params: RecordParams,
  errors: ['not_found', 'conflict', 'unavailable'],
  example: { params: { id: '1' } },
  async handle(context) {
    const { desk, feeds } = context.services
    const { id } = context.params
    const asked = { actor: actorOf(context), kind: 'datafeeds' as const, id }
    const allowed = await desk.ask('connections.restart', asked)
    if (!allowed.ok) return allowed
    const restarted = await feeds.restart(id)
    return restarted.ok ? null : restarted
  },
})

const importRoute = route({
  method: 'POST',
  path: `${PATH}/{id}/import-symbols`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'Create the symbols that a datafeed quotes and nobody takes',
  description:
    "In a folder of the feed's name, with trading disabled; digits are the provider's when the " +
    'feed has import_symbol_settings. `left` counts what the next call will create.',
  params: RecordParams,
  data: ImportSymbolsView,
  errors: ['not_found', 'conflict', 'unavailable'],
  example: { params: { id: '1' } },
  handle: (context) => importSymbols(context, context.params.id),
})

const logRoute = route({
  method: 'GET',
  path: `${PATH}/{id}/log`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'The last lines of what happened to a connection',
  description: 'Oldest first, 200 at most.',
  params: RecordParams,
  data: DatafeedLogView,
  errors: ['not_found'],
  example: { params: { id: '1' } },
  handle: ({ params, services }) => {
    const feed = recordById(services, 'datafeeds', params.id)
    if (isRefusal(feed)) return feed
    return services.feeds
      .lines(feed.id)
      .map(({ at, level, text }) => ({ at: new Date(at).toISOString(), level, text }))
  },
})

export const adminDatafeedRoutes: readonly Route[] = [
  modulesRoute(PATH, RIGHT, 'The modules of datafeeds', DATAFEED_MODULES),
  statusesRoute,
  restartRoute,
  importRoute,
  logRoute,
  ...configRoutes(
    {
      kind: 'datafeeds',
      path: PATH,
      right: RIGHT,
      one: 'a datafeed',
      many: 'datafeeds',
      examples: {
        create: {
          module: 'dde',
          name: 'Prime Feed',
          server: 'quotes.example.com:2222',
          login: 'desk',
          password: 'a password',
          symbols: ['*', '!BTC*'],
        },
        patch: { version: 1, priority: 2 },
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
