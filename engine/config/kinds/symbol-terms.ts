import { bigScaledFromText, plainDecimal } from '../../numbers/decimal.js'
import type { Fault, KeyedText } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import { FIXED8_DIGITS, type Fixed8 } from '../../units.js'
import type { SymbolTerms } from '../records/symbol.js'
import { MARGIN_RATE_KINDS } from './symbol-choices.js'

const DECIMALS = [
  { field: 'volume_min', min: 'above', max: '1000000' },
  { field: 'volume_max', min: 'above', max: '1000000' },
  { field: 'volume_step', min: 'above', max: '1000000' },
  { field: 'volume_limit', min: 'zero', max: '10000000' },
  { field: 'margin_initial', min: 'zero', max: '1000000000' },
  { field: 'margin_maintenance', min: 'zero', max: '1000000000' },
  { field: 'margin_hedged', min: 'zero', max: '1000000000' },
  { field: 'swap_long', min: 'any', max: '1000000' },
  { field: 'swap_short', min: 'any', max: '1000000' },
] as const
const MARGIN_RATE_MAX = '999999'

/** The stored form of terms: one text per number, and rates in a fixed order. */
export function plainTerms<Terms extends Partial<SymbolTerms>>(terms: Terms): Terms {
  const plain = (text: string): string => plainDecimal(text, FIXED8_DIGITS)
  const changes: Record<string, unknown> = {}
  for (const { field } of DECIMALS) {
    const text = terms[field]
    if (text !== undefined) changes[field] = plain(text)
  }
  if (terms.margin_rates !== undefined) {
    changes['margin_rates'] = terms.margin_rates
      .map((rate) => ({
        ...rate,
        initial: plain(rate.initial),
        maintenance: plain(rate.maintenance),
      }))
      .toSorted((a, b) => MARGIN_RATE_KINDS.indexOf(a.kind) - MARGIN_RATE_KINDS.indexOf(b.kind))
  }
  return { ...terms, ...changes }
}

/**
 * The faults of the given terms. The bounds ensure that valid terms can be compiled
 * (`engine/book/book.ts`); the schema checks shapes and integer ranges.
 */
export function faultsOfTerms(terms: Partial<SymbolTerms>): Fault[] {
  return [
    ...DECIMALS.flatMap(({ field, min, max }) => {
      const text = terms[field]
      return text === undefined ? [] : decimalFaults(field, text, min, max)
    }),
    ...volumeFaults(terms),
    ...marginRateFaults(terms.margin_rates ?? []),
  ]
}

/** A decimal with a maximum of places, up to `max` and, with `any`, down to minus that. */
export function decimalFaults(
  path: string,
  text: string,
  min: 'above' | 'zero' | 'any',
  max: string,
  digits = FIXED8_DIGITS,
): Fault[] {
  const fault = (said: KeyedText): Fault[] => [{ path, ...said }]
  const value = bigScaledFromText(text, digits)
  const most = bigScaledFromText(max, digits) ?? 0n
  if (value === undefined) return fault(say('field.decimals_max', { digits }))
  if (min === 'above' && value <= 0n) return fault(say('field.above_zero'))
  if (min === 'zero' && value < 0n) return fault(say('field.not_negative'))
  if (value > most) return fault(say('field.at_most', { max }))
  if (value < -most) return fault(say('field.at_least_negative', { max }))
  return []
}

/**
 * The faults of volumes that contradict each other. Missing or invalid volumes are not compared.
 */
function volumeFaults(terms: Partial<SymbolTerms>): Fault[] {
  const { volume_min, volume_max, volume_step, volume_limit } = terms
  const [min, max, step] = [volume_min, volume_max, volume_step].map(positive)
  const limit = positive(volume_limit)
  const faults: Fault[] = []
  if (min === undefined) return faults
  if (max !== undefined && max < min) {
    faults.push({ path: 'volume_max', ...say('field.volume_max_low') })
  } else if (max !== undefined && step !== undefined && (max - min) % step !== 0n) {
    const said = say('field.volume_step_uneven')
    faults.push({ path: 'volume_step', ...said })
  }
  if (limit !== undefined && limit < min) {
    const said = say('field.volume_limit_low')
    faults.push({ path: 'volume_limit', ...said })
  }
  return faults
}

function marginRateFaults(rates: SymbolTerms['margin_rates']): Fault[] {
  const kinds = new Set<string>()
  return rates.flatMap((rate, i) => {
    const isSecond = kinds.has(rate.kind)
    kinds.add(rate.kind)
    return [
      ...(isSecond
        ? [{ path: 'margin_rates', ...say('field.margin_rate_twice', { kind: rate.kind }) }]
        : []),
      ...decimalFaults(`margin_rates[${i}].initial`, rate.initial, 'zero', MARGIN_RATE_MAX),
      ...decimalFaults(`margin_rates[${i}].maintenance`, rate.maintenance, 'zero', MARGIN_RATE_MAX),
    ]
  })
}

function fixed8(text: string): Fixed8 | undefined {
  return bigScaledFromText(text, FIXED8_DIGITS)
}

function positive(text: string | undefined): Fixed8 | undefined {
  const value = text === undefined ? undefined : fixed8(text)
  return value !== undefined && value > 0n ? value : undefined
}
