import { bigScaledFromText, plainDecimal, scaledFromText } from '../decimal.js'
import { FIXED8_DIGITS, VOLUME_DIGITS, VOLUME_SCALE } from '../units.js'
import type { Fault } from './kind.js'
import type { SymbolRecord } from './symbol.js'

/**
 * The terms on which a symbol trades that a group may have otherwise. The rules of their values are
 * here once, for the symbol and for the rows of a group.
 */
export const SYMBOL_TERMS = [
  'trade_access',
  'execution',
  'stops_level_pts',
  'volume_min',
  'volume_max',
  'volume_step',
  'volume_limit',
  'margin_initial',
  'margin_maintenance',
  'margin_hedged',
  'margin_rates',
  'swap_mode',
  'swap_long',
  'swap_short',
  'swap_days',
] as const satisfies readonly (keyof SymbolRecord)[]

export type SymbolTerms = Pick<SymbolRecord, (typeof SYMBOL_TERMS)[number]>

const DECIMALS = [
  'volume_min',
  'volume_max',
  'volume_step',
  'volume_limit',
  'margin_initial',
  'margin_maintenance',
  'margin_hedged',
  'swap_long',
  'swap_short',
] as const satisfies readonly (keyof SymbolTerms)[]

/** The form in which terms are kept: one text for one number. */
export function plainTerms<Terms extends Partial<SymbolTerms>>(terms: Terms): Terms {
  const plain = (text: string): string => plainDecimal(text, FIXED8_DIGITS)
  const changes: Record<string, unknown> = {}
  for (const field of DECIMALS) {
    const text = terms[field]
    if (text !== undefined) changes[field] = plain(text)
  }
  if (terms.margin_rates !== undefined) {
    changes['margin_rates'] = terms.margin_rates.map((rate) => ({
      ...rate,
      initial: plain(rate.initial),
      maintenance: plain(rate.maintenance),
    }))
  }
  return { ...terms, ...changes }
}

/** What is wrong with the terms that are given; their shapes and ranges are the schema's. */
export function faultsOfTerms(terms: Partial<SymbolTerms>): Fault[] {
  const faults: Fault[] = []
  const say = (path: string, message: string | undefined): void => {
    if (message !== undefined) faults.push({ path, message })
  }
  for (const field of ['volume_min', 'volume_max', 'volume_step', 'volume_limit'] as const) {
    say(field, volumeFault(terms[field], field !== 'volume_limit'))
  }
  for (const field of ['margin_initial', 'margin_maintenance', 'margin_hedged'] as const) {
    say(field, fixed8Fault(terms[field], false))
  }
  say('swap_long', fixed8Fault(terms.swap_long, true))
  say('swap_short', fixed8Fault(terms.swap_short, true))
  faults.push(...rateFaults(terms.margin_rates ?? []))
  if (faults.length === 0) say('volume_max', orderFault(terms))
  return faults
}

/** At most 8 decimals, so that the engine holds it exactly. */
export function fixed8Fault(text: string | undefined, mayBeNegative: boolean): string | undefined {
  if (text === undefined) return undefined
  const value = bigScaledFromText(text, FIXED8_DIGITS)
  if (value === undefined) return `must have at most ${FIXED8_DIGITS} decimals`
  return value < 0n && !mayBeNegative ? 'must not be negative' : undefined
}

const LOTS_MAX = Math.floor(Number.MAX_SAFE_INTEGER / VOLUME_SCALE)

function volumeFault(text: string | undefined, isPositive: boolean): string | undefined {
  if (text === undefined) return undefined
  const volume = scaledFromText(text, VOLUME_DIGITS)
  if (volume === undefined)
    return `must be at most ${LOTS_MAX} lots, with at most ${VOLUME_DIGITS} decimals`
  if (isPositive) return volume > 0 ? undefined : 'must be more than 0'
  return volume < 0 ? 'must not be negative' : undefined
}

function orderFault({ volume_min, volume_max }: Partial<SymbolTerms>): string | undefined {
  if (volume_min === undefined || volume_max === undefined) return undefined
  const min = scaledFromText(volume_min, VOLUME_DIGITS) ?? 0
  const max = scaledFromText(volume_max, VOLUME_DIGITS) ?? 0
  return max < min ? 'must not be less than volume_min' : undefined
}

function rateFaults(rates: SymbolTerms['margin_rates']): Fault[] {
  const seen = new Set<string>()
  const faults: Fault[] = []
  for (const [i, rate] of rates.entries()) {
    if (seen.has(rate.kind)) {
      faults.push({ path: `margin_rates[${i}].kind`, message: `${rate.kind} is listed twice` })
    }
    seen.add(rate.kind)
    for (const field of ['initial', 'maintenance'] as const) {
      const message = fixed8Fault(rate[field], false)
      if (message !== undefined) faults.push({ path: `margin_rates[${i}].${field}`, message })
    }
  }
  return faults
}
