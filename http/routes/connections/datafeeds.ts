import type { FeedStatus } from '../../../actors/links/feeds/feeds-client.js'
import { DATAFEED_MODULES } from '../../../engine/config/kinds/datafeed.js'
import { DryRunQuery, RecordParams } from '../../../wire/schema/settings/config.js'
import { DatafeedStatusView, ImportSymbolsView } from '../../../wire/schema/settings/datafeed.js'
import { Rows } from '../../../wire/types/scalars.js'
import { type FrontRoute, route } from '../route.js'
import { configRoutes } from '../settings/config-routes.js'
import { connectionActs } from './connection-acts.js'
import { modulesRoute } from './connection-modules.js'
import { importSymbols } from './import-symbols.js'

const PATH = '/admin/v1/datafeeds'
const RIGHT = 'config.datafeeds'

const statusesRoute = route({
  method: 'GET',
  path: `${PATH}/statuses`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'Read the status of datafeeds',
  description: 'Lists statuses in the order of the datafeeds. Counts start when the server starts.',
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

const importRoute = route({
  method: 'POST',
  path: `${PATH}/{id}/import-symbols`,
  audience: 'staff',
  rights: [RIGHT],
  summary: 'Import the symbols of a datafeed',
  description:
    'Creates the symbols of the provider in a folder with the name of the datafeed, with trading ' +
    'disabled. Digits are those of the provider if the datafeed has `import_symbol_settings`. ' +
    '`left` counts the symbols that the next call creates. With `dry_run` nothing is created, ' +
    'and `planned` lists the symbols.',
  params: RecordParams,
  query: DryRunQuery,
  data: ImportSymbolsView,
  errors: ['not_found', 'conflict', 'unavailable'],
  example: { params: { id: '1' } },
  handle: (context) => importSymbols(context, context.params.id, context.query.dry_run),
})

export const adminDatafeedRoutes: readonly FrontRoute[] = [
  modulesRoute(PATH, RIGHT, 'List the modules of datafeeds', DATAFEED_MODULES),
  statusesRoute,
  ...connectionActs(
    { kind: 'datafeeds', path: PATH, right: RIGHT, one: 'a datafeed' },
    'Closes the connection, or ends the wait for the next attempt, and connects at once.',
  ),
  importRoute,
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
