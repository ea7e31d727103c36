import { bigScaledFromText, plainDecimal } from '../../numbers/decimal.js'
import { FIXED8_DIGITS, FIXED8_ONE, type Fixed8 } from '../../units.js'
import type { Fault } from '../fault.js'
import type { CommissionTier, GroupCommission } from '../records/group.js'
import { maskFaults } from './group-symbols.js'
import { decimalFaults } from './symbol-terms.js'

/** A tier that says nothing else is without an end and without bounds. */
export const TIER_DEFAULTS = { to: '0', min: '0', max: '0' } as const

/**
 * A commission with every field: a tier needs only `value`, and starts where the one before ended, without
 * bounds.
 */
export function wholeCommission(given: GroupCommission): GroupCommission {
  let start = '0'
  const tiers = given.tiers.map((tier: Partial<CommissionTier>) => {
    const { from = start, to, value = '0', min, max } = { ...TIER_DEFAULTS, ...tier }
    const plain = (text: string): string => plainDecimal(text, FIXED8_DIGITS)
    start = to
    return {
      from: plain(from),
      to: plain(to),
      value: plain(value),
      min: plain(min),
      max: plain(max),
    }
  })
  return { ...given, tiers }
}

export function faultsOfCommissions(rows: readonly GroupCommission[]): Fault[] {
  return rows.flatMap((row, i) =>
    [...maskFaults(row.mask), ...tierFaults(row)].map(({ path, message }) => ({
      path: `commissions[${i}].${path}`,
      message,
    })),
  )
}

const FIELDS = ['from', 'to', 'value', 'min', 'max'] as const
const AMOUNT_MAX = '1000000000'
const PERCENT_MAX = 100n * FIXED8_ONE

function tierFaults({ mode, tiers }: GroupCommission): Fault[] {
  const faults = tiers.flatMap((tier, i) =>
    FIELDS.flatMap((field) =>
      decimalFaults(`tiers[${i}].${field}`, tier[field], 'zero', AMOUNT_MAX),
    ),
  )
  if (faults.length > 0) return faults
  let end: Fixed8 = 0n
  for (const [i, tier] of tiers.entries()) {
    const [from, to, value, min, max] = FIELDS.map((field) => parsed(tier[field])) as Five
    const isLast = i === tiers.length - 1
    const say = (field: string, message: string): void => {
      faults.push({ path: `tiers[${i}].${field}`, message })
    }
    if (from < end) say('from', 'must not be less than where the tier before ends')
    if (isLast && to !== 0n) say('to', 'must be 0: the last tier is open-ended')
    if (!isLast && to <= from) say('to', 'must be more than from: only the last tier is open-ended')
    if (mode === 'percent' && value > PERCENT_MAX) say('value', 'must be at most 100 percent')
    if (max !== 0n && max < min) say('max', 'must not be less than min, or 0 for none')
    end = to
  }
  return faults
}

type Five = [Fixed8, Fixed8, Fixed8, Fixed8, Fixed8]

function parsed(text: string): Fixed8 {
  return bigScaledFromText(text, FIXED8_DIGITS) ?? 0n
}
