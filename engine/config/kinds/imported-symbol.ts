import { lastSegment } from '../../names/group-path.js'
import { lastMaskTakes } from '../../names/mask.js'
import { bigScaledFromText, trimmedTextFromScaled } from '../../numbers/decimal.js'
import type { KeyedText } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import { VOLUME_DIGITS } from '../../units.js'
import type { DatafeedRecord } from '../records/datafeed.js'
import type { SymbolRecord } from '../records/symbol.js'
import { parameterValue } from './connection.js'
import { QUANTITY_MODE } from './fix-parameters.js'
import { SYMBOL_DEFAULTS } from './symbol.js'

/**
 * A name that a provider quoted or listed. Its digits are the most decimals of its prices; 0 before
 * the first price.
 */
export interface SeenName {
  readonly name: string
  readonly digits: number
  /** The symbol's entry in the provider's list of instruments, if the provider sends a list. */
  readonly listed?: ProviderSymbol
}

/** A symbol from a provider's list: decimals are texts, empty if unknown. */
export interface ProviderSymbol {
  readonly name: string
  readonly digits: number | undefined
  readonly description: string
  readonly currency: string
  readonly contractSize: string
  /** The smallest volume, in the unit of the provider's sizes: units or lots. */
  readonly minVolume: string
  readonly maxVolume: string
  readonly volumeStep: string
}

/** The fields of a datafeed or gateway that an import uses. */
export type ImportSource = Pick<
  DatafeedRecord,
  'name' | 'module' | 'params' | 'symbols' | 'translates' | 'import_symbol_settings'
>

/** A name that an import skips: the English reason, and the reason's key with its parameters. */
export interface SkippedName {
  readonly source: string
  readonly reason: string
  readonly reason_key: string
  readonly reason_params: Readonly<Record<string, string>>
}

export function skippedName(source: string, { message, reason, params }: KeyedText): SkippedName {
  const texts = Object.entries(params).map(([name, value]) => [name, String(value)])
  return {
    source,
    reason: message,
    reason_key: reason,
    reason_params: Object.fromEntries(texts),
  }
}

export interface ImportPlan {
  readonly create: readonly { readonly source: string; readonly input: ImportedSymbol }[]
  readonly skipped: readonly SkippedName[]
}

/** The fields of a new symbol; the others, including its currencies, get the defaults. */
export type ImportedSymbol = Partial<SymbolRecord> & Pick<SymbolRecord, 'path' | 'trade_access'>

/**
 * A provider's name becomes a part of a path, so it has no separators, wildcards or invisible
 * characters.
 */
const NAME = /^[^\\*,!\p{C}\s]{1,32}$/u
const PAIR = /^[A-Z]{6}$/

/**
 * The number of names or symbols per step, so that ten thousand of them do not block other work.
 */
const STEP = 200

/** The symbols by their names in lower case, step by step. */
export function* namesInSteps(
  symbols: readonly SymbolRecord[],
): Generator<void, ReadonlyMap<string, SymbolRecord>> {
  const found = new Map<string, SymbolRecord>()
  for (const [n, symbol] of symbols.entries()) {
    found.set(lastSegment(symbol.path).toLowerCase(), symbol)
    if ((n + 1) % STEP === 0) yield
  }
  return found
}

/**
 * Adds the symbols that a provider quotes and that do not exist here, in a folder with the feed's
 * name, in steps. They cannot be traded before staff enable them.
 */
export function* importPlan(
  feed: ImportSource,
  symbols: ReadonlyMap<string, SymbolRecord>,
  seen: readonly SeenName[],
): Generator<void, ImportPlan> {
  const create: { source: string; input: ImportedSymbol }[] = []
  const skipped: SkippedName[] = []
  const translated = new Map(feed.translates.map((row) => [row.source, row.symbol_id]))
  const planned = new Set<string>()
  for (const [n, one] of seen.entries()) {
    if (n % STEP === STEP - 1) yield
    const { name } = one
    const reason = reasonToSkip(feed, symbols, translated, planned, name)
    if (reason !== undefined) {
      skipped.push(skippedName(name, reason))
      continue
    }
    planned.add(name.toLowerCase())
    create.push({ source: name, input: newSymbol(feed, one) })
  }
  return { create, skipped }
}

function reasonToSkip(
  feed: ImportSource,
  symbols: ReadonlyMap<string, SymbolRecord>,
  translated: ReadonlyMap<string, number>,
  planned: ReadonlySet<string>,
  name: string,
): KeyedText | undefined {
  const symbolId = translated.get(name)
  if (symbolId !== undefined) return say('field.import_translated', { id: symbolId })
  const symbol = symbols.get(name.toLowerCase())
  if (symbol !== undefined) return known(symbol)
  if (planned.has(name.toLowerCase())) return say('field.import_same')
  if (!lastMaskTakes(feed.symbols, name)) return say('field.import_masks', { name: feed.name })
  if (!NAME.test(name)) return say('field.import_name')
  return undefined
}

/** Skips a name that already is a symbol. */
export function known({ id, path }: Pick<SymbolRecord, 'id' | 'path'>): KeyedText {
  return say('field.import_known', { id, path })
}

/**
 * A name that consists of two currencies becomes a currency pair, even if the provider sends no
 * other data.
 */
function newSymbol(feed: ImportSource, { name, digits, listed }: SeenName): ImportedSymbol {
  const isPair = PAIR.test(name)
  const own = isPair ? {} : { calc_mode: 'cfd' as const, contract_size: '1' }
  return {
    path: `${feed.name}\\${name}`,
    trade_access: 'disabled',
    ...own,
    ...(feed.import_symbol_settings ? settingsOf(feed, digits, listed, isPair) : {}),
  }
}

/**
 * Sizes in units become lots of the contract; values that cannot be expressed in lots are left to
 * the defaults.
 */
function settingsOf(
  feed: ImportSource,
  digits: number,
  listed: ProviderSymbol | undefined,
  isPair: boolean,
): Partial<SymbolRecord> {
  // Without a FIX list the default applies: a quote has only as many decimals as its price needs.
  const told = listed?.digits ?? (feed.module === 'dde' ? digits : undefined)
  const ofPrice = told === undefined ? {} : { digits: told }
  if (listed === undefined) return ofPrice
  const standard = isPair ? SYMBOL_DEFAULTS.contract_size : '1'
  const contract = listed.contractSize === '' ? standard : listed.contractSize
  const isUnits = parameterValue(feed.params, QUANTITY_MODE) !== 'Lots'
  const lots = (size: string): string | undefined => lotsOf(size, isUnits ? contract : '1')
  const given: Partial<Record<keyof SymbolRecord, string | undefined>> = {
    description: listed.description.trim(),
    contract_size: listed.contractSize,
    volume_min: lots(listed.minVolume),
    volume_max: lots(listed.maxVolume),
    volume_step: lots(listed.volumeStep),
    profit_currency: isPair || !CURRENCY.test(listed.currency) ? '' : listed.currency,
  }
  const said = Object.entries(given).filter(([, value]) => value !== undefined && value !== '')
  return { ...ofPrice, ...Object.fromEntries(said) }
}

const CURRENCY = /^[A-Z0-9]{3,16}$/

/** A size in lots; undefined if the size is invalid or cannot be converted exactly. */
function lotsOf(size: string, contract: string): string | undefined {
  const units = bigScaledFromText(size, SIZE_DIGITS)
  const each = bigScaledFromText(contract, SIZE_DIGITS)
  if (units === undefined || each === undefined || units <= 0n || each <= 0n) return undefined
  const scaled = units * 10n ** BigInt(VOLUME_DIGITS)
  return scaled % each === 0n ? trimmedTextFromScaled(scaled / each, VOLUME_DIGITS) : undefined
}

const SIZE_DIGITS = 8
