import { bigScaledFromText, plainDecimal } from '../../numbers/decimal.js'
import type { Fault, KeyedText } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import { FIXED8_DIGITS, FIXED8_ONE, type Fixed8 } from '../../units.js'
import type { CommissionTier, GroupCommission } from '../records/group.js'
import { maskFaults } from './group-symbols.js'
import { decimalFaults } from './symbol-terms.js'

/** The defaults of a tier: no end and no bounds. */
export const TIER_DEFAULTS = { to: '0', min: '0', max: '0' } as const

/**
 * A commission with every field: a tier needs only `value`, begins where the previous one ends, and
 * has no bounds by default.
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
    [...maskFaults(row.mask), ...tierFaults(row)].map(({ path, ...said }) => ({
      path: `commissions[${i}].${path}`,
      ...said,
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
    const fault = (field: string, said: KeyedText): void => {
      faults.push({ path: `tiers[${i}].${field}`, ...said })
    }
    if (from < end) fault('from', say('field.tier_begin'))
    if (isLast && to !== 0n) fault('to', say('field.last_tier_open'))
    if (!isLast && to <= from) fault('to', say('field.tier_end'))
    if (mode === 'percent' && value > PERCENT_MAX)
      fault('value', say('field.at_most_percent', { max: 100 }))
    if (max !== 0n && max < min) fault('max', say('field.commission_max_low'))
    end = to
  }
  return faults
}

type Five = [Fixed8, Fixed8, Fixed8, Fixed8, Fixed8]

function parsed(text: string): Fixed8 {
  return bigScaledFromText(text, FIXED8_DIGITS) ?? 0n
}
