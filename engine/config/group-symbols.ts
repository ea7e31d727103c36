import { masksIn } from '../names/mask.js'
import type { Fault } from './kind.js'
import { faultsOfTerms, type SymbolTerms } from './symbol-terms.js'

/**
 * A row of a group: symbols whose terms it has otherwise. The first row that fits a symbol gives what
 * it names; what it leaves out stays the symbol's own.
 */
export interface GroupSymbolRow extends Partial<SymbolTerms> {
  readonly mask: string
  /** Added to the symbol's spread for the accounts of the group. */
  readonly spread_diff_pts?: number
}

const MASKS_MAX = 128

export function faultsOfSymbolRows(rows: readonly GroupSymbolRow[]): Fault[] {
  return rows.flatMap((row, i) =>
    [...maskFaults(row.mask), ...faultsOfTerms(row)].map(({ path, message }) => ({
      path: `symbols[${i}].${path}`,
      message,
    })),
  )
}

/** A list of masks names something by a mask that does not exclude. */
export function maskFaults(list: string): Fault[] {
  const masks = masksIn(list)
  if (masks.length > MASKS_MAX) {
    return [{ path: 'mask', message: `has too many masks, at most ${MASKS_MAX}` }]
  }
  if (masks.some((mask) => !mask.startsWith('!'))) return []
  return [{ path: 'mask', message: 'needs at least one mask without !' }]
}
