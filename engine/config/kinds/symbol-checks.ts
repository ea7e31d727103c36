import { lastSegment } from '../../names/group-path.js'
import { bigScaledFromText, trimmedTextFromScaled } from '../../numbers/decimal.js'
import type { Fault, KeyedText } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import { FIXED8_DIGITS, FIXED8_ONE, type Fixed8, TICK_DIGITS } from '../../units.js'
import type { Content } from '../config-records.js'
import type { SymbolRecord } from '../records/symbol.js'
import type { ConfigWorld } from '../world.js'
import { quotesFromItself, symbolAtPath } from './quote-source.js'
import { decimalFaults, faultsOfTerms } from './symbol-terms.js'

/**
 * Checks of a symbol that its schema cannot make, except for the terms that a group may override
 * (`symbol-terms.ts`). A symbol that passes can be compiled (`engine/book/book.ts`).
 */
type SymbolContent = Content<'symbols'>
/** The limits of a path. The name must fit the limit of trade requests. */
export const SYMBOL_PATH_CHARACTERS_MAX = 128
export const SYMBOL_NAME_CHARACTERS_MAX = 64

const SIZE_MAX = '1000000000'
const CURRENCY = /^[A-Z0-9]{3,16}$/

export function symbolFaults(
  symbol: SymbolContent,
  world: ConfigWorld,
  self: SymbolRecord | null,
): readonly Fault[] {
  return [
    ...pathFaults(symbol.path),
    ...currencyFaults(symbol),
    ...decimalFaults('contract_size', symbol.contract_size, 'above', SIZE_MAX),
    ...tickFaults(symbol, self),
    ...faultsOfTerms(symbol),
    ...sessionFaults(symbol),
    ...quoteSourceFaults(symbol, world, self),
  ]
}

function pathFaults(path: string): Fault[] {
  const fault = (said: KeyedText): Fault[] => [{ path: 'path', ...said }]
  if (path.length > SYMBOL_PATH_CHARACTERS_MAX) {
    return fault(say('field.too_long', { max: SYMBOL_PATH_CHARACTERS_MAX }))
  }
  if (/[*,!]/.test(path)) return fault(say('field.symbol_mask_signs'))
  const segments = path.split('\\')
  if (segments.some((segment) => segment === '')) {
    return fault(say('field.symbol_path'))
  }
  if (segments.some((segment) => segment !== segment.trim())) {
    return fault(say('field.symbol_edge_space'))
  }
  if (lastSegment(path).length > SYMBOL_NAME_CHARACTERS_MAX) {
    return fault(say('field.symbol_name_long', { max: SYMBOL_NAME_CHARACTERS_MAX }))
  }
  return []
}

function currencyFaults(symbol: SymbolContent): Fault[] {
  return (['base_currency', 'profit_currency', 'margin_currency'] as const)
    .filter((field) => !CURRENCY.test(symbol[field]))
    .map((field) => ({ path: field, ...say('field.currency_letters') }))
}

/** Modes in which a lot is worth the contract size, so the tick must agree with it. */
const SIZE_MODES: ReadonlySet<string> = new Set([
  'forex',
  'forex_no_leverage',
  'cfd',
  'cfd_leverage',
])

/** Modes that count prices in ticks, so a symbol must have a tick. */
const TICK_MODES: ReadonlySet<string> = new Set(['futures', 'cfd_index'])

/** A stored symbol without its required tick stays valid until these fields change. */
function tickFaults(symbol: SymbolContent, self: SymbolRecord | null): Fault[] {
  const { tick_size, tick_value, calc_mode, digits } = symbol
  const decimals = Math.max(FIXED8_DIGITS, digits)
  const faults = (['tick_size', 'tick_value'] as const).flatMap((field) =>
    decimalFaults(field, symbol[field], 'zero', SIZE_MAX, decimals),
  )
  if (faults.length > 0) return faults
  const [size, value] = [tick(tick_size), tick(tick_value)]
  const isNeeded = TICK_MODES.has(calc_mode) && !hasSameTick(symbol, self)
  if (size === 0n && value === 0n && !isNeeded) return []
  if (size === 0n) {
    const said = isNeeded
      ? say('field.tick_needs_mode', { mode: calc_mode })
      : say('field.tick_needs_value')
    return [{ path: 'tick_size', ...said }]
  }
  if (bigScaledFromText(tick_size, digits) === undefined) {
    return [{ path: 'tick_size', ...say('field.tick_points', { digits }) }]
  }
  if (value === 0n) {
    if (!isNeeded) return []
    return [{ path: 'tick_value', ...say('field.tick_needs_mode', { mode: calc_mode }) }]
  }
  const contract = scaled(symbol.contract_size)
  // An invalid value is reported by itself and not compared with the tick.
  if (contract <= 0n || !SIZE_MODES.has(calc_mode)) return []
  if (value * FIXED8_ONE === size * contract) return []
  const worth = trimmedTextFromScaled(size * contract, TICK_DIGITS + FIXED8_DIGITS)
  const said = say('field.tick_worth', { worth, mode: calc_mode })
  return [{ path: 'tick_value', ...said }]
}

function hasSameTick(symbol: SymbolContent, self: SymbolRecord | null): boolean {
  return (
    self !== null &&
    self.calc_mode === symbol.calc_mode &&
    self.tick_size === symbol.tick_size &&
    self.tick_value === symbol.tick_value
  )
}

/** Sessions are ordered by kind, day and beginning (`normal`), so only neighbours can overlap. */
function sessionFaults({ sessions }: SymbolContent): Fault[] {
  return sessions.flatMap((session, i) => {
    const { kind, day, from_min, to_min } = session
    const span = `the ${kind} session ${from_min}-${to_min} of day ${day}`
    if (to_min <= from_min) {
      return [{ path: 'sessions', ...say('field.minutes_order', { span }) }]
    }
    const before = sessions[i - 1]
    if (before === undefined || before.kind !== kind || before.day !== day) return []
    if (before.to_min <= from_min) return []
    return [
      {
        path: 'sessions',
        ...say('field.minutes_overlap', { span, begin: before.from_min, end: before.to_min }),
      },
    ]
  })
}

function quoteSourceFaults(
  symbol: SymbolContent,
  world: ConfigWorld,
  self: SymbolRecord | null,
): Fault[] {
  const { quote_source: source } = symbol
  if (source === '') return []
  const fault = (said: KeyedText): Fault[] => [{ path: 'quote_source', ...said }]
  if (source.toLowerCase() === symbol.path.toLowerCase()) {
    return fault(say('field.quote_source_itself'))
  }
  const found = symbolAtPath(world, source)
  if (found === undefined || self === null) return []
  if (found.id === self.id) return fault(say('field.quote_source_itself'))
  if (!quotesFromItself(world, self.id, found)) return []
  return fault(say('field.quote_source_circle', { source }))
}

/** The scaled number; 0 for an invalid text. */
function scaled(text: string): Fixed8 {
  return bigScaledFromText(text, FIXED8_DIGITS) ?? 0n
}

function tick(text: string): bigint {
  return bigScaledFromText(text, TICK_DIGITS) ?? 0n
}
