import { assert } from '../assert.js'
import type { ServerClock } from '../calendar/server-clock.js'
import type { BookRecords } from '../config/book-records.js'
import { levelDigits } from '../config/kinds/group.js'
import { LayeredMap } from '../config/layered-map.js'
import { type GroupRecord, SPREAD_DIFF_PTS_DEFAULT } from '../config/records/group.js'
import type { MarginRateKind, SymbolRecord } from '../config/records/symbol.js'
import { lastSegment } from '../names/group-path.js'
import {
  bigScaledFromText,
  fixed8FromText,
  minorFromText,
  volumeFromText,
} from '../numbers/decimal.js'
import { FIXED8_ONE, MONEY_DIGITS_DEFAULT, TICK_DIGITS } from '../units.js'
import type { Book, GroupSpec, LeverageTiers, MarginRate, SymbolSpec } from './compiled.js'
import { tiersOf } from './leverage-tiers.js'
import { compileRules } from './routing.js'

/**
 * Compiles the settings. `previous` is the book before a change: unchanged parts are reused, so
 * that one change among 10,000 symbols costs a thread about a millisecond.
 */
export function compileBook(records: BookRecords, previous?: Book): Book {
  return {
    version: records.version,
    records,
    ...compileSymbols(records, previous),
    ...compileGroups(records, previous),
    routing:
      previous?.records.routing === records.routing
        ? previous.routing
        : compileRules(records.routing),
    clock: clockOf(records),
  }
}

type Symbols = Pick<Book, 'symbolsById' | 'symbolsByName'>

function compileSymbols(records: BookRecords, previous: Book | undefined): Symbols {
  if (previous !== undefined && previous.records.symbols === records.symbols) {
    const { symbolsById, symbolsByName } = previous
    return { symbolsById, symbolsByName }
  }
  const patched = previous === undefined ? undefined : patchedSymbols(records, previous)
  if (patched !== undefined) return patched
  const specs = records.symbols.map((record) => {
    const known = previous?.symbolsById.get(record.id)
    return known?.record === record ? known : compileSymbol(record)
  })
  return {
    symbolsById: LayeredMap.of(new Map(specs.map((spec) => [spec.id, spec]))),
    symbolsByName: LayeredMap.of(new Map(specs.map((spec) => [spec.name, spec]))),
  }
}

/**
 * The maximum number of changed records for which indexes are patched. More changes rebuild them.
 */
const PATCHED_MAX = 1024

/**
 * True if symbols changed only in place or were added at the end: changing a fork of the indexes is
 * then cheaper than rebuilding them.
 */
function patchedSymbols({ symbols }: BookRecords, previous: Book): Symbols | undefined {
  const before = previous.records.symbols
  const changed: SymbolRecord[] = []
  for (let i = 0; i < symbols.length; i++) {
    const [record, old] = [symbols[i] as SymbolRecord, before[i]]
    if (record === old) continue
    const isInPlace = old === undefined || old.id === record.id
    if (!isInPlace || changed.length === PATCHED_MAX) return undefined
    changed.push(record)
  }
  const symbolsById = LayeredMap.forkOf(previous.symbolsById)
  const symbolsByName = LayeredMap.forkOf(previous.symbolsByName)
  for (const { id } of changed) {
    const old = symbolsById.get(id)
    if (old !== undefined) symbolsByName.delete(old.name)
  }
  for (const record of changed) {
    const spec = compileSymbol(record)
    symbolsById.set(spec.id, spec)
    symbolsByName.set(spec.name, spec)
  }
  // False if the last records of the list were deleted.
  return symbolsById.size === symbols.length && symbolsByName.size === symbols.length
    ? { symbolsById, symbolsByName }
    : undefined
}

type Groups = Pick<Book, 'groups' | 'groupsByPath' | 'hasSpreads'>

function compileGroups(records: BookRecords, previous: Book | undefined): Groups {
  if (
    previous !== undefined &&
    previous.records.groups === records.groups &&
    previous.records.leverage_profiles === records.leverage_profiles
  ) {
    const { groups, groupsByPath, hasSpreads } = previous
    return { groups, groupsByPath, hasSpreads }
  }
  const profiles = new Map(records.leverage_profiles.map((profile) => [profile.id, profile]))
  const specs = records.groups.map((record) => {
    const known = previous?.groupsByPath.get(record.path)
    const tiers = tiersOf(profiles.get(record.leverage_profile_id ?? 0))
    const isSame = known?.record === record && known.tiers === tiers
    return isSame ? known : compileGroup(record, tiers)
  })
  return {
    groups: new Map(specs.map((group) => [group.path.toLowerCase(), group])),
    groupsByPath: new Map(specs.map((group) => [group.path, group])),
    hasSpreads: specs.some(({ hasSpreads }) => hasSpreads),
  }
}

function clockOf({ settings: [settings] }: BookRecords): ServerClock {
  if (settings === undefined) return UTC
  const { utc_offset_min, daylight_saving } = settings
  return { utc_offset_min, daylight_saving }
}

export function groupOf(book: Book, path: string): GroupSpec | undefined {
  return book.groupsByPath.get(path) ?? book.groups.get(path.toLowerCase())
}

/** Names are unique ignoring case and found in any case; an exact match is fastest. */
export function symbolByName({ symbolsByName }: Book, name: string): SymbolSpec | undefined {
  return symbolsByName.get(name) ?? inLowerCase(symbolsByName).get(name.toLowerCase())
}

const lowerCases = new WeakMap<Book['symbolsByName'], ReadonlyMap<string, SymbolSpec>>()

function inLowerCase(symbols: Book['symbolsByName']): ReadonlyMap<string, SymbolSpec> {
  let found = lowerCases.get(symbols)
  if (found === undefined) {
    found = new Map([...symbols].map(([name, symbol]) => [name.toLowerCase(), symbol]))
    lowerCases.set(symbols, found)
  }
  return found
}

const UTC: ServerClock = { utc_offset_min: 0, daylight_saving: 'none' }

/** Decimals of the money of a group's accounts. */
export function moneyDigitsOf(book: Book, path: string): number {
  return groupOf(book, path)?.currencyDigits ?? MONEY_DIGITS_DEFAULT
}

/** Compiles a symbol; `spreadDiff` is the spread difference of the group that trades it. */
export function compileSymbol(record: SymbolRecord, spreadDiff = 0): SymbolSpec {
  assert(record.digits >= 0 && record.digits <= 10, 'a stored symbol has 0 to 10 digits')
  return {
    id: record.id,
    name: lastSegment(record.path),
    record,
    digits: record.digits,
    profitCurrency: record.profit_currency,
    marginCurrency: record.margin_currency,
    contractSize: fixed8FromText(record.contract_size),
    calcMode: record.calc_mode,
    tickSize: tickFromText(record.tick_size),
    tickValue: tickFromText(record.tick_value),
    tickPts: tickPoints(record),
    volumeMin: volumeFromText(record.volume_min),
    volumeMax: volumeFromText(record.volume_max),
    volumeStep: volumeFromText(record.volume_step),
    volumeLimit: volumeFromText(record.volume_limit),
    tradeAccess: record.trade_access,
    spreadDiff,
    marginInitial: fixed8FromText(record.margin_initial),
    marginMaintenance: fixed8FromText(record.margin_maintenance),
    marginHedged: fixed8FromText(record.margin_hedged),
    rateBuy: marginRateOf(record, 'buy') ?? ONCE,
    rateSell: marginRateOf(record, 'sell') ?? ONCE,
  }
}

/**
 * The points between two ticks. Without a tick, or if it is no whole number of points, every point
 * is a valid price.
 */
function tickPoints({ tick_size, digits }: SymbolRecord): number {
  const points = bigScaledFromText(tick_size, digits) ?? 0n
  return points > 0n ? Number(points) : 1
}

function tickFromText(text: string): bigint {
  const value = bigScaledFromText(text, TICK_DIGITS)
  assert(value !== undefined, `a stored tick has at most ${TICK_DIGITS} decimals: ${text}`)
  return value
}

const ONCE: MarginRate = { initial: FIXED8_ONE, maintenance: 0n }

/** The margin rate of a kind; undefined if the symbol has none of that kind. */
export function marginRateOf(record: SymbolRecord, kind: MarginRateKind): MarginRate | undefined {
  const row = record.margin_rates.find((rate) => rate.kind === kind)
  if (row === undefined) return undefined
  return { initial: fixed8FromText(row.initial), maintenance: fixed8FromText(row.maintenance) }
}

function compileGroup(record: GroupRecord, tiers: LeverageTiers | undefined): GroupSpec {
  return {
    path: record.path,
    record,
    currency: record.currency,
    currencyDigits: record.currency_digits,
    marginCallLevel: minorFromText(record.margin_call_level, levelDigits(record)),
    stopOutLevel: minorFromText(record.stop_out_level, levelDigits(record)),
    tiers,
    seen: record.symbols.length === 0 ? undefined : new WeakMap(),
    hasSpreads: record.symbols.some(
      ({ spread_diff_pts = SPREAD_DIFF_PTS_DEFAULT }) => spread_diff_pts !== 0,
    ),
    commissions: record.commissions.length === 0 ? undefined : new WeakMap(),
  }
}
