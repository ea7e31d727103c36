import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { DATAFEED_MODULES } from '../../../engine/config/kinds/datafeed.js'
import { GATEWAY_MODULES } from '../../../engine/config/kinds/gateway.js'
import { CreateDatafeedBody } from '../../../wire/schema/settings/datafeed.js'
import { CreateGatewayBody } from '../../../wire/schema/settings/gateway.js'

/**
 * Every field and every parameter of datafeeds and gateways, with a test that sees it act or sees it refused. A new
 * one has no place here until it has such a test, and a test that goes takes its row with it. Three fields are stored
 * and read by nobody, since the contract says so of them.
 */
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..')

type Row = readonly [file: string, words: string] | 'stored, as the contract says'

const STORED = 'stored, as the contract says'
const FEED = 'actors/links/feeds/datafeed-actor.test.ts'
const FIX_FEED = 'actors/links/feeds/fix-price-session.test.ts'
const FEED_ROUTES = 'http/routes/connections/datafeeds.test.ts'
const MARKUP = 'actors/links/pricing/pricer-feeds.test.ts'
const IMPORT = 'engine/config/connections.test.ts'
const GATEWAY = 'actors/links/gateways/gateway-actor.test.ts'
const GATEWAY_ROUTES = 'http/routes/connections/gateways.test.ts'
const GATEWAY_SESSION = 'actors/links/fix/order-session-record.test.ts'
const GATEWAY_ORDERS = 'actors/shard/routed/gateway-orders.test.ts'
const TERMS = 'actors/links/fix/fix-terms.test.ts'
const CONFIG = 'engine/config/connections.test.ts'

const DATAFEED: Readonly<Record<string, Row>> = {
  name: ['actors/links/feeds/feed-links.test.ts', 'what it quotes and nobody takes is imported'],
  module: [FEED_ROUTES, "a datafeed starts from its module's defaults"],
  enabled: [FEED, 'a change of the record reconnects only if the connection depends on it'],
  server: [FEED, 'an address that is none is a failure that says so'],
  login: [FEED, 'it logs in, hands on quotes, and dials again'],
  password: [FEED, 'a wrong password is tried again, then rests'],
  gateway_server: STORED,
  gateway_login: STORED,
  gateway_password: STORED,
  priority: [MARKUP, 'the lowest priority number wins'],
  reconnect_sec: [FEED, 'a feed that rests dials at once when its waits are changed'],
  timeout_sec: [FEED, 'a login that stalls is given up after the timeout'],
  idle_timeout_sec: [FEED, 'a silent provider is left at the idle timeout'],
  failures_before_rest: ['actors/links/backoff.test.ts', 'a series of failures ends in a rest'],
  rest_sec: ['actors/links/backoff.test.ts', 'a rest after every failure, when one is enough'],
  quotes_enabled: [FEED, 'with quotes off the connection stands and says nothing'],
  news_enabled: [FIX_FEED, 'news are taken when they are wanted'],
  import_symbol_settings: [IMPORT, 'import_symbol_settings: false'],
  params: [CONFIG, 'a parameter is used once, and its value is of its type'],
  symbols: [MARKUP, 'a symbol that the masks take no longer is left to the next feed at once'],
  translates: [MARKUP, 'markups are points of the symbol on either side'],
}

const GATEWAYS: Readonly<Record<string, Row>> = {
  name: [GATEWAY_ROUTES, 'what a provider lists is shown with its symbols'],
  module: [GATEWAY_ROUTES, 'a gateway starts as fix44'],
  enabled: [GATEWAY_ROUTES, 'a status is disabled'],
  server: [GATEWAY, 'new settings reconnect only if the connection depends on them'],
  login: [GATEWAY_SESSION, 'login, password and Account go where the parameters say'],
  password: [GATEWAY_SESSION, 'login, password and Account go where the parameters say'],
  gateway_server: STORED,
  gateway_login: STORED,
  gateway_password: STORED,
  priority: [GATEWAY_ROUTES, 'an order writes priorities'],
  reconnect_sec: [GATEWAY, 'a series that never came online ends in a pause'],
  timeout_sec: [GATEWAY, 'the provider did not let us in'],
  import_symbol_settings: [GATEWAY_ROUTES, 'const import_symbol_settings = true'],
  params: [CONFIG, 'a parameter is used once, and its value is of its type'],
  symbols: [GATEWAY_ROUTES, "const symbols = ['*', '!SECRET*']"],
  translates: ['engine/pricing/provider-terms.test.ts', 'source_digits'],
  mode: [GATEWAY_SESSION, 'a Passive gateway is dialled'],
  reconnect_attempts: [GATEWAY, 'a series that never came online ends in a pause'],
  series_pause_sec: [GATEWAY, 'a series that never came online ends in a pause'],
  allow_import_balances: [GATEWAY_ROUTES, "fields: ['allow_import_balances']"],
  collect_transactions_days: [
    'http/routes/connections/gateway-transactions.test.ts',
    'collect_transactions_days: days',
  ],
  groups: [GATEWAY_ORDERS, 'accepts EURUSD for this group'],
  profiling: [GATEWAY, 'a profile has the times of orders and reports'],
  ssl: [GATEWAY_SESSION, 'ssl alone turns on TLS'],
}

const SESSION: Readonly<Record<string, Row>> = {
  SenderCompID: [TERMS, 'SenderCompID'],
  TargetCompID: [TERMS, 'TargetCompID'],
  SenderSubID: [TERMS, 'SenderSubID'],
  TargetSubID: [TERMS, 'TargetSubID'],
  'Username in Logon': [TERMS, 'Username in Logon'],
  HeartBtInt: [TERMS, 'HeartBtInt'],
  ResetSeqNumFlag: [TERMS, 'ResetSeqNumFlag'],
  'FIX SSL Enabled': [TERMS, 'FIX SSL Enabled'],
  'FIX SSL Verify': [TERMS, 'FIX SSL Verify'],
  'FIX SSL Server Name': [TERMS, 'FIX SSL Server Name'],
  'FIX SSL Certificate': [CONFIG, 'FIX SSL Certificate and FIX SSL Private Key are set together'],
  'FIX SSL Private Key': [CONFIG, 'FIX SSL Certificate and FIX SSL Private Key are set together'],
  'FIX SSL CA': [TERMS, 'FIX SSL CA'],
}

const PARAMETERS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'datafeed dde': {
    Token: [FEED, 'a Token is sent in place of login and password'],
    Encoding: [FEED, 'the Encoding says how login and password are written'],
  },
  'datafeed fix44': {
    ...SESSION,
    'Market Depth': [FIX_FEED, "param('Market Depth', '0')"],
    'MD Update Type': ['wire/fix/market-data.test.ts', '265=1'],
    'FIX Quantity Mode': [FIX_FEED, "counts: 'units'"],
  },
  'gateway fix44': {
    ...SESSION,
    'Market Depth': [GATEWAY_ROUTES, "['Market Depth', '5', '1']"],
    'MD Update Type': [GATEWAY_ROUTES, "['MD Update Type', '1', '0']"],
    'FIX Quantity Mode': [GATEWAY, "'FIX Quantity Mode', 'Lots'"],
    'Limit Orders Coverage Mode': [
      'actors/shard/routed/gateway-triggers.test.ts',
      'Limit Orders Coverage Mode',
    ],
    'Order Placement Timeout': [GATEWAY_ORDERS, 'PLACEMENT_MS'],
    'Max Fill Deviation': [
      'actors/shard/routed/held-fills.test.ts',
      'beyond the percentage of its gateway',
    ],
    'FIX Allowed Addresses': [GATEWAY_SESSION, 'FIX Allowed Addresses'],
    Account: [GATEWAY_SESSION, "Account: 'A-17'"],
    'Trading Calendar Holidays': [
      'actors/shard/routed/provider-days-off.test.ts',
      'on a day off of its provider an order is refused',
    ],
  },
}

function missing(rows: Readonly<Record<string, Row>>): readonly string[] {
  return Object.entries(rows).flatMap(([name, row]) => {
    if (row === STORED) return []
    const [file, words] = row
    return readFileSync(join(ROOT, 'test', file), 'utf8').includes(words)
      ? []
      : [`${name}: ${words}`]
  })
}

t.test(
  'every field of a datafeed and a gateway has a test that sees it act, or refused',
  async (t) => {
    for (const [body, rows] of [
      [CreateDatafeedBody, DATAFEED],
      [CreateGatewayBody, GATEWAYS],
    ] as const) {
      t.same(Object.keys(rows).sort(), Object.keys(body.properties).sort())
      t.same(missing(rows), [])
      const stored = Object.keys(rows).filter((name) => rows[name] === STORED)
      t.same(stored, ['gateway_server', 'gateway_login', 'gateway_password'])
    }
  },
)

t.test('every parameter of a module has one, too', async (t) => {
  const modules = [
    ...DATAFEED_MODULES.map((one) => [`datafeed ${one.module}`, one.params] as const),
    ...GATEWAY_MODULES.map((one) => [`gateway ${one.module}`, one.params] as const),
  ]
  t.same(modules.map(([name]) => name).sort(), Object.keys(PARAMETERS).sort())
  for (const [module, params] of modules) {
    const rows = PARAMETERS[module] ?? {}
    t.same(Object.keys(rows).sort(), params.map(({ name }) => name).sort(), module)
    t.same(missing(rows), [], module)
  }
})
