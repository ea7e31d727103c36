import { compileBook, groupOf } from '../../engine/book/book.js'
import type { Book, GroupSpec, SymbolSpec } from '../../engine/book/compiled.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { NO_RECORDS } from '../../engine/config/book-records.js'
import type { GatewayRecord } from '../../engine/config/records/gateway.js'
import type { GroupRecord } from '../../engine/config/records/group.js'
import type { HolidayRecord } from '../../engine/config/records/holiday.js'
import type {
  LeverageProfileRecord,
  LeverageRule,
} from '../../engine/config/records/leverage-profile.js'
import type { RoutingRuleRecord } from '../../engine/config/records/routing-rule.js'
import type { ServerSettingsRecord } from '../../engine/config/records/server-settings.js'
import type { SymbolRecord } from '../../engine/config/records/symbol.js'
import { lastSegment } from '../../engine/names/group-path.js'

/**
 * Settings for tests: seven symbols one knows the figures of, a hedging and a netting group in USD.
 * `givenBook({ symbols: { EURUSD: { margin_hedged: '100000' } } })` changes what a test is about
 * and leaves the rest; a name that is not one of the seven is added, as EURUSD but for the change.
 */
export interface BookChanges {
  readonly version?: number
  readonly symbols?: Readonly<Record<string, Partial<SymbolRecord>>>
  readonly groups?: Readonly<Record<string, Partial<GroupRecord>>>
  readonly routing?: readonly RoutingRuleRecord[]
  readonly gateways?: readonly GatewayRecord[]
  readonly profiles?: readonly LeverageProfileRecord[]
  readonly holidays?: readonly HolidayRecord[]
  readonly clock?: ServerClock
  /** `dealing_deviation_pct` of the server settings. */
  readonly deviation?: string
  /** Seconds for which offers of the server hold. */
  readonly offerSec?: number
}

export const HEDGING = 'demo\\standard'
export const NETTING = 'demo\\netting'

export function givenBook(changes: BookChanges = {}): Book {
  return compileBook({
    ...NO_RECORDS,
    version: changes.version ?? 1,
    symbols: changed(SYMBOLS, changes.symbols, (symbol) => lastSegment(symbol.path), newSymbol),
    groups: changed(GROUPS, changes.groups, (group) => group.path, newGroup),
    routing: changes.routing ?? [CONFIRM_ALL],
    gateways: changes.gateways ?? [],
    leverage_profiles: changes.profiles ?? [],
    holidays: changes.holidays ?? [],
    settings: settingsOf(changes),
  })
}

function settingsOf({ clock, deviation, offerSec }: BookChanges): ServerSettingsRecord[] {
  if (clock === undefined && deviation === undefined && offerSec === undefined) return []
  const { utc_offset_min = 0, daylight_saving = 'none' } = clock ?? {}
  const given = { utc_offset_min, daylight_saving, dealing_deviation_pct: deviation ?? '0' }
  return [{ ...given, ...(offerSec && { offer_sec: offerSec }) } as ServerSettingsRecord]
}

export function symbolIn(book: Book, name: string): SymbolSpec {
  const symbol = book.symbolsByName.get(name)
  if (symbol === undefined) throw new Error(`the given book has no symbol ${name}`)
  return symbol
}

export function groupIn(book: Book, path: string = HEDGING): GroupSpec {
  const group = groupOf(book, path)
  if (group === undefined) throw new Error(`the given book has no group ${path}`)
  return group
}

const AT = '2026-01-05T00:00:00.000Z'

export const EURUSD: SymbolRecord = {
  id: 1,
  path: 'Forex\\Majors\\EURUSD',
  description: 'Euro against US dollar',
  digits: 5,
  base_currency: 'EUR',
  profit_currency: 'USD',
  margin_currency: 'EUR',
  contract_size: '100000',
  calc_mode: 'forex',
  tick_size: '0',
  tick_value: '0',
  volume_min: '0.01',
  volume_max: '100',
  volume_step: '0.01',
  volume_limit: '0',
  spread_pts: 0,
  spread_balance_pts: 0,
  stops_level_pts: 0,
  freeze_level_pts: 0,
  execution: 'market',
  filling: ['fok', 'ioc', 'return'],
  expiration: ['gtc', 'day', 'specified', 'specified_day'],
  order_kinds: ['market', 'limit', 'stop', 'stop_limit'],
  trade_access: 'full',
  margin_initial: '0',
  margin_maintenance: '0',
  margin_hedged: '0',
  margin_rates: [
    { kind: 'buy', initial: '1', maintenance: '1' },
    { kind: 'sell', initial: '1', maintenance: '1' },
  ],
  swap_mode: 'disabled',
  swap_long: '0',
  swap_short: '0',
  swap_days: [1, 1, 3, 1, 1, 0, 0],
  swap_year_days: 360,
  sessions: [],
  quote_source: '',
  quote_markup_bid_pts: 0,
  quote_markup_ask_pts: 0,
  filter_max_jump_pts: 0,
  quote_max_age_sec: 0,
  offer_move_pts: 0,
  position: 1,
  created_at: AT,
  updated_at: AT,
  version: 1,
}

function pair(id: number, folder: string, base: string, profit: string, digits: number) {
  return {
    ...EURUSD,
    id,
    path: `Forex\\${folder}\\${base}${profit}`,
    description: `${base} against ${profit}`,
    digits,
    base_currency: base,
    profit_currency: profit,
    margin_currency: base,
  } satisfies SymbolRecord
}

const SYMBOLS: readonly SymbolRecord[] = [
  EURUSD,
  pair(2, 'Majors', 'USD', 'JPY', 3),
  pair(3, 'Majors', 'GBP', 'USD', 5),
  pair(4, 'Crosses', 'EUR', 'GBP', 5),
  {
    ...EURUSD,
    id: 5,
    path: 'Metals\\XAUUSD',
    description: 'Gold',
    digits: 2,
    base_currency: 'XAU',
    margin_currency: 'USD',
    contract_size: '100',
    calc_mode: 'cfd_leverage',
  },
  {
    ...EURUSD,
    id: 6,
    path: 'Indices\\US500',
    description: 'US 500 index',
    digits: 2,
    base_currency: 'USD',
    margin_currency: 'USD',
    contract_size: '1',
    calc_mode: 'cfd_index',
    tick_size: '0.01',
    tick_value: '0.01',
  },
  {
    ...EURUSD,
    id: 7,
    path: 'Crypto\\BTCUSD',
    description: 'Bitcoin',
    digits: 2,
    base_currency: 'BTC',
    margin_currency: 'USD',
    contract_size: '1',
    calc_mode: 'cfd',
  },
]

export const HEDGING_GROUP: GroupRecord = {
  id: 1,
  path: HEDGING,
  currency: 'USD',
  currency_digits: 2,
  company: 'Openfloor Demo',
  enabled: true,
  margin_mode: 'hedging',
  margin_call_level: '100',
  stop_out_level: '50',
  stop_out_mode: 'percent',
  free_margin_mode: 'use_all',
  negative_balance_protection: true,
  use_credit: true,
  leverage: 100,
  leverage_profile_id: null,
  limit_orders: 0,
  limit_positions: 0,
  password_min_length: 8,
  otp_required: false,
  password_change_at_first: false,
  mail_enabled: true,
  news_mode: 'full',
  trade_enabled: true,
  swaps_enabled: true,
  daily_reports: true,
  symbols: [],
  commissions: [],
  deposit_url: '',
  withdraw_url: '',
  created_at: AT,
  updated_at: AT,
  version: 1,
}

const GROUPS: readonly GroupRecord[] = [
  HEDGING_GROUP,
  { ...HEDGING_GROUP, id: 2, path: NETTING, margin_mode: 'netting' },
]

export const CONFIRM_ALL: RoutingRuleRecord = {
  id: 1,
  name: 'confirm at market',
  position: 1,
  enabled: true,
  action: 'confirm_market_price',
  action_value: '',
  conditions: [],
  dealers: [],
  order_kinds: [],
  request_kinds: [],
  skip_no_dealer: false,
  created_at: AT,
  updated_at: AT,
  version: 1,
}

/** Christmas of every year, the whole day, for every symbol. */
export function givenHoliday(over: Partial<HolidayRecord> = {}): HolidayRecord {
  return {
    id: 1,
    year: 0,
    month: 12,
    day: 25,
    description: '',
    enabled: true,
    from_min: 0,
    to_min: 1440,
    position: 1,
    symbols: ['*'],
    created_at: AT,
    updated_at: AT,
    version: 1,
    ...over,
  }
}

/** Tiers as `[to, initial, maintenance]`; the last one ends at '0'. */
export type GivenTier = readonly [to: string, initial: string, maintenance?: string]

export function tierRule(
  mask: string,
  range_basis: LeverageRule['range_basis'],
  tiers: readonly GivenTier[],
  currency = '',
): LeverageRule {
  return {
    name: mask,
    mask,
    range_basis,
    currency,
    description: '',
    tiers: tiers.map(([range_to, initial, maintenance = initial], i) => {
      return { range_from: tiers[i - 1]?.[0] ?? '0', range_to, initial, maintenance }
    }),
  }
}

/** Profile 1, on. */
export function leverageProfile(...rules: readonly LeverageRule[]): LeverageProfileRecord {
  const name = 'given tiers'
  return { id: 1, name, enabled: true, rules, created_at: AT, updated_at: AT, version: 1 }
}

function newSymbol(name: string, index: number): SymbolRecord {
  return { ...EURUSD, id: index + 1, path: `Given\\${name}`, description: name }
}

function newGroup(path: string, index: number): GroupRecord {
  return { ...HEDGING_GROUP, id: index + 1, path }
}

function changed<T>(
  standard: readonly T[],
  changes: Readonly<Record<string, Partial<T>>> | undefined,
  nameOf: (record: T) => string,
  create: (name: string, index: number) => T,
): T[] {
  const records = new Map(standard.map((record) => [nameOf(record), record]))
  for (const [name, change] of Object.entries(changes ?? {})) {
    records.set(name, { ...(records.get(name) ?? create(name, records.size)), ...change })
  }
  return [...records.values()]
}
