import type { ContentOf } from './config-records.js'
import { type ParameterSpec, startParameters } from './kinds/connection.js'
import { FIX_QUOTE_PARAMETERS, FIX_TRADING_PARAMETERS } from './kinds/fix-parameters.js'
import { GROUP_DEFAULTS } from './kinds/group.js'
import { SYMBOL_DEFAULTS } from './kinds/symbol.js'
import type { DatafeedRecord } from './records/datafeed.js'
import type { GatewayRecord } from './records/gateway.js'
import type { GroupRecord } from './records/group.js'
import type { RoutingRuleRecord } from './records/routing-rule.js'
import type { ServerSettingsRecord } from './records/server-settings.js'
import type { SymbolRecord } from './records/symbol.js'

/** Records before they are stored, without the fields that the store adds. */
type Stored = 'id' | 'created_at' | 'updated_at' | 'version'
export type NewSymbol = Omit<SymbolRecord, Stored | 'position'>
export type NewGroup = Omit<GroupRecord, Stored>
export type NewDatafeed = Omit<DatafeedRecord, Stored>
export type NewGateway = Omit<GatewayRecord, Stored>
export type NewRoutingRule = Omit<RoutingRuleRecord, Stored>

export interface SettingsSet {
  readonly symbols: readonly NewSymbol[]
  readonly groups: readonly NewGroup[]
  readonly datafeeds: readonly NewDatafeed[]
  readonly gateways: readonly NewGateway[]
  readonly routing: readonly NewRoutingRule[]
  readonly settings: Partial<ContentOf<ServerSettingsRecord>>
}

export const ADMINISTRATORS_GROUP = 'managers\\administrators'
/** The address by which the links thread recognises the built-in simulator. */
export const BUILT_IN_SIMULATOR = '127.0.0.1:0'

const FOREX: NewSymbol = {
  ...SYMBOL_DEFAULTS,
  profit_currency: 'USD',
  margin_hedged: '100000',
  swap_mode: 'points',
  swap_long: '-5',
  swap_short: '-2',
}

function pair(folder: string, base: string, profit: string, description: string): NewSymbol {
  return {
    ...FOREX,
    path: `Forex\\${folder}\\${base}${profit}`,
    description,
    digits: profit === 'JPY' ? 3 : 5,
    base_currency: base,
    profit_currency: profit,
    margin_currency: base,
  }
}

const GOLD: NewSymbol = {
  ...FOREX,
  path: 'Metals\\XAUUSD',
  description: 'Gold against US dollar',
  digits: 2,
  base_currency: 'XAU',
  margin_currency: 'USD',
  contract_size: '100',
  calc_mode: 'cfd_leverage',
  margin_hedged: '100',
  swap_long: '-35',
  swap_short: '10',
}

/** A CFD with leveraged margin, like the others, and a tick of one point. */
const US500: NewSymbol = {
  ...FOREX,
  path: 'Indices\\US500',
  description: 'US 500 index',
  digits: 2,
  base_currency: 'USD',
  margin_currency: 'USD',
  contract_size: '10',
  calc_mode: 'cfd_leverage',
  volume_min: '0.1',
  volume_step: '0.1',
  margin_hedged: '10',
  swap_long: '-90',
  swap_short: '20',
  swap_days: [1, 1, 1, 1, 3, 0, 0],
}

const BITCOIN: NewSymbol = {
  ...FOREX,
  path: 'Crypto\\BTCUSD',
  description: 'Bitcoin against US dollar',
  digits: 2,
  base_currency: 'BTC',
  margin_currency: 'USD',
  contract_size: '1',
  calc_mode: 'cfd_leverage',
  volume_max: '50',
  margin_hedged: '1',
  swap_long: '-1500',
  swap_short: '-500',
  swap_days: [1, 1, 1, 1, 1, 1, 1],
}

const SYMBOLS: readonly NewSymbol[] = [
  pair('Majors', 'EUR', 'USD', 'Euro against US dollar'),
  pair('Majors', 'GBP', 'USD', 'British pound against US dollar'),
  pair('Majors', 'USD', 'JPY', 'US dollar against Japanese yen'),
  pair('Majors', 'USD', 'CHF', 'US dollar against Swiss franc'),
  pair('Majors', 'AUD', 'USD', 'Australian dollar against US dollar'),
  pair('Majors', 'USD', 'CAD', 'US dollar against Canadian dollar'),
  pair('Majors', 'NZD', 'USD', 'New Zealand dollar against US dollar'),
  pair('Crosses', 'EUR', 'GBP', 'Euro against British pound'),
  pair('Crosses', 'EUR', 'JPY', 'Euro against Japanese yen'),
  GOLD,
  US500,
  BITCOIN,
]

const GROUP: NewGroup = GROUP_DEFAULTS

const STAFF_GROUP: NewGroup = { ...GROUP, trade_enabled: false, swaps_enabled: false }
const COMPANY = 'Openfloor Demo'
/** The group whose orders go to the provider. */
const A_BOOK_GROUP = 'real\\a-book'
/** The first id of an empty data directory. */
const FIRST_GATEWAY_ID = 1

const ECN_COMMISSION: GroupRecordCommission = {
  mask: '*',
  mode: 'per_lot',
  charge: 'per_side',
  tiers: [{ from: '0', to: '0', value: '3.5', min: '0', max: '0' }],
}
type GroupRecordCommission = GroupRecord['commissions'][number]

const GROUPS: readonly NewGroup[] = [
  { ...STAFF_GROUP, path: ADMINISTRATORS_GROUP, company: COMPANY },
  { ...STAFF_GROUP, path: 'managers\\dealers', company: COMPANY },
  { ...GROUP, path: 'demo\\standard', company: COMPANY },
  { ...GROUP, path: 'demo\\netting', company: COMPANY, margin_mode: 'netting' },
  { ...GROUP, path: 'real\\standard', company: COMPANY, leverage: 50 },
  {
    ...GROUP,
    path: 'real\\ecn',
    company: COMPANY,
    margin_mode: 'netting',
    commissions: [ECN_COMMISSION],
  },
  { ...GROUP, path: A_BOOK_GROUP, company: COMPANY, leverage: 50 },
]

const CONFIRM_ALL: NewRoutingRule = {
  name: 'Confirm at market',
  position: 1,
  enabled: true,
  action: 'confirm_market_price',
  action_value: '',
  conditions: [],
  dealers: [],
  order_kinds: [],
  request_kinds: [],
  skip_no_dealer: false,
}

const A_BOOK: NewRoutingRule = {
  ...CONFIRM_ALL,
  name: 'A-book to the simulator',
  action: 'gateway',
  conditions: [{ field: 'group', op: 'eq', value: A_BOOK_GROUP }],
  dealers: [FIRST_GATEWAY_ID],
}

/**
 * The FIX session with the simulator. Sequence numbers restart with each logon, because the
 * simulator forgets them. The login is random at each start.
 */
const SIMULATOR_SESSION: Readonly<Record<string, string>> = {
  SenderCompID: 'OPENFLOOR',
  TargetCompID: 'SIMULATOR',
  'Username in Logon': 'true',
  ResetSeqNumFlag: 'true',
}

function paramsOf(
  specs: readonly ParameterSpec[],
  values: Readonly<Record<string, string>>,
): DatafeedRecord['params'] {
  const spec = { module: 'fix44', label: '', description: '', required: [], params: specs }
  return startParameters(spec).map((param) => ({
    ...param,
    value: values[param.name] ?? param.value,
  }))
}

/** The built-in simulator, without a password, which is random at each start. */
const SIMULATOR_CONNECTION = {
  name: 'Simulator',
  enabled: true,
  server: BUILT_IN_SIMULATOR,
  login: 'simulator',
  has_password: false,
  gateway_server: '',
  gateway_login: '',
  has_gateway_password: false,
  priority: 1,
  reconnect_sec: 1,
  timeout_sec: 10,
  import_symbol_settings: false,
  symbols: ['*'],
  translates: [],
} as const

const SIMULATOR_FEED: NewDatafeed = {
  ...SIMULATOR_CONNECTION,
  module: 'fix44',
  idle_timeout_sec: 30,
  failures_before_rest: 5,
  rest_sec: 30,
  quotes_enabled: true,
  news_enabled: false,
  params: paramsOf(FIX_QUOTE_PARAMETERS, {
    ...SIMULATOR_SESSION,
    TargetSubID: 'QUOTE',
    'Market Depth': '5',
    'MD Update Type': '1',
  }),
}

const SIMULATOR_GATEWAY: NewGateway = {
  ...SIMULATOR_CONNECTION,
  module: 'fix44',
  mode: 'Active',
  reconnect_attempts: 5,
  series_pause_sec: 30,
  allow_import_balances: false,
  collect_transactions_days: 0,
  groups: [],
  profiling: false,
  ssl: false,
  params: paramsOf(FIX_TRADING_PARAMETERS, {
    ...SIMULATOR_SESSION,
    TargetSubID: 'TRADE',
    // An order resting there would be lost when the simulator restarts, because it stores nothing.
    'Limit Orders Coverage Mode': 'Limit',
  }),
}

/** Prices without orders, from a provider in the links thread itself. */
const DDE_FEED: NewDatafeed = { ...SIMULATOR_FEED, module: 'dde', params: [] }

/** The protocol of the built-in provider of a demo set; orders are only sent over FIX. */
export const DEMO_PROVIDERS = ['fix44', 'dde'] as const
export type DemoProvider = (typeof DEMO_PROVIDERS)[number]

/** The settings that `DEMO=1` creates in an empty data directory. */
export const DEMO_SET: SettingsSet = {
  symbols: SYMBOLS,
  groups: GROUPS,
  datafeeds: [SIMULATOR_FEED],
  gateways: [SIMULATOR_GATEWAY],
  routing: [{ ...CONFIRM_ALL, position: 2 }, A_BOOK],
  settings: {
    demo: true,
    demo_group: 'demo\\standard',
    real_group: 'real\\standard',
    demo_deposit: '10000',
    default_watchlist: SYMBOLS.map(({ path }) => path.slice(path.lastIndexOf('\\') + 1)),
  },
}

/** The demo set without orders at a provider. The links thread itself generates its prices. */
export const DDE_DEMO_SET: SettingsSet = {
  ...DEMO_SET,
  groups: GROUPS.filter(({ path }) => path !== A_BOOK_GROUP),
  datafeeds: [DDE_FEED],
  gateways: [],
  routing: [CONFIRM_ALL],
}

/** The set with `DEMO=0`: the administrators' group and one routing rule. */
export const BARE_SET: SettingsSet = {
  symbols: [],
  groups: [{ ...STAFF_GROUP, path: ADMINISTRATORS_GROUP }],
  datafeeds: [],
  gateways: [],
  routing: [CONFIRM_ALL],
  settings: {},
}
